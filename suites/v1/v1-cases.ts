/** Cases of the V1 calls: the import, the payment in two calls, and each field of their requests. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { answered, type CallOf, type CaseCall, example, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import {
  amount,
  bank,
  counterpart,
  executionDate,
  ids,
  purpose,
  recipientField,
  senderIban,
  wholeAddress,
} from '../../src/runner/test-data.ts';
import { differs, headerDiffers, isLater, MOMENTS, twoSecondsLater, WORKING_DAYS } from '../answer-checks.ts';
import { isEnvelopeOfNow, opens } from '../web-form-checks.ts';

function answers451(clause: ClauseId, says: string, name: 'minimal' | 'full' = 'full'): Case {
  return {
    clause,
    says,
    given: 'a bank that needs a web form',
    when: 'importBankConnectionV1',
    send: example('importBankConnectionV1', name),
    then: 451,
  };
}

const ofImportV1Cases: Case[] = [
  answers451('V1-IMPORT-451', 'answers 451'),
  answers451('V1-IMPORT-451', 'answers 451 to a request that names a bank and nothing else', 'minimal'),
  answers451('V1-451-LOCATION', 'carries the address of the web form in the location header'),
  answers451('V1-451-CODE', 'has the error WEB_FORM_REQUIRED'),
  answers451('V1-451-TYPE', 'types the error BUSINESS'),
  answers451('V1-451-MESSAGE', 'gives the error a numeric message'),
  answers451('V1-451-MULTI-STEP', 'leaves multiStepAuthentication null'),
  answers451('V1-ENVELOPE', 'answers with the whole error envelope'),
  answers451('V1-ENVELOPE-DATE', 'writes date with a space, milliseconds and no offset'),
  { ...answers451('V1-ENVELOPE-ENDPOINT', 'names the method and path of the call'), needs: 'judgement' },
  answers451('V1-PREFIX', 'is under /api/v1'),
  answers451('V1-IMPORT-CALL', 'takes the request', 'minimal'),
  {
    ...answers451('V1-451-LOCATION', 'leads to the web form'),
    ...{ also: [opens('location', 'V1-451-LOCATION')], needs: 'memory' },
  },
];

// Cases of the V1 payment: the call that creates it and the call that submits it.

type Send = CallOf<'createMoneyTransferV1'>['send'];

function creates(
  clause: ClauseId,
  says: string,
  send: Send = example('createMoneyTransferV1', 'full'),
): Case {
  return {
    clause,
    says,
    given: 'a sender and orders',
    when: 'createMoneyTransferV1',
    ...(send && { send }),
    then: '2XX',
  };
}

/** As many as the target takes, where it takes fewer. */
function severalOrders(count: number): Case {
  const moneyTransfers = Array.from({ length: count }, (_, index) => ({
    ...counterpart(index),
    amount: amount(index % 5),
  }));
  return {
    clause: 'V1-PAYMENT-ORDER-COUNT',
    says: 'counts the orders',
    given: count === 1 ? '1 order' : `${count} orders, or as many as the provider takes`,
    when: 'createMoneyTransferV1',
    send: { iban: senderIban(), executionDate: executionDate(), moneyTransfers },
    then: '2XX',
    needs: 'judgement',
  };
}

function submits(clause: ClauseId, says: string): Case {
  return {
    clause,
    says,
    given: 'a created payment',
    first: [{ when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full'), then: '2XX' }],
    when: 'submitPaymentV1',
    send: { paymentId: answered(0, 'id'), interface: 'XS2A' },
    then: 451,
  };
}

const payment = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'full'),
  then: '2XX',
} as const;
function paymentOn(day: number, at = 0) {
  const moneyTransfers = [{ ...counterpart(), amount: amount(at) }];
  return { iban: senderIban(), executionDate: executionDate(day), moneyTransfers };
}

