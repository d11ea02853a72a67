/** Cases of the V1 calls in situations: several payments and senders, many orders, and the address of the web form. */
import { type CaseCall, fromResponse, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import {
  amount,
  bank,
  counterpart,
  executionDate,
  ids,
  largeBank,
  purpose,
  senderIban,
} from '../../src/runner/test-data.ts';
import { differs, MOMENTS, WORKING_DAYS } from '../answer-checks.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { opens, showsPayment } from '../web-form-checks.ts';

const paymentOf = (sender: number, day: number, at: number) => ({
  iban: senderIban(sender),
  executionDate: executionDate(day),
  moneyTransfers: [{ ...counterpart(at), amount: amount(at) }],
});
const creates = (send: RequestBodyOf<'createMoneyTransferV1'>): CaseCall => ({
  when: 'createMoneyTransferV1',
  send,
  then: '2XX',
});
/** No two alike: a provider may refuse a payment that it has already. */
const three = [paymentOf(0, 0, 0), paymentOf(0, 1, 1), paymentOf(1, 0, 2)] as const;

/** Each payment has a purpose that no page shows by chance; no case shows how long a purpose may be. */
const withPurposes = three.map(
  ({ moneyTransfers, ...payment }, at): CaseCall => ({
    ...creates({
      ...payment,
      moneyTransfers: moneyTransfers.map((order) => ({ ...order, purpose: `{fresh}-${at}` })),
    }),
    mayBeRefused: true,
  }),
);

const undated: CaseCall = {
  when: 'createMoneyTransferV1',
  send: { iban: senderIban(), moneyTransfers: [{ ...counterpart(), amount: amount() }] },
  then: '2XX',
};

const submits = (call: number): CaseCall => ({
  when: 'submitPaymentV1',
  send: { paymentId: fromResponse<number>(call, 'id'), interface: 'XS2A' },
  then: 451,
});

/** A provider may need no web form for a bank that it knows of the user. */
const importOf = (at: number): CaseCall => ({
  when: 'importBankConnectionV1',
  send: { bankId: bank(at) },
  then: 451,
});

/** `from` tells lists apart that a provider takes no more of. */
const ordersOf = (count: number, from: number) =>
  creates({
    iban: senderIban(),
    executionDate: executionDate(),
    moneyTransfers: Array.from({ length: count }, (_, at) => ({
      ...counterpart(at + from),
      amount: amount((at + from) % 5),
      purpose: purpose(at),
    })),
  });

export const v1Cases = cases('suites/v1/v1-cases.ts', [
  {
    ...importOf(1),
    clause: 'V1-451-LOCATION',
    says: 'leads to the web form',
    given: 'an import of another bank',
    also: [opens('location', 'V1-451-LOCATION')],
    needs: 'memory',
  },
  {
    ...submits(0),
    clause: 'V1-451-LOCATION',
    says: 'leads to the web form',
    given: 'a created payment',
    first: [creates(three[1])],
    also: [opens('location', 'V1-451-LOCATION')],
    needs: 'memory',
  },
  // What becomes of a call that is made again is not shown (FLOW-SENT-AGAIN); a response with a form is one like the first.
  ...[
    [importOf(2), 'an import that the user made before'] as const,
    [submits(0), 'a payment that was submitted before', creates(three[2])] as const,
  ].map(
    ([call, given, ...first]): Case => ({
      ...call,
      mayBeRefused: true,
      clause: 'V1-451-LOCATION',
      says: 'leads to the web form',
      given,
      first: [...first, call],
      also: [opens('location', 'V1-451-LOCATION')],
      needs: 'memory',
    }),
  ),
  {
    ...submits(0),
    clause: 'AUTH-USER-TOKEN-CONTEXT',
    says: 'responds with 451',
    given: 'the payments of two users side by side, of which the other one was submitted before',
    first: [
      creates(three[0]),
      { ...creates(three[1]), as: 'other user' },
      { ...submits(1), as: 'other user' },
    ],
    needs: 'memory',
    baseline: [creates(three[0]), submits(0)],
  },
  {
    ...submits(1),
    clause: 'V1-SUBMIT-PAYMENT-ID',
    says: 'leads to the web form of this one',
    given: 'the second of three payments, of which the last was submitted before',
    first: [...withPurposes, submits(2)],
    also: [showsPayment(1)],
    needs: 'memory',
    baseline: [creates(three[0]), submits(0)],
  },
  {
    ...creates(three[2]),
    clause: 'V1-PAYMENT-IBAN',
    says: 'repeats the IBAN of the sender and gives the payment an id of its own',
    given: 'a payment of another sender before, and the same one of another user',
    first: [creates(three[0]), { ...creates(three[2]), as: 'other user' }],
    also: [differs('id', 0, 'V1-PAYMENT-ID'), differs('id', 1, 'V1-PAYMENT-ID')],
    needs: 'memory',
  },
  {
    ...creates(three[1]),
    clause: 'V1-PAYMENT-ACCOUNT-ID',
    says: 'leaves accountId null',
    given: 'a user with bank accounts, one of which has the IBAN of the sender',
    // A user whose rule names an account has accounts.
    first: [
      {
        when: 'createNotificationRule',
        send: {
          ...newAccountBalance,
          params: { accountIds: ids('accounts', 0) },
          callbackHandle: '{fresh}-rule',
          includeDetails: false,
        },
        then: '2XX',
        mayBeRefused: true,
      },
    ],
    needs: 'memory',
  },
  {
    ...ordersOf(0, 0),
    clause: 'V1-PAYMENT-ORDER-COUNT',
    says: 'counts the orders',
    given: 'no orders',
    mayBeRefused: true,
    needs: 'judgement',
  },
  {
    ...ordersOf(1000, 2),
    clause: 'V1-PAYMENT-ORDER-COUNT',
    says: 'counts the orders of each payment',
    given: 'payments of 4, 12 and 1000 orders, or of as many as the provider takes',
    first: [ordersOf(4, 0), ordersOf(12, 1)],
    needs: 'judgement',
  },
  {
    ...creates({ ...three[0], moneyTransfers: [{ ...counterpart(), amount: amount(4) }] }),
    clause: 'V1-ORDER-AMOUNT',
    says: 'creates the payment',
    given: 'an amount that is no whole number of cents as a float',
    baseline: [creates(three[0])],
  },
  {
    when: 'importBankConnectionV1',
    send: { bankId: largeBank() },
    then: 451,
    clause: 'V1-IMPORT-BANK-ID',
    says: 'takes the request',
    given: 'a bank whose id is beyond 32 bits',
    baseline: [importOf(0)],
  },
  ...MOMENTS.map(
    ([given, until]): Case => ({
      ...importOf(0),
      clause: 'V1-ENVELOPE-DATE',
      says: 'writes the date',
      given,
      first: [until],
      needs: 'clock',
    }),
  ),
  ...WORKING_DAYS.map(
    ([day, until]): Case => ({
      ...creates(three[0]),
      clause: 'V1-CREATE-EXECUTION-DATE',
      says: 'creates the payment',
      given: `an executionDate on ${day}, or about that day`,
      first: [until],
      needs: 'clock',
      baseline: [undated],
    }),
  ),
]);
