/** NEW_ACCOUNT_BALANCE: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import { balance, balanceDetails, balances, type EventReading, sent } from '../event-reading.ts';

export const reading: EventReading = {
  params: ['accountIds'],
  compared: { accountIds: '547699,547700' },
  accounts: ['balanceChanges', 'MESSAGE-BALANCE-CHANGES'],
  details: balanceDetails,
  broken: [
    ...balances(1537.62, -1537.61, 1537.610001, 0),
    [
      `MESSAGE-BALANCE-CHANGES ${balance}/newBalance`,
      { [`${balance}/newBalance`]: 979.69, [`${balance}/balanceChange`]: 0 },
    ],
  ],
  brokenRules: [
    ...sent('RULE-TRIGGER-EVENT', '/triggerEvent', 'OTHER', 'new_terms'),
    ...sent('RULE-PARAMS', '/params', '1,2'),
    ...sent('RULE-CALLBACK-HANDLE', '/callbackHandle', 17),
    ...sent('RULE-INCLUDE-DETAILS', '/includeDetails', 'true'),
  ],
};
