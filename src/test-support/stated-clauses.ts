/** Which clauses are enforced outside of cases: by the place of a schema, a call, an answer, a check of exchanges or messages. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { operations } from '../../contracts/generated/operations.ts';
import open from '../../contracts/generated/validators/open.js';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import { eventChecks } from '../../contracts/src/judge/judge-message.ts';
import { clausesOfCall, clausesOfSchemas, type OperationId } from '../../contracts/src/judge/operation.ts';

export const clausesOfExchanges: readonly ClauseId[] = Object.values(exchangeChecks)
  .flat()
  .map(({ clause }) => clause);

export const clausesOfMessages: readonly ClauseId[] = Object.values(eventChecks)
  .flatMap(({ ofMessage, ofRule }) => [...ofMessage, ...ofRule])
  .map(({ clause }) => clause);

/** The clauses that need no case of their own. */
export const statedClauses: ReadonlySet<ClauseId> = new Set([
  ...clausesOfSchemas(Object.keys(open)),
  ...(Object.keys(operations) as OperationId[]).flatMap(clausesOfCall),
  ...clausesOfExchanges,
  ...clausesOfMessages,
]);
