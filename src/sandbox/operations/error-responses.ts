/** The response to a call that is refused, and the V1 error envelope. */
import { operations } from '../../../contracts/generated/operations.ts';
import type { Clock, IdSource } from '../clock.ts';
import type { OwnRefusals, Refusal } from '../refusal.ts';
import type { JsonResponse, SandboxOperation } from '../request-and-response.ts';

/** What the envelope repeats of its call, and where its time and id come from. */
export interface EnvelopeSource {
  /** Method and path of the call. */
  readonly endpoint: string;
  readonly caller: { readonly user?: { readonly id: string } };
  readonly clock: Clock;
  readonly idSource: IdSource;
  readonly client: { readonly id: string };
}

/** The response as the settings define it, or else in the form of the operation. */
export function errorResponse(
  refusal: Refusal,
  operationId: SandboxOperation | undefined,
  source: EnvelopeSource,
  own: OwnRefusals,
): JsonResponse {
  const usual = usualResponse(refusal, operationId, source);
  const { status = usual.status, body } = own[refusal.reason] ?? {};
  if (body === undefined) return { ...usual, status };
  const { endpoint, clock, idSource } = source;
  const facts = { message: refusal.says, endpoint, requestId: idSource.uuid(), date: clock.germanTime() };
  return { ...usual, status, body: filled(body, facts) };
}

/** The template with each placeholder such as {message} replaced. */
function filled(template: object, facts: Readonly<Record<string, string>>): unknown {
  const placed = (placeholder: string, name: string) =>
    JSON.stringify(facts[name] ?? placeholder).slice(1, -1);
  return JSON.parse(JSON.stringify(template).replace(/\{(\w+)\}/g, placed));
}

/** The error response of RFC 6749 for tokens, the envelope for V1, one line for other operations. */
function usualResponse(
  { status, says, headers, oauthError }: Refusal,
  operationId: SandboxOperation | undefined,
  source: EnvelopeSource,
): JsonResponse {
  if (operationId === 'createToken')
    return { status, headers, body: { error: oauthError, error_description: says } };
  // The body of a V1 error response other than 451 is not shown (V1-REFUSAL-BODY, ERROR-CODES).
  const isV1 = operationId !== undefined && operations[operationId].path.startsWith('/api/v1/');
  const error = { message: says, code: 'REFUSED', type: 'REFUSED' };
  return { status, headers, body: isV1 ? envelope(error, '', source) : { error: says } };
}

/** The V1 error envelope (Errors 1). `bank` describes the bank of the call, empty where none is known. */
export function envelope(
  error: { readonly message: string; readonly code: string; readonly type: string },
  bank: string,
  { endpoint, caller, clock, idSource, client }: EnvelopeSource,
): object {
  return {
    errors: [{ ...error, multiStepAuthentication: null }],
    // Its zone is not shown (V1-ENVELOPE-ZONE).
    date: clock.germanTime(),
    requestId: idSource.uuid(),
    endpoint,
    authContext: caller.user ? `${client.id}/${caller.user.id}` : client.id,
    bank,
  };
}
