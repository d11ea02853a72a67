/** Rules of every trigger event that one update matches, and their messages. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { ExpectedMessage, ScenarioRule } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';

interface Rules {
  readonly of?: string;
  readonly includeDetails?: boolean;
  readonly accountIds?: string;
  readonly bankConnectionIds?: string;
  readonly categoryId?: string;
}

/** A rule of each event that concerns accounts. */
export function accountRules({ of, includeDetails = false, accountIds, categoryId = '7' }: Rules = {}) {
  const own = { includeDetails, ...(of !== undefined && { of }) };
  const listed = accountIds === undefined ? {} : { accountIds };
  return {
    balance: { ...own, triggerEvent: 'NEW_ACCOUNT_BALANCE', params: listed },
    news: { ...own, triggerEvent: 'NEW_TRANSACTIONS', params: listed },
    abroad: { ...own, triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: listed },
    low: { ...own, triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { ...listed, balanceThreshold: 0 } },
    high: {
      ...own,
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { ...listed, absoluteAmountThreshold: 1000 },
    },
    flow: { ...own, triggerEvent: 'CATEGORY_CASH_FLOW', params: { ...listed, categoryId } },
  } satisfies Record<string, ScenarioRule>;
}

/** A rule of every event; the last ones concern connections. */
export function everyEvent(rules: Rules = {}) {
  const { of, includeDetails = false, bankConnectionIds } = rules;
  const own = of === undefined ? {} : { of };
  return {
    ...accountRules(rules),
    failed: {
      ...own,
      includeDetails,
      triggerEvent: 'BANK_LOGIN_ERROR',
      ...(bankConnectionIds !== undefined && { params: { bankConnectionIds } }),
    },
    terms: { ...own, triggerEvent: 'NEW_TERMS_AND_CONDITIONS' },
  } satisfies Record<string, ScenarioRule>;
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
export function accountMessages(accountIds: readonly Decimal[]): ExpectedMessage[] {
  const items = accountIds.map((accountId) => ({ accountId }));
  return [
    { rule: 'balance', balanceChanges: items },
    { rule: 'news', newTransactions: items },
    { rule: 'abroad', newTransactions: items },
    { rule: 'low', balanceChanges: items },
    { rule: 'high', newTransactions: items },
    { rule: 'flow', categoryCashFlows: items },
  ];
}

/** For no known reason. */
export function failedLogins(...ids: number[]) {
  return ids.map((bankConnectionId) => ({ bankConnectionId, errorMessage: 'PIN falsch' }));
}
