/** Rules of every trigger event that one update matches, and their messages. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { ExpectedMessage, ScenarioRule } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';

interface Rules {
  /** Begins the name of each rule. */
  readonly prefix?: string;
  readonly of?: string;
  readonly includeDetails?: boolean;
  readonly accountIds?: string;
  readonly bankConnectionIds?: string;
  readonly categoryId?: string;
}

/** A rule of each event that concerns accounts. */
export function accountRules(rules: Rules = {}): Record<string, ScenarioRule> {
  const { prefix = '', of, includeDetails = false, accountIds, categoryId = '7' } = rules;
  const own = { includeDetails, ...(of !== undefined && { of }) };
  const listed = accountIds === undefined ? {} : { accountIds };
  return {
    [`${prefix}balance`]: { ...own, triggerEvent: 'NEW_ACCOUNT_BALANCE', params: listed },
    [`${prefix}news`]: { ...own, triggerEvent: 'NEW_TRANSACTIONS', params: listed },
    [`${prefix}abroad`]: { ...own, triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: listed },
    [`${prefix}low`]: {
      ...own,
      triggerEvent: 'LOW_ACCOUNT_BALANCE',
      params: { ...listed, balanceThreshold: 0 },
    },
    [`${prefix}high`]: {
      ...own,
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { ...listed, absoluteAmountThreshold: 1000 },
    },
    [`${prefix}flow`]: { ...own, triggerEvent: 'CATEGORY_CASH_FLOW', params: { ...listed, categoryId } },
  };
}

/** A rule of every event; the last ones concern connections. */
export function everyEvent(rules: Rules = {}): Record<string, ScenarioRule> {
  const { prefix = '', of, includeDetails = false, bankConnectionIds } = rules;
  const own = of === undefined ? {} : { of };
  return {
    ...accountRules(rules),
    [`${prefix}failed`]: {
      ...own,
      includeDetails,
      triggerEvent: 'BANK_LOGIN_ERROR',
      ...(bankConnectionIds !== undefined && { params: { bankConnectionIds } }),
    },
    [`${prefix}terms`]: { ...own, triggerEvent: 'NEW_TERMS_AND_CONDITIONS' },
  };
}

/** Counts for each rule with transactions. */
export function counting(id: Decimal, categoryId: Decimal = 7) {
  return transaction(id, { amount: -1500, counterpartIban: 'CH4700999000000000777', categoryId });
}

/** Matches each rule on the account; `nth` is another number for each update of it. */
export function matching(accountId: number, nth = 1) {
  return { ...balance(accountId, -nth), ...booked(accountId, counting(10_000 * nth + accountId)) };
}

/** The messages of these rules with an item for each of the accounts. */
export function accountMessages(accountIds: readonly Decimal[], prefix = ''): ExpectedMessage[] {
  const items = accountIds.map((accountId) => ({ accountId }));
  return [
    { rule: `${prefix}balance`, balanceChanges: items },
    { rule: `${prefix}news`, newTransactions: items },
    { rule: `${prefix}abroad`, newTransactions: items },
    { rule: `${prefix}low`, balanceChanges: items },
    { rule: `${prefix}high`, newTransactions: items },
    { rule: `${prefix}flow`, categoryCashFlows: items },
  ];
}

/** For no known reason. */
export function failedLogins(...ids: number[]) {
  return ids.map((bankConnectionId) => ({ bankConnectionId, errorMessage: 'PIN falsch' }));
}
