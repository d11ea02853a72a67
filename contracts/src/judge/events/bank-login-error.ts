/** Checks of BANK_LOGIN_ERROR messages: an item for each bank connection whose login failed (Trigger semantics 3). */
import { kindOf } from '../../base/text.ts';
import { breach } from '../clause-check.ts';
import { checkItems } from '../read-message.ts';
import {
  absentFields,
  detailsOfAllItems,
  detailsOfRule,
  type EventChecks,
  encryption,
  identity,
  listedOnly,
  type MessageCheck,
  oneItemPerMatch,
  plainBankName,
} from './common.ts';

/** What details hold where the reason is unknown is not shown (LOGIN-ERROR-MESSAGE), and left to the schema. */
const denialMessage: MessageCheck = {
  clause: 'MESSAGE-LOGIN-DETAILS-MESSAGE',
  check: (message) =>
    checkItems(message, ({ sent, details }) => {
      if (details === undefined || sent['errorCode'] !== 'WRONG_CREDENTIALS') return 'silent';
      const found = details['errorMessage'];
      if (typeof found === 'string') return 'upheld';
      const text = `errorMessage is ${kindOf(found)}, not the denial message of the bank server`;
      return breach('/details/errorMessage', text);
    }),
};

const noAccountFields: MessageCheck = {
  clause: 'MESSAGE-LOGIN-NO-ACCOUNT',
  check: (message) =>
    checkItems(message, ({ sent }) =>
      absentFields(sent, ['accountId', 'accountName', 'accountNumber', 'accountIban']),
    ),
};

export const bankLoginError: EventChecks = {
  ofMessage: [
    ...encryption,
    plainBankName('MESSAGE-LOGIN-BANK-NAME'),
    detailsOfAllItems,
    oneItemPerMatch('MESSAGE-LOGIN-ERRORS'),
    denialMessage,
    noAccountFields,
  ],
  ofRule: [...identity, ...detailsOfRule, listedOnly],
};
