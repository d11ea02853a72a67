/** Cases of which token serves which call. */
import { answered, type CaseCall, example } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser } from '../../src/runner/test-data.ts';

const rule = example('createNotificationRule', 'newTermsAndConditionsFull');
/** A call that may be made twice. */
const serves = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'minimal'),
  then: '2XX',
} as const;
const user = { ...newUser(), isAutoUpdateEnabled: false };
const importV1 = example('importBankConnectionV1', 'minimal');
const createV1 = example('createMoneyTransferV1', 'minimal');
const importV2 = example('createBankConnectionImport', 'minimal');
const paymentV2 = example('createStandalonePayment', 'minimal');

const submission = { paymentId: answered<number>(0, 'id'), interface: 'XS2A' };
const submitted: readonly CaseCall[] = [
  { when: 'createMoneyTransferV1', send: createV1, then: '2XX' },
  { when: 'submitPaymentV1', send: submission, then: 451 },
];

const userServes = {
  clause: 'AUTH-USER-TOKEN-SERVES',
  says: 'serves the call',
  given: 'a user token',
  as: 'user',
  needs: 'judgement',
  control: [serves],
} as const;

const ofContextCases: Case[] = [
  {
    clause: 'AUTH-CLIENT-TOKEN-SERVES',
    says: 'serves the call',
    given: 'a client token',
    when: 'getClientConfiguration',
    as: 'client',
    then: '2XX',
    needs: 'judgement',
    control: [{ when: 'createUser', send: newUser(), then: '2XX' }],
  },
  {
    clause: 'USER-CREATE-CLIENT-TOKEN',
    says: 'creates the user',
    given: 'a client token',
    when: 'createUser',
    as: 'client',
    send: user,
    then: '2XX',
    needs: 'judgement',
  },
  {
    clause: 'AUTH-CLIENT-TOKEN-SERVES',
    says: 'serves the call',
    given: 'a client token',
    when: 'createUser',
    as: 'client',
    send: user,
    then: '2XX',
    needs: 'judgement',
  },
  {
    clause: 'USER-CREATE-CLIENT-TOKEN',
    says: 'refuses the call',
    given: 'a user token',
    when: 'createUser',
    as: 'user',
    send: user,
    then: 'refused',
  },
  { ...userServes, when: 'createNotificationRule', send: rule, then: '2XX' },
  { ...userServes, when: 'importBankConnectionV1', send: importV1, then: 451 },
  {
    ...userServes,
    when: 'createMoneyTransferV1',
    send: createV1,
    then: '2XX',
    control: [{ when: 'createNotificationRule', send: rule, then: '2XX' }],
  },
  {
    ...userServes,
    clause: 'AUTH-WEB-FORM-SAME',
    when: 'createBankConnectionImport',
    send: importV2,
    then: 201,
  },
  {
    ...userServes,
    clause: 'AUTH-WEB-FORM-SAME',
    when: 'createStandalonePayment',
    send: paymentV2,
    then: 201,
  },
  {
    clause: 'AUTH-USER-TOKEN-CONTEXT',
    says: 'serves the call',
    given: 'the token of the password grant',
    when: 'createNotificationRule',
    send: rule,
    then: '2XX',
    needs: 'memory',
  },
  {
    clause: 'AUTH-USER-TOKEN-CONTEXT',
    says: 'refuses the call',
    given: 'the payment of another user',
    first: [{ when: 'createMoneyTransferV1', as: 'other user', send: createV1, then: '2XX' }],
    when: 'submitPaymentV1',
    send: submission,
    then: 'refused',
    needs: 'memory',
    control: submitted,
  },
  {
    clause: 'AUTH-USER-TOKEN-CONTEXT',
    says: 'answers 451',
    given: 'a payment of the user, and another user who was authorized since',
    first: [
      { when: 'createMoneyTransferV1', send: createV1, then: '2XX' },
      { when: 'createMoneyTransferV1', as: 'other user', send: createV1, then: '2XX' },
    ],
    when: 'submitPaymentV1',
    send: submission,
    then: 451,
    needs: 'memory',
    control: submitted,
  },
];

export const contextCases = cases(import.meta.url, ofContextCases);
