/** Judges one exchange: its request, and the status, the headers and the body of its response. Pure. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { unclearIn } from '../base/exact-json.ts';
import { type Finding, findingOf, withFound } from '../base/finding.ts';
import { isObject, member, valueAt, withoutNulls } from '../base/json-value.ts';
import { striking } from '../base/known-values.ts';
import { SECRET_NAME, secretsIn } from '../base/redact.ts';
import type { Compiled } from '../base/schema.ts';
import { SchemaPlace } from '../base/schema-place.ts';
import { kindOf, knownName } from '../base/text.ts';
import { runChecks, type WholeJudgement } from './clause-check.ts';
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

interface ExchangeJudgement extends WholeJudgement {
  /** The documented fields missing from a V1 error envelope other than that of 451: a note, never a violation. */
  readonly missing: readonly string[];
}

/**
 * Returns every violation of the documentation that the exchange shows, and the clauses that it shows: those of the call, the
 * response, the fields present, and the checks that are not silent. No finding repeats a secret or personal data, wherever in
 * the response it is. Throws for an unknown operation, and TypeError for an exchange without request or response.
 */
export function judge(
  operationId: OperationId,
  exchange: Exchange,
  settings: Settings = defaultSettings,
): ExchangeJudgement {
  if (!Object.hasOwn(exchangeChecks, operationId))
    knownName('the operation', operationId, Object.keys(operations));
  for (const part of ['request', 'response'])
    if (kindOf(member(exchange, part)) !== 'an object')
      throw new TypeError(`judge takes an exchange with request and response, and its ${part} is missing.`);
  const { documented, answer, findings, shownByChecks, missing } = findingsOf(
    operationId,
    exchange,
    settings,
  );
  const { response } = documented;
  const sent = jsonOf(exchange.request.body);
  const shows = new Set(shownByChecks);
  const undocumented = undocumentedPointers(operationId, sent, answer, response, settings, shows);
  const swapped = swappedFindings(operationId, exchange, findings, settings).map(({ clause }) => clause);
  const isWithoutIban = operationId === 'createMoneyTransferV1' && member(sent, 'iban') === undefined;
  const unjudged = isWithoutIban ? [...swapped, ...OF_IBAN] : swapped;
  for (const clause of unjudged) shows.delete(clause);
  const judged = findings.filter(({ clause }) => !unjudged.includes(clause));
  return {
    findings: withFoundValues(operationId, documented, answer, judged),
    shows: [...shows],
    undocumented,
    missing,
  };
}

/** The exchange as documented, with all findings. */
function findingsOf(operationId: OperationId, exchange: Exchange, settings: Settings) {
  const { status, due, broken } = documentedStatus(operationId, exchange.response);
  const documented = exchangeAsDocumented(exchange, status, settings);
  const { response } = documented;
  const sent = jsonOf(exchange.request.body);
  const answer = answerKind(operationId, status);
  const isEnvelope = isOtherEnvelope(operationId, response);
  const ofAnswer = isEnvelope
    ? envelopeFindings(response, settings)
    : answerFindings(operationId, answer, response, settings);
  // Which fields an error other than 451 leaves out is not shown (V1-REFUSAL-BODY).
  const isNote = ({ kind }: Finding) => isEnvelope && kind === 'missing';
  // A response of another kind lacks the fields that checks compare.
  const isOther = ofAnswer.some(({ pointer, kind }) => pointer === ANSWER && kind === 'type');
  // A mock does not read requests.
  const checks = exchangeChecks[operationId].filter((each) => settings.readsRequests || !each.readsRequest);
  const byChecks = runChecks(checks, documented, settings);
  const ofStatus = {
    kind: 'status',
    pointer: '/response/status',
    expected: `${due}`,
    found: `${exchange.response.status}`,
  } as const;
  const findings = [
    ...(broken ? [findingOf(broken, ofStatus)] : []),
    // A null member counts as not sent, and demands no error response.
    ...findingsOnRequest(operationId, documented, settings).filter(
      ({ kind, pointer }) => kind !== 'missing' || valueAt(sent, pointer.slice(BODY.length)).value !== null,
    ),
    ...ofAnswer.filter((finding) => !isNote(finding)),
    ...byChecks.findings.filter(
      ({ kind, pointer }) => !isOther || kind !== 'missing' || !pointer.startsWith(ANSWER),
    ),
  ];
  const missing = ofAnswer.filter(isNote).map(({ pointer }) => pointer.slice(ANSWER.length + 1));
  return { documented, answer, findings, shownByChecks: byChecks.shows, missing };
}

