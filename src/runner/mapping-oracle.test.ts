/** Which clause a V2 request breaks by what it lost, changed or added: the sentence about it, and not its neighbours. */
import { expect, test } from 'vitest';
import { expectedLeaves, leafDifferences, leavesOf } from './mapping-oracle.ts';

const EUR = { currency: 'EUR' };

const one = { counterpartName: 'Erika', counterpartAddress: { city: 'Berlin' }, amount: 1 };
const two = { counterpartName: 'Max', counterpartAddress: { city: 'Potsdam' }, amount: 2 };
const oneV2 = { recipient: { name: 'Erika', address: { city: 'Berlin' } }, amount: { value: 1, ...EUR } };
const twoV2 = { recipient: { name: 'Max', address: { city: 'Potsdam' } }, amount: { value: 2, ...EUR } };
const payment = { iban: 'DE89370400440532013000', moneyTransfers: [one, two] };
const paymentV2 = { sender: { iban: payment.iban }, orders: [oneV2, twoV2] };
const first = (order: object) => ({ orders: [{ ...oneV2, ...order }, twoV2] });
const to = (address: unknown) => first({ recipient: { name: 'Erika', address } });
const imported = { bankId: 1, name: 'n', interface: 'XS2A', accountTypes: ['Loan'], loadOwnerData: true };
const importedV2 = {
  bank: { id: 1 },
  bankConnectionName: 'n',
  allowedInterfaces: ['XS2A'],
  accountTypes: ['LOAN'],
  loadOwnerData: true,
};

/** What V2 has otherwise, the clauses blamed for it, and what V1 has otherwise. */
type Blamed = readonly [says: string, v2: object, blames: readonly string[], v1?: object];

const imports: readonly Blamed[] = [
  ['nothing', {}, []],
  ['a bank that is not there', { bank: undefined }, ['MIGRATION-BANK-ID']],
  ['a type of account', { accountTypes: ['SAVINGS'] }, ['MIGRATION-ACCOUNT-TYPES']],
  ['a field of the same name', { loadOwnerData: false }, ['MIGRATION-SAME-NAME']],
  ['a V1 name that stayed', { name: 'n' }, ['MIGRATION-NAME']],
  ['another name', { bankConnectionName: 'other' }, ['MIGRATION-NAME']],
  ['an interface too many', { allowedInterfaces: ['XS2A', 'FINTS_SERVER'] }, ['MIGRATION-INTERFACE']],
  ['a field that V1 did not send', { skipBalancesDownload: true }, ['MIGRATION-SAME-NAME']],
  ['a bank that V1 did not name', {}, ['MIGRATION-BANK-ID'], { bankId: undefined }],
  ['types that V1 did not name', {}, ['MIGRATION-ACCOUNT-TYPES'], { accountTypes: undefined }],
  ['an undocumented field', { theme: 'dark' }, ['MIGRATION-SAME-NAME']],
  ['paymentId, which an import never had', { paymentId: 1 }, ['MIGRATION-SAME-NAME']],
];

const payments: readonly Blamed[] = [
  ['nothing', {}, []],
  ['all orders', { orders: undefined }, ['MIGRATION-ORDERS']],
  ['orders that are no list', { orders: oneV2 }, ['MIGRATION-ORDERS']],
  ['the last order', { orders: [oneV2] }, ['MIGRATION-ORDERS']],
  ['an order too many', { orders: [oneV2, twoV2, twoV2] }, ['MIGRATION-ORDERS']],
  ['an empty order', { orders: [oneV2, {}] }, ['MIGRATION-ORDERS']],
  ['orders that changed places', { orders: [twoV2, oneV2] }, ['MIGRATION-ORDERS']],
  [
    'recipients that changed places',
    {
      orders: [
        { ...oneV2, recipient: twoV2.recipient },
        { ...twoV2, recipient: oneV2.recipient },
      ],
    },
    ['MIGRATION-COUNTERPART-ADDRESS', 'MIGRATION-COUNTERPART-NAME'],
  ],
  ['an address that is text', to('Berlin'), ['MIGRATION-COUNTERPART-ADDRESS']],
  ['a town', to({ city: 'Bonn' }), ['MIGRATION-SAME-NAME']],
  ['a missing currency', first({ amount: { value: 1 } }), ['MIGRATION-AMOUNT']],
  ['orders under both names', { moneyTransfers: [] }, ['MIGRATION-ORDERS']],
  ['what belongs to the submission', { paymentId: 7, interface: 'XS2A' }, ['MIGRATION-SUBMIT-FIELDS']],
];

function blamed(flow: 'import' | 'payment', v1: object, v2: object): string[] {
  const due = expectedLeaves(flow, present(v1), 'EUR');
  const clauses = leafDifferences(flow, due, leavesOf(present(v2)), 'MIGRATION-SAME-NAME');
  return [...new Set(clauses.map(({ clause }) => clause))].sort();
}

/** Without what is undefined. */
function present(body: object): object {
  return JSON.parse(JSON.stringify(body));
}

for (const [says, v2, blames, v1] of imports)
  test(`of an import: ${says}`, () => {
    expect(blamed('import', { ...imported, ...v1 }, { ...importedV2, ...v2 })).toEqual(blames);
  });

for (const [says, v2, blames, v1] of payments)
  test(`of a payment: ${says}`, () => {
    expect(blamed('payment', { ...payment, ...v1 }, { ...paymentV2, ...v2 })).toEqual(blames);
  });
