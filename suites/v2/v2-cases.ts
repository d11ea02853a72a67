/** Cases of Web Form V2: one call, 201 and the web form in the body, and each field of the requests. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { example, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import {
  amount,
  bank,
  bankInterface,
  executionDate,
  purpose,
  recipient,
  recipientField,
  senderIban,
  wholeAddress,
} from '../../src/runner/test-data.ts';
import { differs, isLater, MOMENTS, twoSecondsLater, WORKING_DAYS } from '../answer-checks.ts';
import { endsWithIt, isCreatedNow, opens, opensUntilItsEnd } from '../web-form-checks.ts';

function createsImport(clause: ClauseId, says: string, name: 'minimal' | 'full' = 'full'): Case {
  const send = example('createBankConnectionImport', name);
  return { clause, says, given: 'an import', when: 'createBankConnectionImport', send, then: 201 };
}

function createsPayment(clause: ClauseId, says: string, name: 'minimal' | 'full' = 'full'): Case {
  const send = example('createStandalonePayment', name);
  return { clause, says, given: 'a payment', when: 'createStandalonePayment', send, then: 201 };
}

/** A provider may refuse such a request, but not as V1 does. */
function withoutWebFormRequired<Op extends 'createBankConnectionImport' | 'createStandalonePayment'>(
  given: string,
  when: Op,
  send: RequestBodyOf<Op>,
): Case {
  const says = 'does not mention WEB_FORM_REQUIRED';
  return { clause: 'V2-NO-WEB-FORM-REQUIRED', says, given, when, send, then: 201, mayBeRefused: true };
}

/** The one refusal that every provider has to give. */
const ofRefusal = {
  clause: 'V2-NO-WEB-FORM-REQUIRED',
  says: 'refuses the call without WEB_FORM_REQUIRED',
  given: 'no access token',
  as: 'no one',
  then: 'refused',
} as const;

const importForm = {
  when: 'createBankConnectionImport',
  send: example('createBankConnectionImport', 'full'),
  then: 201,
} as const;
/** No two alike: a provider may refuse a payment that it has already. */
function paymentForm(at: number) {
  const orders = [{ recipient: recipient(), amount: { value: amount(), currency: 'EUR' } }];
  const send = { sender: { iban: senderIban() }, executionDate: executionDate(at), orders };
  return { when: 'createStandalonePayment', send, then: 201 } as const;
}

/** The name shows that a page is that of the form. */
const NAME = 'The connection of this form';

function bankForm(index: number) {
  const send = { bank: { id: bank(index) }, bankConnectionName: NAME };
  return { when: 'createBankConnectionImport', send, then: 201 } as const;
}

/** The smallest order. */
const minimal = { recipient: recipient(), amount: { value: amount(), currency: 'EUR' } };

