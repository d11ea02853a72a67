/** Cases of the V1 requests field by field: the smallest request with the field is taken. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { BodyOf } from '../../src/drive/calls/call.ts';
import { answered } from '../../src/drive/calls/fill.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';

type Import = BodyOf<'importBankConnectionV1'>;
type Transfer = BodyOf<'createMoneyTransferV1'>;
type Order = NonNullable<Transfer['moneyTransfers']>[number];
type Submission = BodyOf<'submitPaymentV1'>;

const minimal = {
  counterpartName: 'Max Mustermann',
  counterpartIban: 'DE02120300000000202051',
  amount: 12.5,
};
const second = { counterpartName: 'Erika Musterfrau', counterpartIban: 'DE02500105170137075030', amount: 1 };

function imports(clause: ClauseId, field: string, also: Import = {}): Case {
  return {
    clause,
    says: 'takes the request and answers 451',
    given: `a bank and ${field}`,
    when: 'importBankConnectionV1',
    send: { bankId: 280001, ...also },
    then: 451,
    needs: 'judgement',
  };
}

function transfers(clause: ClauseId, field: string, also: Transfer = {}): Case {
  return {
    clause,
    says: 'creates the payment',
    given: `a payment with ${field}`,
    when: 'createMoneyTransferV1',
    send: { iban: 'DE89370400440532013000', moneyTransfers: [minimal], ...also },
    then: '2XX',
    needs: 'judgement',
  };
}

function orders(clause: ClauseId, field: string, also: Order = {}): Case {
  return transfers(clause, `an order with ${field}`, { moneyTransfers: [{ ...minimal, ...also }] });
}

function addresses(clause: ClauseId, field: string, counterpartAddress: Order['counterpartAddress']): Case {
  return orders(clause, `an address with ${field}`, { ...(counterpartAddress && { counterpartAddress }) });
}

function submits(clause: ClauseId, field: string, also: Submission = {}): Case {
  return {
    clause,
    says: 'takes the request and answers 451',
    given: `a created payment and ${field}`,
    first: [
      {
        when: 'createMoneyTransferV1',
        send: { iban: 'DE89370400440532013000', moneyTransfers: [minimal] },
        then: '2XX',
      },
    ],
    when: 'submitPaymentV1',
    send: { paymentId: answered(0, 'id'), ...also },
    then: 451,
    needs: 'memory',
  };
}

const accountTypes = [
  'Checking',
  'Savings',
  'CreditCard',
  'Security',
  'Loan',
  'Membership',
  'Bausparen',
] as const;

export const fieldV1Cases = cases(import.meta.url, [
  imports('V1-IMPORT-BANK-ID', 'nothing else'),
  imports('V1-IMPORT-NAME', 'a name', { name: 'My bank' }),
  imports('V1-IMPORT-INTERFACE', 'an interface', { interface: 'XS2A' }),
  imports('V1-IMPORT-SKIP-BALANCES', 'skipBalancesDownload', { skipBalancesDownload: true }),
  imports('V1-IMPORT-SKIP-POSITIONS', 'skipPositionsDownload', { skipPositionsDownload: true }),
  imports('V1-IMPORT-OWNER-DATA', 'loadOwnerData', { loadOwnerData: true }),
  imports('V1-IMPORT-MAX-DAYS', 'maxDaysForDownload', { maxDaysForDownload: 90 }),
  ...accountTypes.map((type) =>
    imports('V1-IMPORT-ACCOUNT-TYPES', `the account type ${type}`, { accountTypes: [type] }),
  ),
  transfers('V1-CREATE-IBAN', 'the IBAN of its sender'),
  transfers('V1-CREATE-EXECUTION-DATE', 'an executionDate', { executionDate: '2026-12-01' }),
  transfers('V1-CREATE-ORDERS', 'one order'),
  transfers('V1-CREATE-ORDERS', 'two orders', { moneyTransfers: [minimal, second] }),
  transfers('V1-CREATE-INSTANT', 'instantPayment true', { instantPayment: true }),
  transfers('V1-CREATE-INSTANT', 'instantPayment false', { instantPayment: false }),
  orders('V1-ORDER-NAME', 'a counterpartName'),
  orders('V1-ORDER-IBAN', 'a counterpartIban'),
  orders('V1-ORDER-BIC', 'a counterpartBic', { counterpartBic: 'BYLADEM1001' }),
  orders('V1-ORDER-ADDRESS', 'a counterpartAddress', { counterpartAddress: { country: 'DE' } }),
  orders('V1-ORDER-AMOUNT', 'an amount with a fraction'),
  orders('V1-ORDER-AMOUNT', 'an amount without a fraction', { amount: 12 }),
  orders('V1-ORDER-PURPOSE', 'a purpose', { purpose: 'Rechnung 2026-17' }),
  orders('V1-ORDER-PURPOSE-CODE', 'a sepaPurposeCode', { sepaPurposeCode: 'SALA' }),
  orders('V1-ORDER-END-TO-END-ID', 'an endToEndId', { endToEndId: 'E2E-2026-17' }),
  orders('V1-ORDER-REMITTANCE', 'one structuredRemittanceInformation', {
    structuredRemittanceInformation: ['RF18539007547034'],
  }),
  orders('V1-ORDER-REMITTANCE', 'two texts of structuredRemittanceInformation', {
    structuredRemittanceInformation: ['RF18539007547034', 'Second line'],
  }),
  addresses('V1-ADDRESS-STREET', 'a street', { street: 'Musterstraße' }),
  addresses('V1-ADDRESS-HOUSE-NUMBER', 'a houseNumber', { houseNumber: '12a' }),
  addresses('V1-ADDRESS-CITY', 'a city', { city: 'Berlin' }),
  addresses('V1-ADDRESS-POST-CODE', 'a postCode', { postCode: '10115' }),
  addresses('V1-ADDRESS-COUNTRY', 'a country', { country: 'DE' }),
  submits('V1-SUBMIT-PAYMENT-ID', 'nothing but its id'),
  submits('V1-SUBMIT-INTERFACE', 'an interface', { interface: 'XS2A' }),
]);
