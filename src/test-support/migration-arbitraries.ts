/** V1 requests as fast-check makes them: every documented field, present or absent, with values as the documentation types them. */
import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';

const some = { requiredKeys: [] as never[], noNullPrototype: true };
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const iban = fc.constantFrom('DE89370400440532013000', 'AT611904300234573201', 'FR1420041010050500013M02606');
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** The source of a JSON number, up to 30 digits before the point and 10 after it, of either sign. */
export const exactNumber: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(0|[1-9][0-9]{0,29})$/),
    fc.stringMatching(/^(\.[0-9]{1,10})?$/),
  )
  .map((parts) => parts.join(''));

/** Amounts as JSON.parse gives them, and as the exact reader does. */
const plainAmount: fc.Arbitrary<unknown> = fc.double({ noNaN: true, noDefaultInfinity: true });
export const exactAmount: fc.Arbitrary<unknown> = exactNumber.map((source) => new LosslessNumber(source));

/** Bodies of importBankConnectionV1. */
export const importV1: fc.Arbitrary<object> = fc.record(
  {
    bankId: fc.nat(),
    name: text,
    interface: fc.constant('XS2A'),
    skipBalancesDownload: fc.boolean(),
    skipPositionsDownload: fc.boolean(),
    loadOwnerData: fc.boolean(),
    maxDaysForDownload: fc.nat({ max: 3650 }),
    accountTypes: fc.array(
      fc.constantFrom('Checking', 'Savings', 'CreditCard', 'Security', 'Loan', 'Membership', 'Bausparen'),
      { maxLength: 8 },
    ),
  },
  some,
);

const filled = fc.record(
  { street: text, houseNumber: text, city: text, postCode: text, country: text },
  some,
);
const address = fc.oneof({ weight: 9, arbitrary: filled }, { weight: 1, arbitrary: fc.constant({}) });

function order(amount: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc.record(
    {
      counterpartName: text,
      counterpartIban: iban,
      counterpartBic: fc.constantFrom('COBADEFFXXX', 'GIBAATWWXXX'),
      counterpartAddress: address,
      amount,
      purpose: text,
      sepaPurposeCode: fc.constantFrom('RENT', 'SALA', 'SUPP'),
      endToEndId: text,
      structuredRemittanceInformation: fc.array(text, { maxLength: 4 }),
    },
    some,
  );
}

/** Bodies of createMoneyTransferV1. */
export function paymentV1(amount: fc.Arbitrary<unknown> = plainAmount): fc.Arbitrary<object> {
  return fc.record(
    {
      iban,
      executionDate: day,
      moneyTransfers: fc.array(order(amount), { maxLength: 5 }),
      instantPayment: fc.boolean(),
    },
    some,
  );
}
