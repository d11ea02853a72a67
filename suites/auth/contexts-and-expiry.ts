/** Cases of tokens in use: how long one serves, on both sides of the second in which it ends, and which token serves which call. */
import { answered, type CaseCall, example } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { bank, newUser } from '../../src/runner/test-data.ts';

const rule = example('createNotificationRule', 'newTermsAndConditionsFull');
/** A call that may be made twice. */
const serves = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'minimal'),
  then: '2XX',
} as const;
/** The same rule twice may be a duplicate (RULES-TERMS-TWICE); web forms are never one. */
const servesToo = { when: 'createBankConnectionImport', send: { bank: { id: bank() } }, then: 201 } as const;

const ofExpiryCases: Case[] = [
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a token one second before the end of its lifetime',
    first: [{ secondsAfterExpiry: -1 }],
    when: 'createNotificationRule',
    send: rule,
    then: '2XX',
    needs: 'clock',
    control: 'alone',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a token one second after the end of its lifetime',
    first: [{ secondsAfterExpiry: 1 }],
    when: 'createNotificationRule',
    send: rule,
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call on Web Form V2',
    given: 'a token one second after the end of its lifetime',
    first: [{ secondsAfterExpiry: 1 }],
    when: 'createBankConnectionImport',
    send: { bank: { id: bank() } },
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a token at the end of its lifetime',
    first: [{ secondsAfterExpiry: 0 }],
    when: 'createNotificationRule',
    send: rule,
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a token that was used a second before the end of its lifetime',
    first: [{ secondsAfterExpiry: -1 }, serves, { secondsAfterExpiry: 1 }],
    when: 'createNotificationRule',
    send: rule,
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a client token one second before the end of its lifetime',
    first: [{ secondsAfterExpiry: -1, of: 'client' }],
    when: 'getClientConfiguration',
    then: '2XX',
    needs: 'clock',
    control: 'alone',
  },
  {
    clause: 'AUTH-TOKEN-EXPIRED',
    says: 'refuses the call',
    given: 'a client token one second after the end of its lifetime',
    first: [{ secondsAfterExpiry: 1, of: 'client' }],
    when: 'getClientConfiguration',
    then: 'refused',
    needs: 'clock',
  },
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a token that has served a call already',
    first: [servesToo],
    ...serves,
    needs: 'memory',
    control: 'alone',
  },
  {
    clause: 'AUTH-TOKEN-LIFETIME',
    says: 'serves the call',
    given: 'a token whose user has obtained another one since',
    first: [serves, { ...servesToo, as: 'user anew' }],
    ...servesToo,
    needs: 'memory',
    control: 'alone',
  },
];

// Which token serves which call.

const user = { ...newUser(), isAutoUpdateEnabled: false };
const importV1 = example('importBankConnectionV1', 'full');
const createV1 = example('createMoneyTransferV1', 'full');
const importV2 = example('createBankConnectionImport', 'full');
const paymentV2 = example('createStandalonePayment', 'full');

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

const clientDoesNot = {
  clause: 'AUTH-CLIENT-TOKEN-LIMITS',
  says: 'refuses the call',
  given: 'a client token',
  as: 'client',
  then: 'refused',
} as const;

const list: Case[] = [
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
  { ...clientDoesNot, when: 'createNotificationRule', send: rule },
  { ...clientDoesNot, when: 'importBankConnectionV1', send: importV1 },
  { ...clientDoesNot, when: 'createMoneyTransferV1', send: createV1 },
  {
    ...clientDoesNot,
    first: [{ when: 'createMoneyTransferV1', send: createV1, then: '2XX' }],
    when: 'submitPaymentV1',
    send: submission,
    needs: 'memory',
  },
  { ...clientDoesNot, when: 'createBankConnectionImport', send: importV2 },
  { ...clientDoesNot, when: 'createStandalonePayment', send: paymentV2 },
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

const ofContextCases: Case[] = list;

export const contextCases = cases(import.meta.url, [...ofExpiryCases, ...ofContextCases]);
