/** BANK_LOGIN_ERROR: a bank connection was not updated, because login at the bank failed (Trigger semantics 3). */
import { details } from '../batch-update/item-fields.ts';
import type { SandboxEvent } from '../batch-update/trigger-event.ts';

export const bankLoginError: SandboxEvent<'BANK_LOGIN_ERROR'> = {
  about: 'failedLogins',
  message: (match) => ({
    loginErrors: match.connections.map(({ connection, errorMessage = '', wrongCredentials }) => ({
      bankConnectionId: connection.id,
      bankName: connection.bankName,
      bankConnectionName: connection.name ?? '',
      ...(wrongCredentials && { errorCode: 'WRONG_CREDENTIALS' as const }),
      ...details(match, () => ({ errorMessage })),
    })),
  }),
};
