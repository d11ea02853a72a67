/** Which clauses are enforced outside of cases: by the place of a schema, a call, an answer, a check of exchanges or of messages. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { TriggerEvent } from '../messages/message.ts';
import { exchangeChecks } from './exchange-checks.ts';
import { eventChecks } from './judge-message.ts';
import type { OperationId } from './operation.ts';

/** The clauses that need no case of their own. */
export function statedClauses(): Set<ClauseId> {
  const ids = Object.keys(operations) as OperationId[];
  return new Set([
    ...clausesOfSchemas(Object.keys(open)),
    ...clausesOfCalls(),
    ...ids.flatMap(clausesOfExchange),
    ...(Object.keys(eventChecks) as TriggerEvent[]).flatMap(clausesOfEvent),
  ]);
}

/** The clauses that the schemas of these validators name, at any depth. */
export function clausesOfSchemas(names: readonly string[]): ClauseId[] {
  return names.flatMap((name) => clausesIn((open as Record<string, { schema: unknown }>)[name]?.schema));
}

/** The clauses of the checks of an operation. */
export function clausesOfExchange(operationId: OperationId): ClauseId[] {
  return exchangeChecks[operationId].map(({ clause }) => clause);
}

/** The clauses of the checks of a trigger event, with and without its rule. */
export function clausesOfEvent(event: TriggerEvent): ClauseId[] {
  const { ofMessage, ofRule } = eventChecks[event];
  return [...ofMessage, ...ofRule].map(({ clause }) => clause);
}

function clausesOfCalls(): ClauseId[] {
  return Object.values(operations).flatMap(({ clauses, answers }) => [
    ...clauses,
    ...Object.values(answers).flatMap((answer) => answer.clauses),
  ]);
}

function clausesIn(node: unknown): ClauseId[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = (node as { 'x-clauses'?: ClauseId[] })['x-clauses'] ?? [];
  return [...own, ...Object.values(node).flatMap(clausesIn)];
}