/** A user whose rule names an account has accounts. */
const ruleOnFirstAccount = {
  when: 'createNotificationRule',
  send: {
    triggerEvent: 'NEW_ACCOUNT_BALANCE',
    params: { accountIds: ids('accounts', 0) },
    callbackHandle: 'changes',
    includeDetails: false,
  },
  then: '2XX',
} as const;

/** No two alike: a provider may refuse a payment that it has already. */
const three = [0, 1, 2].map((at) => ({ ...payment, send: paymentOn(at, at) }));
/** Of another bank than the examples: a provider may need no web form for a bank that it knows of the user. */
const importOfBank = { when: 'importBankConnectionV1', send: { bankId: bank(1) }, then: 451 } as const;

function submitted(index: number) {
  const send = { paymentId: answered<number>(index, 'id'), interface: 'XS2A' };
  return { when: 'submitPaymentV1', send, then: 451 } as const;
}

const ofPaymentV1Cases: Case[] = [
  creates('V1-PAYMENT', 'answers with the payment'),
  creates('V1-CREATE-CALL', 'creates the payment of one order', example('createMoneyTransferV1', 'minimal')),
  creates('V1-PAYMENT-ACCOUNT-ID', 'leaves accountId null'),
  {
    ...creates('V1-PAYMENT-ACCOUNT-ID', 'leaves accountId null', paymentOn(0)),
    given: 'a user with bank accounts, one of which has the IBAN of the sender',
    first: [ruleOnFirstAccount],
    needs: 'memory',
  },
  creates('V1-PAYMENT-STATUS', 'creates the payment with the status OPEN'),
  creates('V1-PAYMENT-EXECUTION-DATE', 'writes instructedExecutionDate as yyyy-MM-dd'),
  { ...creates('V1-PAYMENT-IBAN', 'repeats the IBAN of the sender'), needs: 'judgement' },
  {
    ...creates('V1-PAYMENT-IBAN', 'repeats the IBAN of the sender and not that of an earlier one', {
      iban: senderIban(1),
      moneyTransfers: [{ ...counterpart(), amount: amount() }],
    }),
    first: [{ when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full'), then: '2XX' }],
    also: [differs('id', 0, 'V1-PAYMENT-ID')],
    needs: 'memory',
  },
  { ...severalOrders(0), given: 'no order', mayBeRefused: true },
  ...[1, 2, 3, 10, 12].map(severalOrders),
  ...[0, 1, 2].map(
    (index): Case => ({
      clause: 'V1-SUBMIT-PAYMENT-ID',
      says: 'answers 451 with an address of its own',
      given: `payment ${index + 1} of three after another was submitted`,
      first: [...three, { ...submitted((index + 1) % 3) }],
      ...submitted(index),
      also: [headerDiffers('location', 3, 'V1-451-LOCATION')],
      needs: 'memory',
      control: [payment, submitted(0)],
    }),
  ),
  {
    ...creates('V1-PAYMENT-ID', 'gives each of three payments an id of its own'),
    ...{ first: three.slice(0, 2), also: [differs('id', 0), differs('id', 1)], needs: 'memory' },
  },
  ...MOMENTS.map(
    ([given, until]): Case => ({
      ...answers451('V1-ENVELOPE-DATE', 'writes a date that is two seconds later than that before'),
      ...{ given, first: [{ until }, importOfBank, { until: twoSecondsLater }], needs: 'clock' },
      also: [isLater('date', 0, 2), isEnvelopeOfNow],
    }),
  ),
  severalOrders(100),
  severalOrders(1000),
  { ...submits('V1-TWO-CALLS', 'needs a second call before there is a web form'), needs: 'memory' },
  { ...creates('V1-TWO-CALLS', 'creates the payment and asks for no web form yet'), needs: 'judgement' },
  submits('V1-SUBMIT-CALL', 'takes the request'),
  submits('V1-SUBMIT-451', 'answers 451'),
  submits('V1-451-LOCATION', 'carries the address of the web form in the location header'),
  {
    ...submits('V1-451-LOCATION', 'leads to the web form'),
    ...{ also: [opens('location', 'V1-451-LOCATION')], needs: 'memory' },
  },
  submits('V1-451-CODE', 'has the error WEB_FORM_REQUIRED'),
  { ...submits('V1-ENVELOPE-ENDPOINT', 'names the method and path of the call'), needs: 'judgement' },
];

// Cases of the V1 requests field by field: the smallest request with the field is taken.

type Import = RequestBodyOf<'importBankConnectionV1'>;
type Transfer = RequestBodyOf<'createMoneyTransferV1'>;
type Order = NonNullable<Transfer['moneyTransfers']>[number];
type Submission = RequestBodyOf<'submitPaymentV1'>;

const minimal = { ...counterpart(), amount: amount() };
const second = { ...counterpart(1), amount: amount(1) };

/** The control of a field is the same request without it; there is none for what the smallest request has. */
function imports(clause: ClauseId, field: string, also?: Import): Case {
  const when = 'importBankConnectionV1';
  const send = { bankId: bank() };
  return {
    ...{ clause, says: 'takes the request and answers 451', given: `a bank and ${field}` },
    ...{ when, send: { ...send, ...also }, then: 451, needs: 'judgement' },
    ...(also && { control: [{ when, send, then: 451 }] }),
  };
}

function transfers(clause: ClauseId, field: string, also?: Transfer, without: Transfer = {}): Case {
  const when = 'createMoneyTransferV1';
  const send = { iban: senderIban(), moneyTransfers: [minimal] };
  return {
    ...{ clause, says: 'creates the payment', given: `a payment with ${field}` },
    ...{ when, send: { ...send, ...also }, then: '2XX', needs: 'judgement' },
    ...(also && { control: [{ when, send: { ...send, ...without }, then: '2XX' }] }),
  };
}

function orders(clause: ClauseId, field: string, also?: Order, without: Order = {}): Case {
  const given = `an order with ${field}`;
  if (!also) return transfers(clause, given);
  const [whole, rest] = [also, without].map((fields) => ({ moneyTransfers: [{ ...minimal, ...fields }] }));
  return transfers(clause, given, whole, rest);
}

/** With all fields of an address: it may have to be complete. */
function addresses(clause: ClauseId, field: keyof typeof wholeAddress): Case {
  const { [field]: _, ...rest } = wholeAddress;
  const given = `an address with ${field}`;
  return orders(clause, given, { counterpartAddress: wholeAddress }, { counterpartAddress: rest });
}

function submitsWith(clause: ClauseId, field: string, also?: Submission): Case {
  const when = 'submitPaymentV1';
  const create: CaseCall = {
    when: 'createMoneyTransferV1',
    send: { iban: senderIban(), moneyTransfers: [minimal] },
    then: '2XX',
  };
  const send = { paymentId: answered<number>(0, 'id') };
  return {
    ...{ clause, says: 'takes the request and answers 451', given: `a created payment and ${field}` },
    ...{ first: [create], when, send: { ...send, ...also }, then: 451, needs: 'memory' },
    ...(also && { control: [create, { when, send, then: 451 }] }),
  };
}

const accountTypes = [
  'Checking',
  'Savings',
  'CreditCard',
  'Security',
  'Loan',
  'Membership',
  'Bausparen',
] as const;

/** Whether an account may pay instantly is a matter of its bank: no control without it. */
const instant = { instantPayment: true };

const ofFieldV1Cases: Case[] = [
  imports('V1-IMPORT-BANK-ID', 'nothing else'),
  imports('V1-IMPORT-NAME', 'a name', { name: 'My bank' }),
  imports('V1-IMPORT-INTERFACE', 'an interface', { interface: 'XS2A' }),
  ...[true, false].flatMap((is) => [
    imports('V1-IMPORT-SKIP-BALANCES', `skipBalancesDownload ${is}`, { skipBalancesDownload: is }),
    imports('V1-IMPORT-SKIP-POSITIONS', `skipPositionsDownload ${is}`, { skipPositionsDownload: is }),
    imports('V1-IMPORT-OWNER-DATA', `loadOwnerData ${is}`, { loadOwnerData: is }),
  ]),
  imports('V1-IMPORT-ACCOUNT-TYPES', 'all account types', { accountTypes: [...accountTypes] }),
  imports('V1-IMPORT-MAX-DAYS', 'maxDaysForDownload', { maxDaysForDownload: 90 }),
  ...accountTypes.map((type) =>
    imports('V1-IMPORT-ACCOUNT-TYPES', `the account type ${type}`, { accountTypes: [type] }),
  ),
  transfers('V1-CREATE-IBAN', 'the IBAN of its sender'),
  transfers('V1-CREATE-EXECUTION-DATE', 'an executionDate', { executionDate: executionDate() }),
  transfers('V1-CREATE-EXECUTION-DATE', 'another executionDate', { executionDate: executionDate(1) }),
  ...WORKING_DAYS.map(
    ([day, until]): Case => ({
      ...transfers('V1-CREATE-EXECUTION-DATE', `an executionDate on ${day}, or about that day`, {
        executionDate: executionDate(),
      }),
      ...{ first: [{ until }], needs: 'clock' },
    }),
  ),
  transfers('V1-CREATE-ORDERS', 'one order'),
  transfers('V1-CREATE-ORDERS', 'two orders', { moneyTransfers: [minimal, second] }),
  transfers('V1-CREATE-ORDERS', 'orders to recipients of several countries', {
    moneyTransfers: [0, 1, 2, 3].map((at) => ({
      ...counterpart(at),
      amount: amount(at),
      purpose: purpose(at),
    })),
  }),
  transfers('V1-CREATE-INSTANT', 'instantPayment true', instant, instant),
  transfers('V1-CREATE-INSTANT', 'instantPayment false', { instantPayment: false }),
  orders('V1-ORDER-NAME', 'a counterpartName'),
  orders('V1-ORDER-IBAN', 'a counterpartIban'),
  orders('V1-ORDER-BIC', 'a counterpartBic', { counterpartBic: recipientField('bic') }),
  orders('V1-ORDER-ADDRESS', 'a counterpartAddress', { counterpartAddress: recipientField('address') }),
  orders('V1-ORDER-AMOUNT', 'an amount with a fraction'),
  orders('V1-ORDER-AMOUNT', 'an amount without a fraction', { amount: amount(1) }),
  orders('V1-ORDER-AMOUNT', 'an amount that is no whole number of cents as a float', { amount: amount(4) }),
  orders('V1-ORDER-PURPOSE', 'a purpose', { purpose: purpose() }),
  orders('V1-ORDER-PURPOSE-CODE', 'a sepaPurposeCode', { sepaPurposeCode: 'SALA' }),
  orders('V1-ORDER-END-TO-END-ID', 'an endToEndId', { endToEndId: 'E2E-2026-17' }),
  orders('V1-ORDER-REMITTANCE', 'one structuredRemittanceInformation', {
    structuredRemittanceInformation: ['RF18539007547034'],
  }),
  orders('V1-ORDER-REMITTANCE', 'two texts of structuredRemittanceInformation', {
    structuredRemittanceInformation: ['RF18539007547034', 'RF712348231'],
  }),
  addresses('V1-ADDRESS-STREET', 'street'),
  addresses('V1-ADDRESS-HOUSE-NUMBER', 'houseNumber'),
  addresses('V1-ADDRESS-CITY', 'city'),
  addresses('V1-ADDRESS-POST-CODE', 'postCode'),
  addresses('V1-ADDRESS-COUNTRY', 'country'),
  submitsWith('V1-SUBMIT-PAYMENT-ID', 'nothing but its id'),
  submitsWith('V1-SUBMIT-INTERFACE', 'an interface', { interface: 'XS2A' }),
];

export const v1Cases = cases(import.meta.url, [...ofImportV1Cases, ...ofPaymentV1Cases, ...ofFieldV1Cases]);
