/** Which clauses an exchange speaks of: what it does not violate of them, it upholds. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import type { SchemaNode } from '../contract/compiled.ts';
import { answerAsDocumented } from './as-documented.ts';
import { type Exchange, jsonOf, member } from './exchange.ts';
import { rulings } from './judge.ts';
import { answerKind, isSuccess, type OperationId } from './operation.ts';
import { nativeParams } from './params-form.ts';
import { answerSchema, requestSchema } from './schema-of.ts';
import type { Settings } from './settings.ts';

/** The clauses of every place that the exchange reaches: call, answer, the fields that are there, the rules that ruled. */
export function shownClauses(operationId: OperationId, sent: Exchange, settings: Settings): Set<ClauseId> {
  const shown = new Set<string>();
  const exchange = answerAsDocumented(sent, settings);
  const { request, response } = exchange;
  const kind = answerKind(operationId, response.status);
  for (const clause of kind?.clauses ?? []) shown.add(clause);
  reach(answerSchema(operationId, kind)?.schema, jsonOf(response.body), shown);
  if (isSuccess(operationId, response.status)) {
    for (const clause of operations[operationId].clauses) shown.add(clause);
    // That a request was taken says something only of a service that reads it.
    if (settings.readsRequests) {
      reach(requestSchema(operationId)?.schema, nativeParams(operationId, jsonOf(request.body)), shown);
    }
  }
  for (const { clause, ruling } of rulings(operationId, exchange, settings)) {
    if (ruling === 'silent') continue;
    shown.add(clause);
  }
  return shown as Set<ClauseId>;
}

/** Adds the clauses of a schema node and of everything below it that the value has. */
export function reach(node: SchemaNode | undefined, value: unknown, shown: Set<string>): void {
  if (!node || value === undefined) return;
  for (const clause of node['x-clauses'] ?? []) shown.add(clause);
  for (const [name, part] of Object.entries(node.properties ?? {})) reach(part, member(value, name), shown);
  if (node.items && Array.isArray(value)) for (const item of value) reach(node.items, item, shown);
  for (const part of node.allOf ?? []) reach(part, value, shown);
  if (node.if && meets(node.if, value)) reach(node.then, value, shown);
}

/** Conditions compare constants of properties, and nothing else. */
function meets(condition: SchemaNode, value: unknown): boolean {
  return Object.entries(condition.properties ?? {}).every(
    ([name, part]) => member(value, name) === (part as { const?: unknown }).const,
  );
}
