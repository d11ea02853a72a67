/** Checks of BANK_LOGIN_ERROR messages: an item for each bank connection whose login failed (Trigger semantics 3). */
import { kindOf } from '../../base/text.ts';
import { breach, type EventChecks, itemCheck } from '../clause-check.ts';
import * as common from './common.ts';

/** What details hold where the reason is unknown is not shown (NULL-OR-ABSENT), and left to the schema. */
const denialMessage = itemCheck('MESSAGE-LOGIN-DETAILS-MESSAGE', ({ sent, details }) => {
  if (details === undefined || sent['errorCode'] !== 'WRONG_CREDENTIALS') return 'silent';
  const found = details['errorMessage'];
  if (typeof found === 'string') return 'upheld';
  const text = `errorMessage is ${kindOf(found)}, not the denial message of the bank server`;
  return breach('/details/errorMessage', text);
});

const noAccountFields = itemCheck('MESSAGE-LOGIN-NO-ACCOUNT', ({ sent }) =>
  common.absentFields(sent, ['accountId', 'accountName', 'accountNumber', 'accountIban']),
);

export const bankLoginError: EventChecks = {
  ofMessage: [
    ...common.ofItems('MESSAGE-LOGIN-ERRORS', 'MESSAGE-LOGIN-BANK-NAME'),
    denialMessage,
    noAccountFields,
  ],
  ofRule: common.ofItemRule,
};
