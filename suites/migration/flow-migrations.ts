/** Migration: the V1 calls of a flow and the one V2 request that loses nothing of them, by hand from the documentation. */
import { type MigrationCase, migrationCases } from '../../src/runner/migration-case.ts';
import {
  amount,
  bank,
  counterpart,
  exactly,
  executionDate,
  purpose,
  recipient,
  recipientField,
  senderIban,
} from '../../src/runner/test-data.ts';

const one = { ...counterpart(), amount: amount() };
const oneV2 = { recipient: recipient(), amount: { value: amount(), currency: 'EUR' } };

/** An order with every field on both sides, no two with the same values. */
const everyField = (at: number) => ({
  purpose: purpose(at),
  sepaPurposeCode: at === 0 ? 'SALA' : 'SUPP',
  endToEndId: `E2E-2026-${at}`,
  structuredRemittanceInformation: ['RF18539007547034', 'RF712348231'].slice(at),
});
const whole = (at: number) => ({
  ...counterpart(at),
  ...everyField(at),
  counterpartBic: recipientField('bic', at),
  counterpartAddress: recipientField('address', at),
  amount: amount(at + 2),
});
const wholeV2 = (at: number) => ({
  ...everyField(at),
  recipient: { ...recipient(at), bic: recipientField('bic', at), address: recipientField('address', at) },
  amount: { value: amount(at + 2), currency: 'EUR' },
});

/** A provider may take no such amounts. */
const unusualAmounts = ['12345678901234.56', '123456789012345678901234567890', '-12.50', '0'].map(
  (digits): MigrationCase => ({
    clause: 'MIGRATION-AMOUNT',
    says: `keeps every digit of ${digits}`,
    flow: 'payment',
    v1: { iban: senderIban(), moneyTransfers: [{ ...one, amount: exactly(digits) }] },
    v2: {
      sender: { iban: senderIban() },
      orders: [{ ...oneV2, amount: { value: exactly(digits), currency: 'EUR' } }],
    },
    mayBeRefused: true,
  }),
);

export const flowMigrationCases = migrationCases('suites/migration/flow-migrations.ts', [
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'carries every field',
    flow: 'import',
    v1: {
      bankId: bank(),
      name: 'My test bank',
      interface: 'XS2A',
      skipBalancesDownload: true,
      skipPositionsDownload: false,
      loadOwnerData: true,
      maxDaysForDownload: 90,
      accountTypes: ['Checking', 'Savings', 'CreditCard', 'Security', 'Loan', 'Membership', 'Bausparen'],
    },
    v2: {
      bank: { id: bank() },
      bankConnectionName: 'My test bank',
      allowedInterfaces: ['XS2A'],
      skipBalancesDownload: true,
      skipPositionsDownload: false,
      loadOwnerData: true,
      maxDaysForDownload: 90,
      accountTypes: ['CHECKING', 'SAVINGS', 'CREDIT_CARD', 'SECURITY', 'LOAN', 'MEMBERSHIP', 'BAUSPAREN'],
    },
  },
  {
    clause: 'MIGRATION-ACCOUNT-TYPES',
    says: 'takes a loan for a loan, and keeps other values of the same fields',
    flow: 'import',
    v1: {
      bankId: bank(1),
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: false,
      maxDaysForDownload: 1,
      accountTypes: ['Loan'],
    },
    v2: {
      bank: { id: bank(1) },
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: false,
      maxDaysForDownload: 1,
      accountTypes: ['LOAN'],
    },
  },
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'carries every field, and leaves with each order what belongs to it',
    flow: 'payment',
    v1: {
      iban: senderIban(),
      executionDate: executionDate(),
      instantPayment: false,
      moneyTransfers: [0, 1].map(whole),
    },
    v2: {
      sender: { iban: senderIban() },
      executionDate: executionDate(),
      instantPayment: false,
      orders: [0, 1].map(wholeV2),
    },
  },
  {
    clause: 'MIGRATION-ORDERS',
    says: 'carries a payment of one order in one call',
    flow: 'payment',
    v1: { iban: senderIban(), moneyTransfers: [one] },
    v2: { sender: { iban: senderIban() }, orders: [oneV2] },
  },
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'keeps that a payment of one order is instant',
    flow: 'payment',
    v1: { iban: senderIban(), instantPayment: true, moneyTransfers: [one] },
    v2: { sender: { iban: senderIban() }, instantPayment: true, orders: [oneV2] },
  },
  {
    clause: 'MIGRATION-ORDERS',
    says: 'keeps several orders in their order',
    flow: 'payment',
    v1: {
      iban: senderIban(),
      executionDate: executionDate(),
      moneyTransfers: [one, { ...one, amount: amount(3) }, { ...one, ...counterpart(1) }],
    },
    v2: {
      sender: { iban: senderIban() },
      executionDate: executionDate(),
      orders: [
        oneV2,
        { ...oneV2, amount: { value: amount(3), currency: 'EUR' } },
        { ...oneV2, recipient: recipient(1) },
      ],
    },
  },
  manyOrders(12),
  manyOrders(120),
  ...unusualAmounts,
]);

/** So many orders, no two alike but the fourth and the fifth; the last has an address, and as many lines of remittance. */
function manyOrders(many: number): MigrationCase {
  const lines = [...Array(many).keys()].map((line) => `RF${Math.min(line, many - 2)}`);
  const each = [...Array(many).keys()].map((at) => (at === 4 ? 3 : at));
  const isLast = (at: number) => at === many - 1;
  return {
    clause: 'MIGRATION-ORDERS',
    says: `keeps each of ${many} orders, two of them alike`,
    flow: 'payment',
    v1: {
      iban: senderIban(1),
      moneyTransfers: each.map((at) => ({
        ...counterpart(at),
        amount: amount(at % 3),
        endToEndId: `E2E-${at}`,
        ...(isLast(at) && {
          counterpartAddress: recipientField('address', at),
          structuredRemittanceInformation: lines,
        }),
      })),
    },
    v2: {
      sender: { iban: senderIban(1) },
      orders: each.map((at) => ({
        recipient: { ...recipient(at), ...(isLast(at) && { address: recipientField('address', at) }) },
        amount: { value: amount(at % 3), currency: 'EUR' },
        endToEndId: `E2E-${at}`,
        ...(isLast(at) && { structuredRemittanceInformation: lines }),
      })),
    },
  };
}
