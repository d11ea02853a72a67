/** Cases of the rule that every call carries an access token: without one, and with a text that is none. */
import { example } from '../../src/drive/calls/call.ts';
import { answered } from '../../src/drive/calls/fill.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';

const alike = {
  clause: 'AUTH-TOKEN-NEEDED',
  says: 'refuses the call',
  given: 'no access token',
  as: 'nobody',
  then: 'refused',
} as const;

const withoutOne: Case[] = [
  { ...alike, when: 'createUser', send: example('createUser', 'full') },
  {
    ...alike,
    when: 'createNotificationRule',
    send: example('createNotificationRule', 'newTermsAndConditionsFull'),
  },
  { ...alike, when: 'getClientConfiguration' },
  { ...alike, when: 'importBankConnectionV1', send: example('importBankConnectionV1', 'full') },
  { ...alike, when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full') },
  {
    ...alike,
    first: [{ when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full'), then: '2XX' }],
    when: 'submitPaymentV1',
    send: { paymentId: answered(0, 'id'), interface: 'XS2A' },
    needs: 'memory',
  },
  { ...alike, when: 'createBankConnectionImport', send: example('createBankConnectionImport', 'full') },
  { ...alike, when: 'createStandalonePayment', send: example('createStandalonePayment', 'full') },
];

const withAnother: Case[] = withoutOne.map((row) => ({
  ...row,
  given: 'a text that was never issued as a token',
  as: 'stranger',
}));

export const tokenNeededCases = cases(import.meta.url, [...withoutOne, ...withAnother]);
