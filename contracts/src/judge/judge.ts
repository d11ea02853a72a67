/** Judges one exchange: the request it made, the status, the headers and the body it got. Pure. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import { knownName } from '../contract/known-name.ts';
import { kindOf } from '../contract/show.ts';
import { answerAsDocumented } from './as-documented.ts';
import { discreet } from './discreet.ts';
import { type Exchange, jsonOf, member } from './exchange.ts';
import type { ExchangeRule } from './exchange-rule.ts';
import type { Finding } from './finding.ts';
import { answerKind, isSuccess, type OperationId } from './operation.ts';
import { nativeParams } from './params-form.ts';
import { paymentRules } from './payment-rules.ts';
import { schemaFindings } from './schema-findings.ts';
import { answerSchema, requestSchema } from './schema-of.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { userRules } from './user-rules.ts';
import { v1FormRules } from './v1-form-rules.ts';
import { v2FormRules } from './v2-form-rules.ts';
import { versionRules } from './version-rules.ts';

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
