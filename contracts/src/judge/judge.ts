/** Judges one exchange: the request it made, the status, the headers and the body it got. Pure. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import type { SchemaNode } from '../base/compiled-schema.ts';
import { kindOf, knownName } from '../base/text.ts';
import { answerAsDocumented, nativeParams } from './as-documented.ts';
import type { ExchangeRule, Finding } from './clause-check.ts';
import { type Exchange, jsonOf, member } from './exchange.ts';
import { paymentRules, userRules, v1FormRules, v2FormRules, versionRules } from './exchange-checks.ts';
import { discreet } from './hidden-values.ts';
import { answerKind, answerSchema, isSuccess, type OperationId, requestSchema } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { undocumentedIn } from './undocumented-fields.ts';

const RULES: ExchangeRule[] = [
  ...userRules,
  ...paymentRules,
  ...v1FormRules,
  ...v2FormRules,
  ...versionRules,
];
const RULES_OF = Object.fromEntries(
  Object.keys(operations).map((id) => [
    id,
    RULES.filter((rule) => rule.operations.includes(id as OperationId)),
  ]),
) as Record<OperationId, ExchangeRule[]>;

/**
 * Every violation that the exchange shows of what the documentation says about the operation; none when it keeps it all.
 * No finding repeats a secret or somebody's data, wherever in the answer it stands. Throws for an operation that there is not,
 * and TypeError for an exchange without request or response.
 */
export function judge(
  operationId: OperationId,
  exchange: Exchange,
  settings: Settings = defaultSettings,
): Finding[] {
  if (!Object.hasOwn(RULES_OF, operationId)) knownName('the operation', operationId, Object.keys(operations));
  const missing = (['request', 'response'] as const).find(
    (part) => kindOf(member(exchange, part)) !== 'an object',
  );
  if (missing)
    throw new TypeError(`judge takes an exchange with request and response, and its ${missing} is missing.`);
  const findings = findingsOn(operationId, exchange, settings);
  return discreet(operationId, exchange, findings, (other) => findingsOn(operationId, other, settings));
}

function findingsOn(operationId: OperationId, exchange: Exchange, settings: Settings): Finding[] {
  const read = answerAsDocumented(exchange, settings);
  const findings = [
    ...requestFindings(operationId, read, settings),
    ...answerFindings(operationId, read, settings),
  ];
  for (const { clause, ruling } of rulings(operationId, read, settings))
    if (typeof ruling !== 'string') findings.push({ clause, ...ruling });
  return findings;
}

/** What the rules of the operation say of the exchange, its answer as documented, as far as the target can show it. */
export function rulings(operationId: OperationId, exchange: Exchange, settings: Settings) {
  const all = RULES_OF[operationId];
  const rules = settings.readsRequests ? all : all.filter(({ needs }) => needs === 'answer');
  return rules.map(({ clause, rule }) => ({ clause, ruling: rule(exchange, settings) }));
}

/** A request that breaks a documented rule is due to be refused; success makes it a violation. */
function requestFindings(
  operationId: OperationId,
  { request, response }: Exchange,
  { countOutOfRange }: Settings,
): Finding[] {
  const schema = requestSchema(operationId);
  const body = jsonOf(request.body);
  if (!schema || body === undefined || !isSuccess(operationId, response.status)) return [];
  const at = { pointer: '/request/body', name: 'the request body', clause: callClause(operationId) };
  // What a target may send otherwise says nothing of what it is sent.
  const findings = schemaFindings(schema, nativeParams(operationId, body), at, {
    ...defaultSettings,
    countOutOfRange,
  });
  return findings.map((finding) => ({
    ...finding,
    message: `${finding.message}, and the call is answered with ${response.status}`,
  }));
}

function answerFindings(operationId: OperationId, { response }: Exchange, settings: Settings): Finding[] {
  const kind = answerKind(operationId, response.status);
  const schema = answerSchema(operationId, kind);
  if (!kind || !schema) return [];
  const clause = (schema.schema['x-clauses']?.[0] ?? kind.clauses[0] ?? callClause(operationId)) as ClauseId;
  const at = { pointer: '/response/body', name: 'the body', clause };
  const body = jsonOf(response.body);
  if (body !== undefined) return schemaFindings(schema, body, at, settings);
  const found = response.body === undefined ? 'missing' : 'text that is not JSON';
  return [{ clause, pointer: at.pointer, message: `the body is ${found}, not a JSON object` }];
}

/** The clause that says that the call exists. */
function callClause(operationId: OperationId): ClauseId {
  return operations[operationId].clauses[0];
}

/** Which clauses an exchange speaks of: what it does not violate of them, it upholds. */

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

/** Finds the fields of an exchange that the documentation does not list: worth a note, never a violation. */

/** Calls `seen` with the JSON Pointer, `*` for any index, of every field that is not documented for the operation. */
export function undocumentedFields(
  operationId: OperationId,
  { request, response }: Exchange,
  seen: (pointer: string) => void,
): void {
  undocumentedIn(requestSchema(operationId), '/request/body', jsonOf(request.body), seen);
  const answer = answerSchema(operationId, answerKind(operationId, response.status));
  undocumentedIn(answer, '/response/body', jsonOf(response.body), seen);
}
