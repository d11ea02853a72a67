/** Migration of the payment: two V1 calls and the one V2 request that loses nothing of them, by hand from the documentation. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import type { RequestBodyOf } from '../../src/runner/call.ts';
import { type FlowRun, type MigrationCase, migrationCases } from '../../src/runner/migration-case.ts';
import {
  amount,
  counterpart,
  exactly,
  executionDate,
  purpose,
  recipient,
  recipientField,
  senderIban,
} from '../../src/runner/test-data.ts';

type V1Order = NonNullable<RequestBodyOf<'createMoneyTransferV1'>['moneyTransfers']>[number];
type V2Order = NonNullable<RequestBodyOf<'createStandalonePayment'>['orders']>[number];

/** One order on both sides with these fields beside the recipient and the amount, and a small payment around it. */
function order(clause: ClauseId, says: string, v1: V1Order = {}, v2: V2Order = {}): MigrationCase {
  const iban = senderIban();
  return {
    clause,
    says,
    flow: 'payment',
    currency: 'EUR',
    v1: { iban, moneyTransfers: [{ ...one, ...v1 }] },
    v2: { sender: { iban }, orders: [{ ...oneV2, ...v2 }] },
  };
}

const one = { ...counterpart(), amount: amount() };
const oneV2 = { recipient: recipient(), amount: { value: amount(), currency: 'EUR' } };
const address = recipientField('address');

function keepsDigits(source: string): MigrationCase {
  return order(
    'MIGRATION-AMOUNT',
    `keeps every digit of ${source}`,
    { amount: exactly(source) },
    { amount: { value: exactly(source), currency: 'EUR' } },
  );
}

export const paymentMigrationCases = migrationCases(import.meta.url, [
  order('MIGRATION-IBAN', 'carries iban to sender.iban'),
  {
    ...order('MIGRATION-SINGLE-CALL', 'replaces create and submit by one call'),
    also: inOneCall,
  },
  order('MIGRATION-SUBMIT-FIELDS', 'needs neither interface nor paymentId of the submission'),
  order('MIGRATION-COUNTERPART-NAME', 'carries counterpartName to recipient.name', counterpart(1), {
    recipient: recipient(1),
  }),
  order('MIGRATION-COUNTERPART-IBAN', 'carries counterpartIban to recipient.iban', counterpart(2), {
    recipient: recipient(2),
  }),
  order(
    'MIGRATION-COUNTERPART-BIC',
    'carries counterpartBic to recipient.bic',
    { counterpartBic: recipientField('bic') },
    { recipient: { ...recipient(), bic: recipientField('bic') } },
  ),
  order(
    'MIGRATION-COUNTERPART-ADDRESS',
    'carries counterpartAddress to recipient.address',
    { counterpartAddress: address },
    { recipient: { ...recipient(), address } },
  ),
  order(
    'MIGRATION-AMOUNT',
    'carries the number amount to value and adds the currency',
    { amount: amount(2) },
    { amount: { value: amount(2), currency: 'EUR' } },
  ),
  keepsDigits('0.1'),
  // A provider may take no such amounts.
  ...['12345678901234.56', '123456789012345678901234567890', '-12.50', '0'].map((source) => ({
    ...keepsDigits(source),
    mayBeRefused: true as const,
  })),
  order(
    'MIGRATION-SAME-NAME',
    'keeps the fields of an order that have the same name on both sides',
    {
      purpose: purpose(),
      sepaPurposeCode: 'SALA',
      endToEndId: 'E2E-2026-17',
      structuredRemittanceInformation: ['RF18539007547034', 'RF712348231'],
    },
    {
      purpose: purpose(),
      sepaPurposeCode: 'SALA',
      endToEndId: 'E2E-2026-17',
      structuredRemittanceInformation: ['RF18539007547034', 'RF712348231'],
    },
  ),
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'keeps the fields of a payment that have the same name on both sides',
    flow: 'payment',
    currency: 'EUR',
    v1: {
      iban: senderIban(),
      executionDate: executionDate(),
      instantPayment: false,
      moneyTransfers: [{ ...one, counterpartAddress: address }],
    },
    v2: {
      sender: { iban: senderIban() },
      executionDate: executionDate(),
      instantPayment: false,
      orders: [{ ...oneV2, recipient: { ...oneV2.recipient, address } }],
    },
  },
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'keeps that a payment of one order is instant',
    flow: 'payment',
    currency: 'EUR',
    v1: { iban: senderIban(), instantPayment: true, moneyTransfers: [one] },
    v2: { sender: { iban: senderIban() }, instantPayment: true, orders: [oneV2] },
  },
  {
    clause: 'MIGRATION-ORDERS',
    says: 'keeps several orders in their order',
    flow: 'payment',
    currency: 'EUR',
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
  {
    clause: 'MIGRATION-ORDERS',
    says: 'leaves with each order what belongs to it',
    flow: 'payment',
    currency: 'EUR',
    v1: {
      iban: senderIban(),
      moneyTransfers: [
        {
          ...counterpart(),
          counterpartBic: recipientField('bic'),
          counterpartAddress: address,
          amount: amount(),
          purpose: purpose(),
        },
        {
          ...counterpart(1),
          counterpartBic: recipientField('bic', 1),
          counterpartAddress: recipientField('address', 1),
          amount: amount(4),
          purpose: purpose(1),
        },
      ],
    },
    v2: {
      sender: { iban: senderIban() },
      orders: [
        {
          recipient: { ...recipient(), bic: recipientField('bic'), address },
          amount: { value: amount(), currency: 'EUR' },
          purpose: purpose(),
        },
        {
          recipient: {
            ...recipient(1),
            bic: recipientField('bic', 1),
            address: recipientField('address', 1),
          },
          amount: { value: amount(4), currency: 'EUR' },
          purpose: purpose(1),
        },
      ],
    },
  },
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
    currency: 'EUR',
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

/** A V1 payment takes two calls, its V2 counterpart one. */
function inOneCall({ pair: { v1, v2 } }: FlowRun): string | undefined {
  const calls = v2.filter(({ operation, status }) => status && isSuccess(operation, status)).length;
  return v1.length === 2 && calls !== 1 ? `the V2 flow is done by ${calls} calls, not one` : undefined;
}