const ofImportV2Cases: Case[] = [
  createsImport('V2-IMPORT-201', 'answers 201'),
  createsImport('V2-IMPORT-201', 'answers 201 to a request that names a bank and nothing else', 'minimal'),
  createsImport('V2-IMPORT-TYPE', 'types the form BANK_CONNECTION_IMPORT'),
  createsImport('V2-NO-LOCATION', 'sends no location header'),
  createsImport('V2-NO-WEB-FORM-REQUIRED', 'does not mention WEB_FORM_REQUIRED'),
  withoutWebFormRequired('an import without a bank', 'createBankConnectionImport', {}),
  {
    ...{ ...ofRefusal, when: 'createBankConnectionImport' },
    send: example('createBankConnectionImport', 'minimal'),
  },
  createsImport('V2-FORM-ID', 'gives the form a UUID'),
  createsImport('V2-FORM-URL', 'carries an absolute address in url'),
  createsImport('V2-FORM-URL-HOST', 'carries an address on the host of web forms'),
  createsImport('V2-TIME-FORMAT', 'writes its times with a numeric offset without a colon'),
  createsImport('V2-FORM-VALIDITY', 'expires after it was created'),
  createsImport('V2-FORM-STATUS', 'creates the form with the status NOT_YET_OPENED'),
  {
    ...createsImport('V2-FORM-ID-UNIQUE', 'gives the second form an id of its own'),
    first: [
      { when: 'createBankConnectionImport', send: example('createBankConnectionImport', 'full'), then: 201 },
    ],
    also: [differs('id', 0), differs('url', 0, 'V2-FORM-URL')],
    needs: 'memory',
  },
  {
    ...createsImport(
      'V2-FORM-ID-UNIQUE',
      'gives the form of another user, after two others, an id of its own',
    ),
    ...{ first: [paymentForm(0), importForm, paymentForm(1)], as: 'other user', needs: 'memory' },
    also: [0, 1, 2].flatMap((call) => [differs('id', call), differs('url', call, 'V2-FORM-URL')]),
  },
  ...MOMENTS.flatMap(([given, until]) =>
    [createsImport, createsPayment].map(
      (creates): Case => ({
        ...creates('V2-FORM-CREATED-AT', 'writes a time that is two seconds later than that before'),
        ...{ given, first: [{ until }, importForm, { until: twoSecondsLater }], needs: 'clock' },
        also: [isLater('createdAt', 0, 2), isCreatedNow],
      }),
    ),
  ),
  {
    ...createsImport('V2-FORM-URL', 'gives the form an address that leads to it'),
    ...{ also: [opens('url', 'V2-FORM-URL')], needs: 'memory' },
  },
  ...[0, 1].map(
    (index): Case => ({
      ...{ ...bankForm(index), clause: 'V2-FORM-VALIDITY', says: 'keeps the form open until its end' },
      given: `a form of the ${index === 0 ? 'first' : 'second'} bank that is opened a second before its end`,
      ...{ needs: 'clock', also: [opensUntilItsEnd] },
    }),
  ),
  ...[[bankForm(0), bankForm(0)] as const, [paymentForm(0), paymentForm(1)] as const].map(
    ([form, earlier]): Case => ({
      ...{ ...form, clause: 'V2-FORM-VALIDITY', says: 'ends the form' },
      ...{ given: 'a form that is opened a second after its end', needs: 'clock', first: [earlier] },
      also: [endsWithIt(form.when === 'createStandalonePayment' ? 'EUR' : NAME)],
    }),
  ),
  createsImport('V2-SEPARATE-INTERFACE', 'answers on the base address of web forms'),
  createsImport('V2-IMPORT-CALL', 'takes the request', 'minimal'),
];

const ofPaymentV2Cases: Case[] = [
  createsPayment('V2-PAYMENT-201', 'answers 201'),
  createsPayment('V2-PAYMENT-201', 'answers 201 to a payment of one order', 'minimal'),
  createsPayment('V2-PAYMENT-CALL', 'takes the request', 'minimal'),
  createsPayment('V2-PAYMENT-TYPE', 'types the form STANDALONE_PAYMENT'),
  createsPayment('V2-NO-LOCATION', 'sends no location header'),
  createsPayment('V2-NO-WEB-FORM-REQUIRED', 'does not mention WEB_FORM_REQUIRED'),
  { ...ofRefusal, when: 'createStandalonePayment', send: example('createStandalonePayment', 'minimal') },
  withoutWebFormRequired('a payment without orders', 'createStandalonePayment', {
    sender: { iban: senderIban() },
  }),
  withoutWebFormRequired('a payment without a sender', 'createStandalonePayment', { orders: [minimal] }),
  withoutWebFormRequired('a payment in another currency', 'createStandalonePayment', {
    sender: { iban: senderIban() },
    orders: [{ ...minimal, amount: { value: amount(), currency: 'CHF' } }],
  }),
  {
    ...createsPayment('V2-FORM-ID-UNIQUE', 'gives the form of the same payment an id of its own'),
    first: [{ when: 'createStandalonePayment', send: example('createStandalonePayment', 'full'), then: 201 }],
    mayBeRefused: true,
    also: [differs('id', 0), differs('url', 0, 'V2-FORM-URL')],
    needs: 'memory',
  },
  {
    ...createsPayment('V2-FORM-URL', 'gives the form an address that leads to it'),
    ...{ also: [opens('url', 'V2-FORM-URL')], needs: 'memory' },
  },
  createsPayment('V2-FORM-STATUS', 'creates the form with the status NOT_YET_OPENED'),
  createsPayment('V2-FORM-VALIDITY', 'expires after it was created'),
];

