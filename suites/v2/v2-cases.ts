/** Cases of Web Form V2: forms have ids, URLs, pages and times of their own; and requests that a provider may refuse. */
import type { CaseCall, RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import {
  amount,
  bank,
  executionDate,
  largeBank,
  purpose,
  recipient,
  senderIban,
} from '../../src/runner/test-data.ts';
import { differs, isLater, MOMENTS, WORKING_DAYS } from '../answer-checks.ts';
import { endsWithIt, isCreatedNow, opens } from '../web-form-checks.ts';

type Payment = RequestBodyOf<'createStandalonePayment'>;

/** The page of a form shows this name, so a check can recognise it. It also distinguishes the imports of one user. */
const NAME = 'The connection of this form';

const importOf = (at: number): CaseCall => ({
  when: 'createBankConnectionImport',
  send: { bank: { id: bank(at) }, bankConnectionName: `${NAME} ${at}` },
  then: 201,
});
const pays = (send: Payment): CaseCall => ({ when: 'createStandalonePayment', send, then: 201 });

const orderOf = (at: number) => ({
  recipient: recipient(at),
  amount: { value: amount(at % 5), currency: 'EUR' },
  purpose: purpose(at),
});
/** Each index makes another payment, since a provider may refuse a duplicate. */
const payment = (at: number): Payment => ({
  sender: { iban: senderIban() },
  executionDate: executionDate(at),
  orders: [orderOf(at)],
});

const ownForm = (call: number) => [differs('id', call), differs('url', call, 'V2-FORM-URL')];

export const v2Cases = cases('suites/v2/v2-cases.ts', [
  {
    ...importOf(0),
    clause: 'V2-FORM-ID-UNIQUE',
    says: 'gives the form of another user, after two others, an id of its own',
    given: 'an import',
    first: [pays(payment(0)), importOf(0), pays(payment(1))],
    as: 'other user',
    also: [0, 1, 2].flatMap(ownForm),
    needs: 'memory',
  },
  {
    ...pays(payment(2)),
    clause: 'V2-FORM-ID-UNIQUE',
    says: 'gives the form of another user an id of its own',
    given: 'the same payment',
    first: [pays(payment(2))],
    as: 'other user',
    also: ownForm(0),
    needs: 'memory',
  },
  {
    ...pays(payment(1)),
    clause: 'V2-FORM-ID-UNIQUE',
    says: 'gives the form of another payment an id of its own',
    given: 'a payment',
    first: [pays(payment(0))],
    also: ownForm(0),
    needs: 'memory',
  },
  ...[importOf(0), pays(payment(0))].map(
    (call): Case => ({
      ...call,
      clause: 'V2-FORM-URL',
      says: 'gives the form a URL that opens it',
      given: 'a form',
      also: [opens('url', 'V2-FORM-URL')],
      needs: 'memory',
    }),
  ),
  ...MOMENTS.map(
    ([given, until], at): Case => ({
      ...(at % 2 === 0 ? importOf(0) : pays(payment(0))),
      clause: 'V2-FORM-CREATED-AT',
      says: 'writes a time that is two seconds later than that before',
      given,
      first: [until, importOf(1), { secondsLater: 2 }],
      also: [isLater('createdAt', 0, 2), isCreatedNow],
      needs: 'clock',
    }),
  ),
  ...(
    [
      [importOf(1), importOf(0), NAME],
      [pays(payment(0)), pays(payment(1)), 'EUR'],
    ] as const
  ).map(
    ([form, earlier, shown]): Case => ({
      ...form,
      clause: 'V2-FORM-VALIDITY',
      says: 'ends the form',
      given: 'a form that is opened a second after its end',
      first: [earlier],
      also: [endsWithIt(shown)],
      needs: 'clock',
    }),
  ),
  // A provider may refuse these, but not with WEB_FORM_REQUIRED as V1 does.
  ...(
    [
      ['an import without a bank', { when: 'createBankConnectionImport', send: {}, then: 201 }],
      ['a payment without orders', pays({ sender: { iban: senderIban() } })],
      ['a payment without a sender', pays({ orders: [orderOf(0)] })],
      [
        'a payment in another currency',
        pays({ ...payment(0), orders: [{ ...orderOf(0), amount: { value: amount(), currency: 'CHF' } }] }),
      ],
    ] as const satisfies (readonly [string, CaseCall])[]
  ).map(
    ([given, call]): Case => ({
      ...call,
      clause: 'V2-NO-WEB-FORM-REQUIRED',
      says: 'does not mention WEB_FORM_REQUIRED',
      given,
      mayBeRefused: true,
    }),
  ),
  {
    ...pays({ ...payment(0), orders: [0, 1, 2, 3].map(orderOf) }),
    clause: 'V2-PAYMENT-ORDERS',
    says: 'creates the web form',
    given: 'orders to recipients of several countries',
    baseline: [pays(payment(0))],
  },
  {
    ...pays({ ...payment(0), orders: [{ ...orderOf(0), amount: { value: amount(4), currency: 'EUR' } }] }),
    clause: 'V2-ORDER-AMOUNT-VALUE',
    says: 'creates the web form',
    given: 'a value that is no whole number of cents as a float',
    baseline: [pays(payment(0))],
  },
  {
    when: 'createBankConnectionImport',
    send: { bank: { id: largeBank() } },
    then: 201,
    clause: 'V2-IMPORT-BANK-ID',
    says: 'creates the web form',
    given: 'a bank whose id is beyond 32 bits',
    baseline: [importOf(0)],
  },
  ...WORKING_DAYS.map(
    ([day, until]): Case => ({
      ...pays(payment(0)),
      clause: 'V2-PAYMENT-EXECUTION-DATE',
      says: 'creates the web form',
      given: `an executionDate on ${day}, or about that day`,
      first: [until],
      needs: 'clock',
      baseline: [pays({ sender: { iban: senderIban() }, orders: [orderOf(0)] })],
    }),
  ),
]);
