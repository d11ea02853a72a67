/** Which clauses the machine states: every place of a schema, every call and answer, every rule on exchanges, every question to messages. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { Exchange } from './exchange.ts';
import { rulings } from './judge.ts';
import { messageQuestions } from './message-checks.ts';
import type { OperationId } from './operation.ts';
import { defaultSettings } from './settings.ts';

// Every rule names its clause whatever it rules.
const NOTHING: Exchange = {
  request: { method: 'GET', url: '/', headers: {} },
  response: { status: 500, headers: {} },
};

/** The clauses of the ledger that need no case of their own to have a place where they stand. */
export function statedClauses(): Set<ClauseId> {
  const ids = Object.keys(operations) as OperationId[];
  return new Set([
    ...clausesOfSchemas(Object.keys(open)),
    ...clausesOfCalls(),
    ...ids.flatMap(clausesOfRules),
    ...messageQuestions.map(({ clause }) => clause),
  ]);
}

/** The clauses that the schemas of these validators name, at any depth. */
export function clausesOfSchemas(names: readonly string[]): ClauseId[] {
  return names.flatMap((name) => clausesIn((open as Record<string, { schema: unknown }>)[name]?.schema));
}

/** The clauses of the rules that judge an exchange of the operation. */
export function clausesOfRules(operationId: OperationId): ClauseId[] {
  return rulings(operationId, NOTHING, defaultSettings).map(({ clause }) => clause);
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