// Cases of the V2 requests field by field: the smallest request with the field is taken.

type Import = RequestBodyOf<'createBankConnectionImport'>;
type Payment = RequestBodyOf<'createStandalonePayment'>;
type Order = NonNullable<Payment['orders']>[number];
type Recipient = NonNullable<Order['recipient']>;

const second = { recipient: recipient(1), amount: { value: amount(1), currency: 'EUR' } };

/** The control of a field is the same request without it; there is none for what the smallest request has. */
function imports(clause: ClauseId, field: string, also?: Import): Case {
  const when = 'createBankConnectionImport';
  const send = { bank: { id: bank() } };
  return {
    ...{ clause, says: 'creates the web form', given: `a bank and ${field}` },
    ...{ when, send: { ...send, ...also }, then: 201, needs: 'judgement' },
    ...(also && { control: [{ when, send, then: 201 }] }),
  };
}

function pays(clause: ClauseId, field: string, also?: Payment, without: Payment = {}): Case {
  const when = 'createStandalonePayment';
  const send = { sender: { iban: senderIban() }, orders: [minimal] };
  return {
    ...{ clause, says: 'creates the web form', given: `a payment with ${field}` },
    ...{ when, send: { ...send, ...also }, then: 201, needs: 'judgement' },
    ...(also && { control: [{ when, send: { ...send, ...without }, then: 201 }] }),
  };
}

function orders(clause: ClauseId, field: string, also?: Order, without: Order = {}): Case {
  const given = `an order with ${field}`;
  if (!also) return pays(clause, given);
  return pays(clause, given, { orders: [{ ...minimal, ...also }] }, { orders: [{ ...minimal, ...without }] });
}

function recipients(clause: ClauseId, field: string, also?: Recipient, without: Recipient = {}): Case {
  const given = `a recipient with ${field}`;
  if (!also) return orders(clause, given);
  const [whole, rest] = [also, without].map((fields) => ({ recipient: { ...recipient(), ...fields } }));
  return orders(clause, given, whole, rest);
}

/** With all fields of an address: it may have to be complete. */
function addresses(clause: ClauseId, field: keyof typeof wholeAddress): Case {
  const { [field]: _, ...rest } = wholeAddress;
  return recipients(clause, `an address with ${field}`, { address: wholeAddress }, { address: rest });
}

const interfaces = ['XS2A', 'FINTS_SERVER', 'WEB_SCRAPER'] as const;
const accountTypes = [
  'CHECKING',
  'SAVINGS',
  'CREDIT_CARD',
  'SECURITY',
  'MEMBERSHIP',
  'LOAN',
  'BAUSPAREN',
] as const;

/** Whether an account may pay instantly is a matter of its bank: no control without it. */
const instant = { instantPayment: true };

