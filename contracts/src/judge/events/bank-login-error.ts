/** Checks of BANK_LOGIN_ERROR messages: an item for each bank connection whose login failed (Trigger semantics 3). */
import { held, itemCheck, type MessageCheck } from '../clause-check.ts';
import { absentFields } from './common.ts';

/** Details for an unknown reason are not shown (NULL-OR-ABSENT), and left to the schema. */
const denialMessage = itemCheck('MESSAGE-LOGIN-DETAILS-MESSAGE', ({ sent, details }) => {
  if (details === undefined || sent['errorCode'] !== 'WRONG_CREDENTIALS') return 'silent';
  const expected = 'the denial message of the bank server';
  return held(typeof details['errorMessage'] === 'string', '/details/errorMessage', expected, 'type');
});

const noAccountFields = itemCheck('MESSAGE-LOGIN-NO-ACCOUNT', ({ sent }) =>
  absentFields(sent, ['accountId', 'accountName', 'accountNumber', 'accountIban']),
);

export const bankLoginError: readonly MessageCheck[] = [denialMessage, noAccountFields];
