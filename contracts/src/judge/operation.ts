/** Finds the operation of a call, the documented response of a status, and the compiled schemas of both. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { Finding } from '../base/finding.ts';
import { flowKinds, flows } from '../base/flows.ts';
import { isAbsoluteUrl } from '../base/formats.ts';
import { isSet, member } from '../base/json-value.ts';
import { type Compiled, errorsOf } from '../base/schema.ts';
import { is2xx, isError } from '../base/status.ts';
import { jsonOf, type Request, type Response } from './exchange.ts';

export type OperationId = keyof typeof operations;
const OPERATION_IDS = Object.keys(operations) as OperationId[];

const validators: Readonly<Record<string, Compiled | undefined>> = open;

export interface AnswerKind {
  /** The documented status: 201, 451, 2XX or 4XX. */
  readonly status: string;
  readonly clauses: readonly ClauseId[];
  /** The schema of the body; undefined where none is documented. */
  readonly schema: Compiled | undefined;
}

/** Finds the operation by method and end of path, on any host and under any prefix; undefined for an undocumented call. */
export function operationOf(request: Pick<Request, 'method' | 'url'>): OperationId | undefined {
  const path = pathOf(request.url);
  return OPERATION_IDS.find(
    (id) => operations[id].method === request.method && path.endsWith(operations[id].path),
  );
}

/** The path of a URL, without query, fragment and a slash at its end. */
export function pathOf(url: string): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The documented response with this status; undefined if there is none. */
export function answerKind(operationId: OperationId, status: number): AnswerKind | undefined {
  const answers: Readonly<Record<string, Pick<AnswerKind, 'clauses'>>> = operations[operationId].answers;
  const range = isError(status) ? '4XX' : `${Math.floor(status / 100)}XX`;
  const documented = Object.hasOwn(answers, status) ? `${status}` : range;
  const answer = answers[documented];
  return answer && { ...answer, status: documented, schema: validators[`${operationId}.${documented}`] };
}

/**
 * The documented status for the content of a response, and the clause that a deviating status breaks: an error
 * WEB_FORM_REQUIRED or a web form in V1 needs 451, a web form in V2 201. The rest of a response with a wrong status is judged
 * under the documented one.
 */
export function documentedStatus(
  operationId: OperationId,
  { status, headers, body }: Response,
): { readonly status: number; readonly due?: number; readonly broken?: ClauseId } {
  const due = [201, 451].find((number) => number in operations[operationId].answers);
  if (due === undefined || status === due) return { status };
  const leadsToForm = is2xx(status) && isFormUrl(headers['location']);
  const isMeant = due === 451 ? leadsToForm || requiresWebForm(jsonOf(body)) : isSuccess(operationId, status);
  const [broken] = answerKind(operationId, due)?.clauses ?? [];
  if (isMeant && broken) return { status: due, due, broken };
  // A V2 response in V1 form shows only that clause.
  const isOfV1 = status === 451 && (isFormUrl(headers['location']) || requiresWebForm(jsonOf(body)));
  return isOfV1 && broken ? { status, due, broken } : { status };
}

/** The documented response of a call, even if its status is wrong. */
export function answerOf(operationId: OperationId, response: Response): AnswerKind | undefined {
  return answerKind(operationId, documentedStatus(operationId, response).status);
}

export function isWebFormType(type: unknown): boolean {
  return flowKinds.some((kind) => flows[kind].form === type);
}

/** Whether a body demands a web form: by its error code, or by a web form as V2 returns it. */
export function requiresWebForm(body: unknown): boolean {
  const errors = member(body, 'errors');
  if (typeof member(body, 'url') === 'string' && isWebFormType(member(body, 'type'))) return true;
  return Array.isArray(errors) && errors.some((error) => member(error, 'code') === 'WEB_FORM_REQUIRED');
}

/** Whether a location is a form URL. One below the V1 endpoints may be that of a created resource (Versioning 1). */
function isFormUrl(location: string | undefined): boolean {
  return location !== undefined && isAbsoluteUrl(location) && !pathOf(location).includes('/api/v1/');
}

/** Whether a V1 error response other than 451 is clearly the error envelope (V1-REFUSAL-BODY). Busy gateways send none. */
export function isOtherEnvelope(operationId: OperationId, { status, body }: Response): boolean {
  const json = jsonOf(body);
  const errors = member(json, 'errors');
  const isV1 = operations[operationId].path.startsWith('/api/v1/');
  if (!isV1 || status === 451 || responseClass(operationId, status) !== 'error') return false;
  if (!Array.isArray(errors)) return false;
  const isList = errors.length > 0 && errors.every((error) => isSet(member(error, 'code')));
  return isList && isSet(member(json, 'endpoint')) && isSet(member(json, 'authContext'));
}

const KINDS = [
  ['a token', open['createToken.2XX']],
  ['a user', open['createUser.2XX']],
  ['a payment', open['createMoneyTransferV1.2XX']],
  ['the V1 error envelope', open['importBankConnectionV1.451']],
  ['a web form', open['createBankConnectionImport.201']],
  ['a web form', open['createStandalonePayment.201']],
] as const;

/** The expected kind of body and the found one, if the body exactly fits the documented response of another call. */
export function otherKind(own: Compiled, body: unknown): Pick<Finding, 'expected' | 'found'> | undefined {
  const found = KINDS.find(([, schema]) => errorsOf(schema, body).length === 0)?.[0];
  const expected = KINDS.find(([, schema]) => schema === own)?.[0] ?? 'the documented body';
  return found === undefined || found === expected ? undefined : { expected, found };
}

/** Whether the call succeeded: a 2xx, or the 451 of a V1 flow that needs a web form. */
export function isSuccess(operationId: OperationId, status: number): boolean {
  return is2xx(status) || (status === 451 && '451' in operations[operationId].answers);
}

/**
 * The meaning of a status: `success` as documented; `busy` if a gateway or service says nothing of the call; `error` for every
 * other 400 to 599; `other` if no call is documented to get it; `none` without a response.
 */
export type ResponseClass = 'success' | 'busy' | 'error' | 'other' | 'none';

const BUSY = [429, 502, 503, 504];

/** `status` is 0 or undefined if no response came or none was recorded. */
export function responseClass(operationId: OperationId, status = 0): ResponseClass {
  if (status === 0) return 'none';
  if (isSuccess(operationId, status)) return 'success';
  if (isBusy(status)) return 'busy';
  return isError(status) ? 'error' : 'other';
}

export function isBusy(status: number): boolean {
  return BUSY.includes(status);
}

export function requestSchema(operationId: OperationId): Compiled | undefined {
  return validators[`${operationId}.request`];
}
