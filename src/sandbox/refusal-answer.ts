/** Writes a refusal in the way of its operation: RFC 6749 for tokens, the envelope for V1, one line for the others. */
import type { Answer } from './answer.ts';
import { envelope } from './envelope.ts';
import type { Call, Surroundings } from './handler.ts';
import { type OperationId, speaksV1 } from './operation.ts';
import type { Refusal } from './refusal.ts';

/** `operationId` is undefined for a call that is not documented. */
export function refusalAnswer(
  { status, says, headers, oauthError }: Refusal,
  operationId: OperationId | undefined,
  call: Pick<Call, 'endpoint' | 'caller'>,
  around: Pick<Surroundings, 'clock' | 'chance' | 'client'>,
): Answer {
  if (operationId === 'createToken') {
    return { status, headers, body: { error: oauthError, error_description: says } };
  }
  if (operationId !== undefined && speaksV1(operationId)) {
    // What a V1 refusal holds is not shown (V1-REFUSAL-BODY, ERROR-CODES).
    const error = { message: says, code: 'REFUSED', type: 'REFUSED' };
    return { status, headers, body: envelope(error, '', call, around) };
  }
  return { status, headers, body: { error: says } };
}