const ofFieldV2Cases: Case[] = [
  imports('V2-IMPORT-BANK', 'nothing else'),
  imports('V2-IMPORT-BANK-ID', 'its id alone'),
  imports('V2-IMPORT-NAME', 'a bankConnectionName', { bankConnectionName: 'My bank' }),
  ...interfaces.map((one) =>
    imports('V2-IMPORT-INTERFACES', `the interface ${one}`, { allowedInterfaces: [bankInterface(one)] }),
  ),
  imports('V2-IMPORT-INTERFACES', 'all three interfaces', {
    allowedInterfaces: interfaces.map(bankInterface),
  }),
  ...[true, false].flatMap((is) => [
    imports('V2-IMPORT-SKIP-BALANCES', `skipBalancesDownload ${is}`, { skipBalancesDownload: is }),
    imports('V2-IMPORT-SKIP-POSITIONS', `skipPositionsDownload ${is}`, { skipPositionsDownload: is }),
    imports('V2-IMPORT-OWNER-DATA', `loadOwnerData ${is}`, { loadOwnerData: is }),
  ]),
  imports('V2-IMPORT-ACCOUNT-TYPES', 'all account types', { accountTypes: [...accountTypes] }),
  imports('V2-IMPORT-MAX-DAYS', 'maxDaysForDownload', { maxDaysForDownload: 90 }),
  ...accountTypes.map((type) =>
    imports('V2-IMPORT-ACCOUNT-TYPES', `the account type ${type}`, { accountTypes: [type] }),
  ),
  pays('V2-PAYMENT-SENDER', 'a sender'),
  pays('V2-PAYMENT-SENDER-IBAN', 'the IBAN of its sender'),
  pays('V2-PAYMENT-EXECUTION-DATE', 'an executionDate', { executionDate: executionDate() }),
  pays('V2-PAYMENT-EXECUTION-DATE', 'another executionDate', { executionDate: executionDate(1) }),
  ...WORKING_DAYS.map(
    ([day, until]): Case => ({
      ...pays('V2-PAYMENT-EXECUTION-DATE', `an executionDate on ${day}, or about that day`, {
        executionDate: executionDate(),
      }),
      ...{ first: [{ until }], needs: 'clock' },
    }),
  ),
  pays('V2-PAYMENT-ORDERS', 'one order'),
  pays('V2-PAYMENT-ORDERS', 'two orders', { orders: [minimal, second] }),
  pays('V2-PAYMENT-ORDERS', 'orders to recipients of several countries', {
    orders: [0, 1, 2, 3].map((at) => ({
      recipient: recipient(at),
      amount: { value: amount(at), currency: 'EUR' },
      purpose: purpose(at),
    })),
  }),
  pays('V2-PAYMENT-INSTANT', 'instantPayment true', instant, instant),
  pays('V2-PAYMENT-INSTANT', 'instantPayment false', { instantPayment: false }),
  orders('V2-ORDER-RECIPIENT', 'a recipient'),
  recipients('V2-ORDER-NAME', 'a name'),
  recipients('V2-ORDER-IBAN', 'an iban'),
  recipients('V2-ORDER-BIC', 'a bic', { bic: recipientField('bic') }),
  recipients('V2-ORDER-ADDRESS', 'an address', { address: recipientField('address') }),
  addresses('V2-ADDRESS-STREET', 'street'),
  addresses('V2-ADDRESS-HOUSE-NUMBER', 'houseNumber'),
  addresses('V2-ADDRESS-CITY', 'city'),
  addresses('V2-ADDRESS-POST-CODE', 'postCode'),
  addresses('V2-ADDRESS-COUNTRY', 'country'),
  orders('V2-ORDER-AMOUNT', 'an amount'),
  orders('V2-ORDER-AMOUNT-VALUE', 'a value with a fraction'),
  orders('V2-ORDER-AMOUNT-VALUE', 'a value without a fraction', {
    amount: { value: amount(1), currency: 'EUR' },
  }),
  orders('V2-ORDER-AMOUNT-VALUE', 'a value that is no whole number of cents as a float', {
    amount: { value: amount(4), currency: 'EUR' },
  }),
  orders('V2-ORDER-AMOUNT-CURRENCY', 'a currency'),
  orders('V2-ORDER-PURPOSE', 'a purpose', { purpose: purpose() }),
  orders('V2-ORDER-PURPOSE-CODE', 'a sepaPurposeCode', { sepaPurposeCode: 'SALA' }),
  orders('V2-ORDER-END-TO-END-ID', 'an endToEndId', { endToEndId: 'E2E-2026-17' }),
  orders('V2-ORDER-REMITTANCE', 'one structuredRemittanceInformation', {
    structuredRemittanceInformation: ['RF18539007547034'],
  }),
  orders('V2-ORDER-REMITTANCE', 'two texts of structuredRemittanceInformation', {
    structuredRemittanceInformation: ['RF18539007547034', 'RF712348231'],
  }),
];

export const v2Cases = cases(import.meta.url, [...ofImportV2Cases, ...ofPaymentV2Cases, ...ofFieldV2Cases]);
