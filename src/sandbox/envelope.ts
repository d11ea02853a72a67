/** The V1 error envelope (Errors 1). */
import type { Answer } from './answer.ts';
import type { Call, Surroundings } from './handler.ts';
import type { OperationId } from './operation.ts';

export interface EnvelopeError {
  readonly message: string;
  readonly code: string;
  readonly type: string;
}

/** `bank` describes the bank of the call, empty where none is known. */
export function envelope(
  error: EnvelopeError,
  bank: string,
  { endpoint, caller }: Pick<Call<OperationId>, 'endpoint'> & { caller: { user?: { id: string } } },
  { clock, chance, client }: Pick<Surroundings, 'clock' | 'chance' | 'client'>,
): NonNullable<Answer['body']> {
  return {
    errors: [{ ...error, multiStepAuthentication: null }],
    // Its zone is not shown (V1-ENVELOPE-ZONE).
    date: clock.germanTime(),
    requestId: chance.uuid(),
    endpoint,
    authContext: caller.user ? `${client.id}/${caller.user.id}` : client.id,
    bank,
  };
}
