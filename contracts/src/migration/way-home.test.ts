/** A V2 request comes home to the V1 request it replaces where a way home exists. */
import { expect, test } from 'vitest';
import { importHomeToV1, paymentHomeToV1 } from './way-home.ts';

test('the currency does not come home, as V1 has no field for it', () => {
  const { v1, fields } = paymentHomeToV1({ orders: [{ amount: { value: 5, currency: 'EUR' } }] });
  expect(v1).toStrictEqual({ moneyTransfers: [{ amount: 5 }] });
  expect(fields.map(({ from, to, verdict, loss }) => [from, to, verdict, loss])).toEqual([
    ['/orders/0/amount/value', '/moneyTransfers/0/amount', 'renamed', 'nothing'],
    ['/orders/0/amount/currency', null, 'lost', 'the whole field'],
  ]);
});

for (const { says, v2, line } of [
  {
    says: 'two allowed interfaces',
    v2: { allowedInterfaces: ['XS2A', 'WEB_SCRAPER'] },
    line: '/allowedInterfaces lists 2 where V1 names exactly one',
  },
  {
    says: 'no allowed interface',
    v2: { allowedInterfaces: [] },
    line: '/allowedInterfaces lists 0 where V1 names exactly one',
  },
  {
    says: 'an interface that is no list',
    v2: { allowedInterfaces: 'XS2A' },
    line: '/allowedInterfaces is text, not a list',
  },
  { says: 'a bank that is a number', v2: { bank: 280001 }, line: '/bank is a number, not an object' },
  { says: 'a field of V1', v2: { bankId: 280001 }, line: '/bankId no documented field receives it' },
  {
    says: 'an account type of V1',
    v2: { accountTypes: ['CreditCard'] },
    line: '/accountTypes/0 is "CreditCard", which account-types.csv does not list (CHECKING, SAVINGS, CREDIT_CARD, SECURITY, LOAN, MEMBERSHIP, BAUSPAREN)',
  },
]) {
  test(`${says} has no way home`, () => {
    const { v1, fields } = importHomeToV1(v2);
    expect(v1).toBeUndefined();
    expect(fields.map((field) => `${field.from} ${field.message}`)).toEqual([line]);
  });
}
