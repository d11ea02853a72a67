/** Checks of the lists of transactions in details, and of what counts them. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { firstLaterTime } from '../../base/german-time.ts';
import { isNumber } from '../../base/json-value.ts';
import { knowsAdjustingEntry } from '../as-documented.ts';
import {
  breach,
  type CheckResult,
  itemCheck,
  itemOfRuleCheck,
  type MessageCheck,
  type RuleCheck,
  transactionCheck,
} from '../clause-check.ts';
import type { Fields, MessageItem, NotificationMessage } from '../read-message.ts';
import { listLimit } from '../rule-facts.ts';
import type { Settings } from '../settings.ts';
import { idKey } from './common.ts';

/** A count is a whole number. */
export function wholeCount(clause: ClauseId): MessageCheck {
  return itemCheck(clause, ({ sent }, { layout: { count: field = '' } }) => {
    const count = sent[field];
    if (typeof count !== 'number') return 'silent';
    if (isCount(count)) return 'upheld';
    return breach(`/${field}`, `${field} is ${count}, not a whole number of transactions`);
  });
}

/** An item counts at least one transaction: of an item without details, whose count is not cut like its list. */
function countsSomeWithoutDetails(clause: ClauseId): MessageCheck {
  return itemCheck(clause, (item, message) =>
    item.details === undefined ? countsSome(item, message) : 'silent',
  );
}

/** The same of any item, for a rule that does not cut its lists to nothing. */
function countsSomeOfRule(clause: ClauseId): RuleCheck {
  return itemOfRuleCheck(clause, (item, { message, rule }) =>
    (listLimit(rule) ?? 0) === 0 ? 'silent' : countsSome(item, message),
  );
}

export function countsSome(item: MessageItem, message: NotificationMessage): CheckResult {
  const { count: field } = message.layout;
  const count = countOf(item, message);
  if (count === undefined) return 'silent';
  if (count > 0) return 'upheld';
  return breach(`/${field}`, `${field} is ${count}, not at least 1`);
}

/** Whether a count exceeds a list that was cut is not shown (COUNT-OVER-CAP), but it is never below it. */
function countNotBelowList(clause: ClauseId): MessageCheck {
  return itemCheck(clause, (item, message) => {
    const [count, { transactions }] = [countOf(item, message), item];
    if (count === undefined || transactions === undefined) return 'silent';
    if (transactions.length <= count) return 'upheld';
    return wrongLength(message, transactions, `no more than ${message.layout.count}`);
  });
}

/** Of a rule with maxTransactionsCount, or of one without: a list has all that are counted, unless these are more (LIST-CUT). */
function listNotShort(clause: ClauseId, of: 'given' | 'default'): RuleCheck {
  return itemOfRuleCheck(clause, (item, { message, rule }, settings) => {
    const limit = listLimit(rule);
    const [count, { transactions }] = [countOf(item, message), item];
    if (limit === undefined || rule.isMaxGiven !== (of === 'given')) return 'silent';
    // Where all new transactions count, fewer of them may qualify (COUNT-QUALIFYING).
    if (message.layout.qualifies && settings.transactionsCounted === 'all') return 'silent';
    if (count === undefined || transactions === undefined || count > limit) return 'silent';
    if (transactions.length >= count) return 'upheld';
    return wrongLength(message, transactions, `${count}, as ${message.layout.count} says`);
  });
}

/** Of the same rules: a list is no longer than maxTransactionsCount, or its default (Limits). */
function listNotLong(clause: ClauseId, of: 'given' | 'default'): RuleCheck {
  return itemOfRuleCheck(clause, ({ transactions }, { message, rule }) => {
    const limit = listLimit(rule);
    if (limit === undefined || rule.isMaxGiven !== (of === 'given')) return 'silent';
    if (transactions === undefined) return 'silent';
    if (transactions.length <= limit) return 'upheld';
    const list = message.layout.transactions;
    const why =
      of === 'given' ? 'the maxTransactionsCount of the rule' : 'the default of maxTransactionsCount';
    return breach(
      `/details/${list}`,
      `${list} is a list of ${transactions.length}, not at most ${limit}, ${why}`,
    );
  });
}

