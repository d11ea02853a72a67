// Which clause is blamed for what a V2 request lost, changed or made up: the sentence about it, and not its neighbours.
import { expect, test } from 'vitest';
import { compareImport, comparePayment } from './compare-requests.ts';

const one = { counterpartName: 'Erika', counterpartAddress: { city: 'Berlin' }, amount: 1 };
const two = { counterpartName: 'Max', counterpartAddress: { city: 'Potsdam' }, amount: 2 };
const oneV2 = {
  recipient: { name: 'Erika', address: { city: 'Berlin' } },
  amount: { value: 1, currency: 'EUR' },
};
const twoV2 = {
  recipient: { name: 'Max', address: { city: 'Potsdam' } },
  amount: { value: 2, currency: 'EUR' },
};
const payment = { iban: 'DE89370400440532013000', moneyTransfers: [one, two] };
const sender = { iban: payment.iban };
const imported = { bankId: 1, name: 'n', interface: 'XS2A', accountTypes: ['Loan'], loadOwnerData: true };
const importedV2 = {
  bank: { id: 1 },
  bankConnectionName: 'n',
  allowedInterfaces: ['XS2A'],
  accountTypes: ['LOAN'],
  loadOwnerData: true,
};

type Row = readonly [says: string, v2: object, blames: readonly (string | undefined)[], v1?: object];

const imports: readonly Row[] = [
  ['nothing', importedV2, []],
  ['a bank that is not there', { ...importedV2, bank: undefined }, ['MIGRATION-BANK-ID']],
  ['a type of account', { ...importedV2, accountTypes: ['SAVINGS'] }, ['MIGRATION-ACCOUNT-TYPES']],
  ['a field of the same name', { ...importedV2, loadOwnerData: false }, ['MIGRATION-SAME-NAME']],
  ['a V1 name that stayed', { ...importedV2, name: 'n' }, ['MIGRATION-NAME']],
  [
    'an interface too many',
    { ...importedV2, allowedInterfaces: ['XS2A', 'FINTS_SERVER'] },
    ['MIGRATION-INTERFACE'],
  ],
  ['a field that V1 did not send', { ...importedV2, skipBalancesDownload: true }, ['MIGRATION-SAME-NAME']],
  ['a bank that V1 did not name', importedV2, ['MIGRATION-BANK-ID'], { ...imported, bankId: undefined }],
  [
    'types that V1 did not name',
    importedV2,
    ['MIGRATION-ACCOUNT-TYPES'],
    { ...imported, accountTypes: undefined },
  ],
  ['an undocumented field', { ...importedV2, theme: 'dark' }, [undefined]],
  ['paymentId, which an import never had', { ...importedV2, paymentId: 1 }, [undefined]],
];

for (const [says, v2, blames, v1 = imported] of imports) {
  test(`an import is blamed for ${says}`, () => {
    expect(blamed(compareImport(v1, v2))).toEqual(blames);
  });
}

const payments: readonly Row[] = [
  ['nothing', { sender, orders: [oneV2, twoV2] }, []],
  ['all orders', { sender }, ['MIGRATION-ORDERS']],
  ['orders that are no list', { sender, orders: oneV2 }, ['MIGRATION-ORDERS']],
  ['the last order', { sender, orders: [oneV2] }, ['MIGRATION-ORDERS']],
  ['an order too many', { sender, orders: [oneV2, twoV2, twoV2] }, ['MIGRATION-ORDERS']],
  ['an empty order', { sender, orders: [oneV2, {}] }, ['MIGRATION-ORDERS']],
  ['orders that changed places', { sender, orders: [twoV2, oneV2] }, ['MIGRATION-ORDERS']],
  [
    'recipients that changed places',
    {
      sender,
      orders: [
        { ...oneV2, recipient: twoV2.recipient },
        { ...twoV2, recipient: oneV2.recipient },
      ],
    },
    ['MIGRATION-COUNTERPART-ADDRESS', 'MIGRATION-COUNTERPART-NAME'],
  ],
  [
    'an address that is text',
    { sender, orders: [{ ...oneV2, recipient: { name: 'Erika', address: 'Berlin' } }, twoV2] },
    ['MIGRATION-COUNTERPART-ADDRESS'],
  ],
  [
    'a town',
    { sender, orders: [{ ...oneV2, recipient: { name: 'Erika', address: { city: 'Bonn' } } }, twoV2] },
    ['MIGRATION-SAME-NAME'],
  ],
  [
    'a missing currency',
    { sender, orders: [{ ...oneV2, amount: { value: 1 } }, twoV2] },
    ['MIGRATION-AMOUNT'],
  ],
  ['orders under both names', { sender, orders: [oneV2, twoV2], moneyTransfers: [] }, ['MIGRATION-ORDERS']],
  [
    'a purpose that V1 writes as a number, though the order is where it belongs',
    { sender, orders: [oneV2, twoV2] },
    ['MIGRATION-SAME-NAME'],
    { ...payment, moneyTransfers: [{ ...one, purpose: 5 }, two] },
  ],
  [
    'what belongs to the submission',
    { sender, orders: [oneV2, twoV2], paymentId: 7, interface: 'XS2A' },
    ['MIGRATION-SUBMIT-FIELDS'],
  ],
];

for (const [says, v2, blames, v1 = payment] of payments) {
  test(`a payment is blamed for ${says}`, () => {
    expect(blamed(comparePayment(v1, v2, { currency: 'EUR' }))).toEqual(blames);
  });
}

function blamed({ fields }: ReturnType<typeof compareImport>): (string | undefined)[] {
  const failing = fields.filter(({ verdict }) => ['lost', 'unexpected', 'wrong-value'].includes(verdict));
  return [...new Set(failing.map(({ clause }) => clause))].sort();
}
