/** Which operation a call is, which documented response a status belongs to, and the compiled schemas of both. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { Finding } from '../base/finding.ts';
import { flowKinds, flows } from '../base/flows.ts';
import { isAbsoluteUrl } from '../base/formats.ts';
import { isSet, member, partsIn } from '../base/json-value.ts';
import { type Compiled, errorsOf } from '../base/schema.ts';
import { is2xx, isError } from '../base/status.ts';
import { jsonOf, type Request, type Response } from './exchange.ts';

export type OperationId = keyof typeof operations;
const OPERATION_IDS = Object.keys(operations) as OperationId[];

const validators: Readonly<Record<string, Compiled | undefined>> = open;

export interface AnswerKind {
  /** The key under which the response is documented: 201, 451, 2XX or 4XX. */
  readonly status: string;
  readonly clauses: readonly ClauseId[];
  /** Of its body; undefined where that is not documented. */
  readonly schema: Compiled | undefined;
}

/** By the method and the end of the path, on any host and under any prefix; undefined for an undocumented call. */
export function operationOf(request: Pick<Request, 'method' | 'url'>): OperationId | undefined {
  const path = pathOf(request.url);
  return OPERATION_IDS.find(
    (id) => operations[id].method === request.method && path.endsWith(operations[id].path),
  );
}

/** As the documentation names it: POST /api/v1/payments/submit */
export function callName(operation: OperationId): string {
  const { method, path } = operations[operation];
  return `${method} ${path}`;
}

/** The path of a URL, without query, fragment and a slash at its end. */
export function pathOf(url: string): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

const answerKinds = Object.fromEntries(
  OPERATION_IDS.map((id) => {
    const kinds = Object.entries(operations[id].answers).map(
      ([status, { clauses }]): [string, AnswerKind] => [
        status,
        { status, clauses, schema: validators[`${id}.${status}`] },
      ],
    );
    return [id, Object.fromEntries(kinds)];
  }),
) as Readonly<Record<OperationId, Readonly<Record<string, AnswerKind>>>>;

/** The documented response that a status belongs to; undefined when the documentation shows none for it. */
export function answerKind(operationId: OperationId, status: number): AnswerKind | undefined {
  const kinds = answerKinds[operationId];
  return kinds[status] ?? kinds[isError(status) ? '4XX' : `${Math.floor(status / 100)}XX`];
}

/**
 * The status that the documentation gives to what the response says, and the clause that says so where the provider
 * sends another: an error WEB_FORM_REQUIRED or a web form of V1 comes with 451, a web form of V2 with 201. The rest of a response with
 * a wrong status is judged under the documented one.
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
  // That V2 responds as V1 does is all that such a response shows.
  const isOfV1 = status === 451 && (isFormUrl(headers['location']) || requiresWebForm(jsonOf(body)));
  return isOfV1 && broken ? { status, due, broken } : { status };
}

/** The same of a response, whose status may be wrong. */
export function answerOf(operationId: OperationId, response: Response): AnswerKind | undefined {
  return answerKind(operationId, documentedStatus(operationId, response).status);
}

/** Of a Web Form V2. */
export function isWebFormType(type: unknown): boolean {
  return flowKinds.some((kind) => flows[kind].form === type);
}

/** By its error, or by the web form itself in the body, as V2 gives it. */
export function requiresWebForm(body: unknown): boolean {
  const errors = member(body, 'errors');
  if (typeof member(body, 'url') === 'string' && isWebFormType(member(body, 'type'))) return true;
  return Array.isArray(errors) && errors.some((error) => member(error, 'code') === 'WEB_FORM_REQUIRED');
}

/** Not one below the V1 endpoints, where a created resource has its own (Versioning 1). */
function isFormUrl(location: string | undefined): boolean {
  return location !== undefined && isAbsoluteUrl(location) && !pathOf(location).includes('/api/v1/');
}

/**
 * Whether an error response of V1 other than 451 is recognisably the error envelope (V1-REFUSAL-BODY). Gateways that are busy
 * send none.
 */
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

/** What `own` describes and what a body is that is wholly what another call is documented to get. */
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
 * What the status of a response says of its call: `success` as documented; `busy` of a gateway or service that says nothing
 * of the call; `error` for every other 400 to 599; `other` for what no call is documented to get; `none` without a response.
 */
export type ResponseClass = 'success' | 'busy' | 'error' | 'other' | 'none';

const BUSY = [429, 502, 503, 504];

/** `status` is 0 or undefined where no response came or none was recorded. */
export function responseClass(operationId: OperationId, status = 0): ResponseClass {
  if (status === 0) return 'none';
  if (isSuccess(operationId, status)) return 'success';
  if (isBusy(status)) return 'busy';
  return isError(status) ? 'error' : 'other';
}

export function isBusy(status: number): boolean {
  return BUSY.includes(status);
}

/** undefined for a call without a body. */
export function requestSchema(operationId: OperationId): Compiled | undefined {
  return validators[`${operationId}.request`];
}

/** The clauses of an operation and its responses as a whole. */
export function clausesOfCall(operationId: OperationId): ClauseId[] {
  const { clauses, answers } = operations[operationId];
  return [...clauses, ...Object.values(answers).flatMap((answer) => answer.clauses)];
}

/** The clauses that the schemas of these names state, at any depth. */
export function clausesOfSchemas(names: readonly string[]): ClauseId[] {
  const nodes = names.flatMap((name) => [...partsIn(validators[name]?.schema)]);
  return nodes.flatMap(({ value }) => (member(value, 'x-clauses') ?? []) as ClauseId[]);
}