/** No parameter of the event cuts the list, so it has the transactions that made the item. */
export function listNotEmpty(clause: ClauseId): MessageCheck {
  return itemCheck(clause, ({ transactions }, message) => {
    if (transactions === undefined) return 'silent';
    if (transactions.length > 0) return 'upheld';
    return wrongLength(message, transactions, 'at least 1');
  });
}

/** Lists of transactions are ordered by bankBookingDate, descending (Events 5). */
const newestFirst = itemCheck('MESSAGE-LIST-ORDER', ({ transactions = [] }, { layout }) => {
  if (transactions.length < 2) return 'silent';
  const index = firstLaterTime(transactions.map((each) => (each as Fields | null)?.['bankBookingDate']));
  if (index === undefined) return 'upheld';
  return breach(
    `/details/${layout.transactions}/${index}/bankBookingDate`,
    'bankBookingDate is later than that of the transaction before it, not in descending order',
  );
});

/** No list has one transaction twice. */
function ownTransactionIds(clause: ClauseId): MessageCheck {
  return itemCheck(clause, ({ transactions = [] }, { layout }) => {
    if (transactions.length < 2) return 'silent';
    const seen = new Set<unknown>();
    const index = transactions.findIndex((transaction) => {
      const id = (transaction as Fields | null)?.['id'];
      // An id that is no number is a finding of the schema already.
      if (!isNumber(id)) return false;
      return seen.size === seen.add(idKey(id)).size;
    });
    if (index < 0) return 'upheld';
    const text = 'id is that of an earlier transaction in the list, not its own';
    return breach(`/details/${layout.transactions}/${index}/id`, text);
  });
}

/** Of every list of transactions: `id` states that each has an id. */
export function ofTransactions(id: ClauseId): MessageCheck[] {
  return [newestFirst, ownTransactionIds(id)];
}

/** Of the events with maxTransactionsCount: `clause` states that an item has transactions, `count` how many. */
export function countsOfItems(clause: ClauseId, count: ClauseId): MessageCheck[] {
  return [countsSomeWithoutDetails(clause), countNotBelowList(count), wholeCount(count)];
}

/** The same beside the rule, whose maxTransactionsCount or its default ends the list. */
export function countsOfRule(clause: ClauseId, count: ClauseId): RuleCheck[] {
  return [
    countsSomeOfRule(clause),
    listNotShort(count, 'given'),
    listNotShort('RULE-MAX-COUNT-DEFAULT', 'default'),
    listNotLong('MESSAGE-LIST-CAP', 'given'),
    listNotLong('RULE-MAX-COUNT-DEFAULT', 'default'),
  ];
}

/** isAdjustingEntry is in transaction details since service version 1.30.0 (Versioning 3). */
export function hasAdjustingEntry(clause: ClauseId): MessageCheck {
  const { check } = transactionCheck(clause, ({ isAdjustingEntry }, _, { serviceVersion }) => {
    if (isAdjustingEntry !== undefined) return 'upheld';
    const since = `since service version 1.30.0, and this is ${serviceVersion}`;
    return breach('/isAdjustingEntry', `isAdjustingEntry is missing; it exists ${since}`);
  });
  return {
    clause,
    check: (message, settings) =>
      knowsAdjustingEntry(settings.serviceVersion) ? check(message, settings) : 'silent',
  };
}

/** The clause on isAdjustingEntry, unless the service knows the field (SERVICE-VERSION). */
export function beforeAdjustingEntry(clause: ClauseId, { serviceVersion }: Settings): ClauseId[] {
  return knowsAdjustingEntry(serviceVersion) ? [] : [clause];
}

/** Undefined for what is no count, which is a finding of another check. */
export function countOf({ sent }: MessageItem, { layout }: NotificationMessage): number | undefined {
  const count = sent[layout.count ?? ''];
  return isCount(count) ? count : undefined;
}

export function wrongLength(
  { layout }: NotificationMessage,
  { length }: readonly unknown[],
  wanted: string,
): CheckResult {
  const list = layout.transactions;
  return breach(`/details/${list}`, `${list} is a list of ${length}, not of ${wanted}`);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
