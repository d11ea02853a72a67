/** Judges one exchange: its request, and the status, the headers and the body of its response. Pure. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { unclearIn } from '../base/exact-json.ts';
import { type Finding, findingOf, withFound } from '../base/finding.ts';
import { member, valueAt, withoutNulls } from '../base/json-value.ts';
import { striking } from '../base/known-values.ts';
import { SECRET_NAME, secretsIn } from '../base/redact.ts';
import type { Compiled } from '../base/schema.ts';
import { SchemaPlace } from '../base/schema-place.ts';
import { kindOf, knownName } from '../base/text.ts';
import { type ClauseCheck, runChecks, type WholeJudgement } from './clause-check.ts';
import { type Exchange, jsonOf, type Response } from './exchange.ts';
import { exchangeChecks } from './exchange-checks.ts';
import {
  type AnswerKind,
  answerKind,
  documentedStatus,
  isOtherEnvelope,
  isSuccess,
  type OperationId,
  otherKind,
  requestSchema,
} from './operation.ts';
import { asDocumented } from './read-message.ts';
import { requestFindings } from './request-findings.ts';
import { readFields, schemaFindings } from './schema-findings.ts';
import { defaultSettings, type Settings } from './settings.ts';

/**
 * Every violation that the exchange shows of what the documentation says about the operation, and the clauses that it shows
 * something of: those of the call, the response, the fields that are there, and the checks that are not silent. No finding
 * repeats a secret or personal data, wherever in the response it is. Throws for an unknown operation, and TypeError for an
 * exchange without request or response.
 */
export function judge(
  operationId: OperationId,
  exchange: Exchange,
  settings: Settings = defaultSettings,
): WholeJudgement {
  if (!Object.hasOwn(exchangeChecks, operationId))
    knownName('the operation', operationId, Object.keys(operations));
  const missing = (['request', 'response'] as const).find(
    (part) => kindOf(member(exchange, part)) !== 'an object',
  );
  if (missing)
    throw new TypeError(`judge takes an exchange with request and response, and its ${missing} is missing.`);
  const { status, due, broken } = documentedStatus(operationId, exchange.response);
  const documented = exchangeAsDocumented(exchange, status, settings);
  const { response } = documented;
  const sent = jsonOf(exchange.request.body);
  const answer = answerKind(operationId, status);
  const ofAnswer = answerFindings(operationId, answer, response, settings);
  // A response of another kind lacks what its checks compare.
  const isOther = ofAnswer.some(({ pointer, kind }) => pointer === ANSWER && kind === 'type');
  const byChecks = runChecks(checksOf(operationId, settings), documented, settings);
  const ofStatus = {
    kind: 'status',
    pointer: '/response/status',
    expected: `${due}`,
    found: `${exchange.response.status}`,
  } as const;
  const findings = [
    ...(broken ? [findingOf(broken, ofStatus)] : []),
    // A member that is null was not sent, and demands no error response.
    ...findingsOnRequest(operationId, documented, settings).filter(
      ({ kind, pointer }) => kind !== 'missing' || valueAt(sent, pointer.slice(BODY.length)).value !== null,
    ),
    ...ofAnswer,
    ...byChecks.findings.filter(
      ({ kind, pointer }) => !isOther || kind !== 'missing' || !pointer.startsWith(ANSWER),
    ),
  ];
  const shows = new Set(byChecks.shows);
  const undocumented = undocumentedPointers(operationId, sent, answer, response, settings, shows);
  const judged = judgedIn(operationId, exchange);
  return {
    findings: withFoundValues(operationId, documented, answer, findings.filter(judged)),
    shows: [...shows].filter((clause) => judged({ clause })),
    undocumented,
  };
}

/** What the documentation says of the sender of a payment is about a request that names it by IBAN. */
function judgedIn(operationId: OperationId, { request }: Exchange): (of: Pick<Finding, 'clause'>) => boolean {
  const isOpen =
    operationId === 'createMoneyTransferV1' && member(jsonOf(request.body), 'iban') === undefined;
  return ({ clause }) => !isOpen || (clause !== 'V1-PAYMENT-IBAN' && clause !== 'V1-PAYMENT-ACCOUNT-ID');
}

/** The exchange as the documentation writes it: its response under the documented names and the documented status. */
function exchangeAsDocumented({ request, response }: Exchange, status: number, settings: Settings): Exchange {
  const json = asDocumented(jsonOf(response.body), settings);
  const sent = jsonOf(request.body);
  const body = sent === undefined ? {} : { body: { json: withoutNulls(sent) } };
  return {
    request: { ...request, ...body },
    response: { ...response, status, ...(json !== undefined && { body: { json } }) },
  };
}

/** The checks that the target can show. */
function checksOf(operationId: OperationId, { readsRequests }: Settings): readonly ClauseCheck<Exchange>[] {
  const checks = exchangeChecks[operationId];
  return readsRequests ? checks : checks.filter(({ readsRequest }) => !readsRequest);
}

/**
 * What deviates in a request is a mistake of the client, whatever the response. Only a rule without the params that are
 * required has to fail (params per triggerEvent): its success is a mistake of the provider.
 */
