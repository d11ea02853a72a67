/** Migration of the payment: two V1 calls and the one V2 request that loses nothing of them, by hand from the documentation. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import type { RequestBodyOf } from '../../src/runner/call.ts';
import { type FlowRun, type MigrationCase, migrationCases } from '../../src/runner/migration-case.ts';
import { digits } from '../../src/runner/scenarios/scenario.ts';

type V1Order = NonNullable<RequestBodyOf<'createMoneyTransferV1'>['moneyTransfers']>[number];
type V2Order = NonNullable<RequestBodyOf<'createStandalonePayment'>['orders']>[number];

/** One order on both sides, the rest of the payment as small as it can be. */
function order(clause: ClauseId, says: string, v1: V1Order, v2: V2Order): MigrationCase {
  const iban = 'DE89370400440532013000';
  return {
    clause,
    says,
    flow: 'payment',
    currency: 'EUR',
    v1: { iban, moneyTransfers: [v1] },
    v2: { sender: { iban }, orders: [v2] },
  };
}

const address = {
  street: 'Musterstraße',
  houseNumber: '12a',
  city: 'Berlin',
  postCode: '10115',
  country: 'DE',
};
const one = { counterpartName: 'Max Mustermann', counterpartIban: 'DE02120300000000202051', amount: 12.5 };
const oneV2 = {
  recipient: { name: 'Max Mustermann', iban: 'DE02120300000000202051' },
  amount: { value: 12.5, currency: 'EUR' },
};

export const paymentMigrationCases = migrationCases(import.meta.url, [
  order('MIGRATION-IBAN', 'carries iban to sender.iban', one, oneV2),
  {
    ...order('MIGRATION-SINGLE-CALL', 'replaces create and submit by one call', one, oneV2),
    also: inOneCall,
  },
  order('MIGRATION-SUBMIT-FIELDS', 'needs neither interface nor paymentId of the submission', one, oneV2),
  order(
    'MIGRATION-COUNTERPART-NAME',
    'carries counterpartName to recipient.name',
    { counterpartName: 'Erika Musterfrau' },
    { recipient: { name: 'Erika Musterfrau' } },
  ),
  order(
    'MIGRATION-COUNTERPART-IBAN',
    'carries counterpartIban to recipient.iban',
    { counterpartIban: 'DE02500105170137075030' },
    { recipient: { iban: 'DE02500105170137075030' } },
  ),
  order(
    'MIGRATION-COUNTERPART-BIC',
    'carries counterpartBic to recipient.bic',
    { counterpartBic: 'BYLADEM1001' },
    { recipient: { bic: 'BYLADEM1001' } },
  ),
  order(
    'MIGRATION-COUNTERPART-ADDRESS',
    'carries counterpartAddress to recipient.address',
    { counterpartAddress: address },
    { recipient: { address } },
  ),
  order(
    'MIGRATION-AMOUNT',
    'carries the number amount to value and adds the currency',
    { amount: 1234.56 },
    { amount: { value: 1234.56, currency: 'EUR' } },
  ),
  ...['0.1', '12345678901234.56', '123456789012345678901234567890', '-12.50', '0'].map((source) =>
    order(
      'MIGRATION-AMOUNT',
      `keeps every digit of ${source}`,
      { amount: digits(source) },
      { amount: { value: digits(source), currency: 'EUR' } },
    ),
  ),
  order(
    'MIGRATION-SAME-NAME',
    'keeps the fields of an order that have the same name on both sides',
    {
      purpose: 'Rechnung 2026-17',
      sepaPurposeCode: 'SALA',
      endToEndId: 'E2E-2026-17',
      structuredRemittanceInformation: ['RF18539007547034', 'Second line'],
    },
    {
      purpose: 'Rechnung 2026-17',
      sepaPurposeCode: 'SALA',
      endToEndId: 'E2E-2026-17',
      structuredRemittanceInformation: ['RF18539007547034', 'Second line'],
    },
  ),
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'keeps the fields of a payment that have the same name on both sides',
    flow: 'payment',
    currency: 'EUR',
    v1: {
      iban: 'DE89370400440532013000',
      executionDate: '2026-12-01',
      instantPayment: false,
      moneyTransfers: [{ ...one, counterpartAddress: address }],
    },
    v2: {
      sender: { iban: 'DE89370400440532013000' },
      executionDate: '2026-12-01',
      instantPayment: false,
      orders: [{ ...oneV2, recipient: { ...oneV2.recipient, address } }],
    },
  },
  {
    clause: 'MIGRATION-ORDERS',
    says: 'keeps several orders in their order',
    flow: 'payment',
    currency: 'EUR',
    v1: {
      iban: 'DE89370400440532013000',
      executionDate: '2026-12-01',
      instantPayment: true,
      moneyTransfers: [one, { ...one, amount: 0.1 }, { ...one, counterpartName: 'Erika Musterfrau' }],
    },
    v2: {
      sender: { iban: 'DE89370400440532013000' },
      executionDate: '2026-12-01',
      instantPayment: true,
      orders: [
        oneV2,
        { ...oneV2, amount: { value: 0.1, currency: 'EUR' } },
        { ...oneV2, recipient: { name: 'Erika Musterfrau', iban: 'DE02120300000000202051' } },
      ],
    },
  },
  {
    clause: 'MIGRATION-ORDERS',
    says: 'leaves with each order what belongs to it',
    flow: 'payment',
    currency: 'EUR',
    v1: {
      iban: 'DE89370400440532013000',
      moneyTransfers: [
        {
          counterpartName: 'Max Mustermann',
          counterpartIban: 'DE02120300000000202051',
          counterpartBic: 'BYLADEM1001',
          counterpartAddress: address,
          amount: 12.5,
          purpose: 'Rechnung 2026-17',
        },
        {
          counterpartName: 'Erika Musterfrau',
          counterpartIban: 'DE02500105170137075030',
          counterpartBic: 'INGDDEFFXXX',
          counterpartAddress: { ...address, city: 'Potsdam', postCode: '14467' },
          amount: 7.25,
          purpose: 'Miete Dezember',
        },
      ],
    },
    v2: {
      sender: { iban: 'DE89370400440532013000' },
      orders: [
        {
          recipient: {
            name: 'Max Mustermann',
            iban: 'DE02120300000000202051',
            bic: 'BYLADEM1001',
            address,
          },
          amount: { value: 12.5, currency: 'EUR' },
          purpose: 'Rechnung 2026-17',
        },
        {
          recipient: {
            name: 'Erika Musterfrau',
            iban: 'DE02500105170137075030',
            bic: 'INGDDEFFXXX',
            address: { ...address, city: 'Potsdam', postCode: '14467' },
          },
          amount: { value: 7.25, currency: 'EUR' },
          purpose: 'Miete Dezember',
        },
      ],
    },
  },
]);

/** A V1 payment takes two calls, its V2 counterpart one. */
function inOneCall({ pair: { v1, v2 } }: FlowRun): string | undefined {
  const calls = v2.filter(({ operation, status }) => status && isSuccess(operation, status)).length;
  return v1.length === 2 && calls !== 1 ? `the V2 flow is done by ${calls} calls, not one` : undefined;
}
