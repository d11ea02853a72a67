/** The clauses that checks of exchanges and of messages enforce. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import { eventChecks } from '../../contracts/src/judge/judge-message.ts';

export const clausesOfExchanges: readonly ClauseId[] = Object.values(exchangeChecks)
  .flat()
  .map(({ clause }) => clause);

export const clausesOfMessages: readonly ClauseId[] = Object.values(eventChecks)
  .flat()
  .map(({ clause }) => clause);