function findingsOnRequest(
  operationId: OperationId,
  { request, response }: Exchange,
  { numbersAsText, paramsForm, bigDecimalForm }: Settings,
): Finding[] {
  const schema = requestSchema(operationId);
  const body = jsonOf(request.body);
  if (!schema || body === undefined) return [];
  // Settings on what a target may answer otherwise do not apply to what it is sent.
  const settings = { ...defaultSettings, numbersAsText, paramsForm, bigDecimalForm };
  const of = { operation: operationId, clause: callClause(operationId), pointer: BODY };
  const isTaken = isSuccess(operationId, response.status);
  return requestFindings(schema, body, of, settings).map((finding) => {
    const { kind, pointer } = finding;
    if (!isTaken || kind !== 'missing' || !pointer.startsWith(`${BODY}/params`)) return finding;
    return { ...finding, about: 'provider', expected: '4xx or 5xx', found: `${response.status}` };
  });
}

const BODY = '/request/body';
const ANSWER = '/response/body';

function answerFindings(
  operationId: OperationId,
  answer: AnswerKind | undefined,
  response: Response,
  settings: Settings,
): Finding[] {
  if (isOtherEnvelope(operationId, response)) return envelopeFindings(response, settings);
  if (!answer?.schema) return [];
  const { schema } = answer;
  const clause = (schema.schema['x-clauses']?.[0] ??
    answer.clauses[0] ??
    callClause(operationId)) as ClauseId;
  const body = jsonOf(response.body);
  if (body !== undefined) {
    const findings = schemaFindings(schema, body, { pointer: ANSWER, clause }, settings);
    const kind = findings.length > 0 ? otherKind(schema, body) : undefined;
    return kind ? [findingOf(clause, { kind: 'type', pointer: ANSWER, ...kind })] : findings;
  }
  if (response.body === undefined) return [findingOf(clause, { kind: 'missing', pointer: ANSWER })];
  const unclear = 'text' in response.body && unclearIn(response.body.text);
  const found = unclear ? `unclear JSON: ${unclear}` : 'other text';
  return [findingOf(clause, { kind: 'type', pointer: ANSWER, expected: 'JSON', found })];
}

/** What is there is judged; what another error than 451 leaves out is not shown (V1-REFUSAL-BODY). */
function envelopeFindings({ body }: Response, settings: Settings): Finding[] {
  const at = { pointer: ANSWER, clause: 'V1-ENVELOPE' } as const;
  const found = schemaFindings(open['importBankConnectionV1.451'], withoutNulls(jsonOf(body)), at, settings);
  return found.filter(({ clause, kind }) => kind !== 'missing' && !clause.startsWith('V1-451-'));
}

/** What the schemas say of both bodies. Of an error response that is not documented the envelope of V1 alone is judged. */
function exchangePlace(operationId: OperationId, answer: AnswerKind | undefined): SchemaPlace {
  const side = (body: Compiled | undefined) => ({ properties: body ? { body: body.schema } : {} });
  const properties = {
    request: side(requestSchema(operationId)),
    response: side(answer?.schema ?? open['importBankConnectionV1.451']),
  };
  return new SchemaPlace([{ properties }], '', true);
}

/** The findings with what is found, without the credentials and personal values of the exchange, of which an error text can quote any. */
function withFoundValues(
  operationId: OperationId,
  { request, response }: Exchange,
  answer: AnswerKind | undefined,
  findings: readonly Finding[],
): readonly Finding[] {
  // Nothing is found of what is missing.
  if (findings.every(({ kind, found }) => kind === 'missing' && found === undefined)) return findings;
  const tree = {
    request: { headers: request.headers, body: jsonOf(request.body) },
    response: { ...response, body: jsonOf(response.body) },
  };
  const place = exchangePlace(operationId, answer);
  const strike = striking(secretsIn(tree, SECRET_NAME, place), '[not repeated]');
  return findings.map((each) => {
    const finding = withFound(each, tree, place);
    return { ...finding, found: finding.found && strike(finding.found) };
  });
}

/** The clause that says that the call exists. */
function callClause(operationId: OperationId): ClauseId {
  return operations[operationId].clauses[0];
}

/** Adds the clauses of the call, the response and the fields that are there; which of these are not documented. */
function undocumentedPointers(
  operationId: OperationId,
  sent: unknown,
  answer: AnswerKind | undefined,
  { status, body }: Response,
  { readsRequests }: Settings,
  shows: Set<ClauseId>,
): string[] {
  for (const clause of answer?.clauses ?? []) shows.add(clause);
  const answered = readFields(answer?.schema, jsonOf(body), ANSWER, shows);
  const isTaken = isSuccess(operationId, status);
  for (const clause of isTaken ? operations[operationId].clauses : []) shows.add(clause);
  // That a request was taken shows something only of a service that reads it, and null carries nothing.
  const isShowing = (part: unknown) => isTaken && readsRequests && part !== null;
  const fields = readFields(requestSchema(operationId), sent, BODY, shows, isShowing);
  // The documentation says itself that the client configuration has more fields.
  return operationId === 'getClientConfiguration' ? fields : [...fields, ...answered];
}
