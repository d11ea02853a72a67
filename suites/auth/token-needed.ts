/** Cases of the rule that every call carries an access token, one for each operation that needs one. */

import { example } from '../../src/drive/call.ts';
import { type Case, cases } from '../../src/drive/case.ts';

const alike = {
  clause: 'AUTH-TOKEN-NEEDED',
  says: 'refuses the call',
  given: 'no access token',
  as: 'nobody',
  then: 'refused',
} as const;

const list: Case[] = [
  { ...alike, when: 'createUser', send: example('createUser', 'full') },
  {
    ...alike,
    when: 'createNotificationRule',
    send: example('createNotificationRule', 'newTermsAndConditionsMinimal'),
  },
  { ...alike, when: 'getClientConfiguration' },
  { ...alike, when: 'importBankConnectionV1', send: example('importBankConnectionV1', 'full') },
  { ...alike, when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full') },
  { ...alike, when: 'submitPaymentV1', send: example('submitPaymentV1', 'full') },
  { ...alike, when: 'createBankConnectionImport', send: example('createBankConnectionImport', 'full') },
  { ...alike, when: 'createStandalonePayment', send: example('createStandalonePayment', 'full') },
];

export const tokenNeededCases = cases(import.meta.url, list);
