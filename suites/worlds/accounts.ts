/** What messages say of the accounts of the worlds `one-account`, `two-accounts` and `two-connections`, and of one payment. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import { transaction } from './bank-updates.ts';

type Account = typeof girokonto;

export const girokonto = {
  accountId: 101,
  accountName: 'Girokonto',
  accountNumber: '0000000101',
  accountIban: 'DE66100000000000000101',
  bankName: 'Example Bank',
  bankConnectionName: 'Meine Łódź-Bank 🏦',
};

export const sparkonto = {
  accountId: 102,
  accountName: 'Sparkonto',
  accountNumber: '0000000102',
  accountIban: 'DE39100000000000000102',
  bankName: 'Example Bank',
  bankConnectionName: 'Meine Łódź-Bank 🏦',
};

/** Equal to 102 in all but the id. */
export const zweitesSparkonto = { ...sparkonto, accountId: 103 };

export const tagesgeld = {
  accountId: 121,
  accountName: 'Tagesgeld',
  accountNumber: '0000000121',
  accountIban: 'DE11100000000000000121',
  bankName: 'Sample Bank',
  bankConnectionName: 'Meine Zweitbank',
};

interface Balances {
  readonly oldBalance: Decimal;
  readonly newBalance: Decimal;
  readonly balanceChange: Decimal;
}

/** An item of NEW_ACCOUNT_BALANCE or LOW_ACCOUNT_BALANCE: the details repeat what is known of the account. */
export function withBalances(account: Account, balances: Balances) {
  const { accountNumber, accountIban: iban, accountName, bankConnectionName } = account;
  return { ...account, details: { accountNumber, iban, accountName, bankConnectionName, ...balances } };
}

/** The details of an item that lists these transactions. */
export function listing<Listed extends readonly object[]>(...transactionDetails: Listed) {
  return { details: { transactionDetails } };
}

/** A transaction that qualifies for every event; no two of its fields are alike. */
export const sofa = transaction(1001, {
  bankBookingDate: '2026-01-04T12:00:00.999Z',
  serviceBookingDate: '2026-01-05T05:00:00Z',
  amount: -1500,
  counterpartName: 'Möbel "Łódź" & Co. 🛋 KG',
  counterpartAccountNumber: '00000000777',
  counterpartIban: 'AT371000000000000777',
  counterpartBlz: '10000',
  counterpartBic: 'EXMPATWWXXX',
  purpose: 'Rg. 4711 🛋 {"skonto": 2 %}',
  categoryId: 71,
});

export const listedSofa = {
  id: 1001,
  serviceBookingDate: '2026-01-05 06:00:00.000',
  bankBookingDate: '2026-01-04 13:00:00.999',
  amount: -1500,
  counterpartName: 'Möbel "Łódź" & Co. 🛋 KG',
  counterpartIban: 'AT371000000000000777',
  purpose: 'Rg. 4711 🛋 {"skonto": 2 %}',
};

/** Another such payment, in summer. */
export const flight = transaction(1002, {
  bankBookingDate: '2026-07-01T09:59:00Z',
  serviceBookingDate: '2026-07-02T10:00:00.001Z',
  amount: -2000.05,
  counterpartName: 'Flüge AG',
  counterpartAccountNumber: '000000778',
  counterpartIban: 'CH2000999000000000778',
  counterpartBlz: '00999',
  counterpartBic: 'EXMPCHZZXXX',
  purpose: 'ZRH\\FRA?a=1&b=2#c',
  categoryId: 7,
});

export const listedFlight = {
  id: 1002,
  serviceBookingDate: '2026-07-02 12:00:00.001',
  bankBookingDate: '2026-07-01 11:59:00.000',
  amount: -2000.05,
  counterpartName: 'Flüge AG',
  counterpartIban: 'CH2000999000000000778',
  purpose: 'ZRH\\FRA?a=1&b=2#c',
};