/** If two fields of the response are swapped, the findings of the first: that is one defect, reported for the second. */
function swappedFindings(
  operationId: OperationId,
  { request, response }: Exchange,
  findings: readonly Finding[],
  settings: Settings,
): readonly Finding[] {
  const pointers = new Set(findings.map(({ pointer }) => pointer));
  const [one = '', other = ''] = [...pointers].map((pointer) => pointer.slice(ANSWER.length + 1));
  const body = jsonOf(response.body);
  if (pointers.size !== 2 || !isObject(body)) return [];
  if (!Object.hasOwn(body, one) || !Object.hasOwn(body, other)) return [];
  const json = { ...body, [one]: body[other], [other]: body[one] };
  const swapped = findingsOf(operationId, { request, response: { ...response, body: { json } } }, settings);
  if (swapped.findings.length > 0) return [];
  return findings.filter(({ pointer }) => pointer === `${ANSWER}/${one}`);
}

/** Clauses about a payment's sender that apply only to requests that name it by IBAN. */
const OF_IBAN: readonly ClauseId[] = ['V1-PAYMENT-IBAN', 'V1-PAYMENT-ACCOUNT-ID'];

/** The exchange with documented field names in its response, and the documented status. */
function exchangeAsDocumented({ request, response }: Exchange, status: number, settings: Settings): Exchange {
  const json = asDocumented(jsonOf(response.body), settings);
  const sent = jsonOf(request.body);
  const body = sent === undefined ? {} : { body: { json: withoutNulls(sent) } };
  return {
    request: { ...request, ...body },
    response: { ...response, status, ...(json !== undefined && { body: { json } }) },
  };
}

/**
 * Findings on the request are mistakes of the client, whatever the response. Except: a rule without required params must fail
 * (params per triggerEvent), so its success is a mistake of the provider.
 */
function findingsOnRequest(
  operationId: OperationId,
  { request, response }: Exchange,
  { numbersAsText, paramsForm, bigDecimalForm }: Settings,
): Finding[] {
  const schema = requestSchema(operationId);
  const body = jsonOf(request.body);
  if (!schema || body === undefined) return [];
  // Settings about deviating responses do not apply to requests.
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

function envelopeFindings({ body }: Response, settings: Settings): Finding[] {
  const at = { pointer: ANSWER, clause: 'V1-ENVELOPE' } as const;
  const found = schemaFindings(open['importBankConnectionV1.451'], withoutNulls(jsonOf(body)), at, settings);
  return found.filter(({ clause }) => !clause.startsWith('V1-451-'));
}

/** The schemas of both bodies. An undocumented error response gets the V1 envelope. */
function exchangePlace(operationId: OperationId, answer: AnswerKind | undefined): SchemaPlace {
  const side = (body: Compiled | undefined) => ({ properties: body ? { body: body.schema } : {} });
  const properties = {
    request: side(requestSchema(operationId)),
    response: side(answer?.schema ?? open['importBankConnectionV1.451']),
  };
  return new SchemaPlace([{ properties }], '', true);
}

/** Fills in `found`, without the credentials and personal values of the exchange: an error text can quote any of them. */
function withFoundValues(
  operationId: OperationId,
  { request, response }: Exchange,
  answer: AnswerKind | undefined,
  findings: readonly Finding[],
): readonly Finding[] {
  // A missing field has nothing to fill in.
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

function callClause(operationId: OperationId): ClauseId {
  return operations[operationId].clauses[0];
}

/** Adds to `shows` the clauses of the call, the response and the fields present; returns the pointers of undocumented fields. */
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
  // An accepted request shows something only if the service reads requests; null shows nothing.
  const isShowing = (part: unknown) => isTaken && readsRequests && part !== null;
  const fields = readFields(requestSchema(operationId), sent, BODY, shows, isShowing);
  // The documentation says that the client configuration has more fields.
  return operationId === 'getClientConfiguration' ? fields : [...fields, ...answered];
}
