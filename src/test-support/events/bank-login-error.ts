/** BANK_LOGIN_ERROR: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import { type EventReading, holds, ofParams } from '../event-reading.ts';
import { documented } from '../field-sabotages.ts';
import { GONE } from '../fixtures.ts';

const one = 'loginErrors[0]';
/** A second failed login. */
const login = { bankConnectionId: 531553, bankName: 'Testbank', bankConnectionName: 'Meine Hausbank' };

export const reading: EventReading = {
  params: ['bankConnectionIds'],
  compared: { bankConnectionIds: '531552' },
  message: [
    documented('loginErrors', 'list', 'MESSAGE-LOGIN-ERRORS'),
    documented(`${one}.bankConnectionId`, 'number', 'MESSAGE-LOGIN-CONNECTION-ID'),
    documented(`${one}.bankName`, 'text', 'MESSAGE-LOGIN-BANK-NAME'),
    documented(`${one}.bankConnectionName`, 'text', 'MESSAGE-LOGIN-CONNECTION-NAME', 'unset', 'encrypted'),
    documented(`${one}.errorCode`, { words: ['WRONG_CREDENTIALS'] }, 'MESSAGE-LOGIN-ERROR-CODE', 'unset'),
    documented(`${one}.details`, 'text', 'MESSAGE-DETAILS', 'unset', 'encrypted'),
  ],
  details: [documented('errorMessage', 'text', 'MESSAGE-LOGIN-DETAILS-MESSAGE', 'unset', 'personal')],
  broken: [
    ...holds('MESSAGE-LOGIN-ERRORS', '/loginErrors', []),
    [
      'MESSAGE-LOGIN-ERRORS /loginErrors/1/bankConnectionId',
      { '/loginErrors/1': { ...login, bankConnectionId: 531552, details: { errorMessage: 'PIN wrong' } } },
    ],
    [
      'MESSAGE-DETAILS-PRESENT /loginErrors/1/details',
      { '/loginErrors/1': { ...login, errorCode: 'WRONG_CREDENTIALS' } },
    ],
    ...holds('MESSAGE-DETAILS', '/loginErrors/0/details', '{"errorMessage":""}'),
    ...ofParams('MESSAGE-LISTED-ONLY /loginErrors', { bankConnectionIds: '531553' }),
    [
      'MESSAGE-LOGIN-DETAILS-MESSAGE /loginErrors/0/details/errorMessage',
      { '/loginErrors/0/details/errorMessage': GONE, '/loginErrors/0/errorCode': 'WRONG_CREDENTIALS' },
    ],
    ...['accountId', 'accountName', 'accountNumber', 'accountIban'].flatMap((field) =>
      holds('MESSAGE-LOGIN-NO-ACCOUNT', `/loginErrors/0/${field}`, 'x'),
    ),
  ],
};
