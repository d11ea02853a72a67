/** Checks the transaction lists in details, and the fields that count them. The clauses are those of the fields. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { EventLayout } from '../../base/event-layout.ts';
import { firstLaterTime } from '../../base/german-time.ts';
import { isNumber, member, wholeNumber } from '../../base/json-value.ts';
import type { SchemaPlace } from '../../base/schema-place.ts';
import { knowsAdjustingEntry } from '../../base/text.ts';
import { type CheckResult, held, itemCheck, type MessageCheck, transactionCheck } from '../clause-check.ts';
import type { MessageItem } from '../read-message.ts';
import { listLimit } from '../rule-facts.ts';
import { clauseOf, isNoNullText, repeatedAt } from './common.ts';

/** The checks of an event's list, as the OpenAPI documents require. */
export function listChecks(
  layout: EventLayout,
  message: SchemaPlace,
  details: SchemaPlace | undefined,
): MessageCheck[] {
  const { list = '', count, transactions } = layout;
  if (transactions === undefined) return [];
  const item = clauseOf(message.field(list));
  const transaction = details?.field(transactions)?.items;
  const adjusting = transaction?.field('isAdjustingEntry');
  const iban = clauseOf(transaction?.field('counterpartIban'));
  return [
    ...(count === undefined ? [] : countChecks(layout, count, item, message)),
    newestFirst(transactions),
    eachOnce(clauseOf(transaction?.field('id')), transactions),
    transactionCheck(iban, (each) => isNoNullText(each, 'counterpartIban')),
    ...(adjusting ? [hasAdjustingEntry(clauseOf(adjusting))] : []),
  ];
}

function countChecks(
  layout: EventLayout,
  count: string,
  item: ClauseId,
  message: SchemaPlace,
): MessageCheck[] {
  const clause = clauseOf(message.field(layout.list ?? '')?.items?.field(count));
  return [
    countsSome(item, layout, count, false),
    ...(layout.isCapped
      ? [
          countsSome('RULE-MAX-COUNT-INERT', layout, count, true),
          notOverCount(clause, layout, count),
          notShort(clause, true, count),
          notShort('RULE-MAX-COUNT-DEFAULT', false, count),
          notLong('MESSAGE-LIST-CAP', true),
          notLong('RULE-MAX-COUNT-DEFAULT', false),
        ]
      : [asCounted(clause, count)]),
  ];
}

/**
 * The count is at least 1 where an item lists no transactions, unless the rule may cut the list, and so the count, to
 * nothing. A count of 0 beside a list is a finding of other checks. With `isInert`, this checks only rules without details
 * whose maximum is 0, which then has no effect; without it, all other rules.
 */
function countsSome(
  clause: ClauseId,
  { isCapped }: EventLayout,
  field: string,
  isInert: boolean,
): MessageCheck {
  return itemCheck(clause, (item, { rule }) => {
    const count = statedCount(item, field);
    if (count === undefined || (count === 0 && item.transactions?.length)) return 'silent';
    if (isInert !== (isCapped && rule?.includeDetails === false && listLimit(rule) === 0)) return 'silent';
    const mayBeCut = isCapped && item.details !== undefined && !(rule && listLimit(rule));
    return held(mayBeCut ? undefined : count > 0, `/${field}`, 'at least 1', 'count');
  });
}

/** The count is never below the length of the list; whether it may exceed a cut list is not shown (COUNT-OVER-CAP). */
function notOverCount(clause: ClauseId, { transactions: list }: EventLayout, field: string): MessageCheck {
  return itemCheck(clause, (item) => {
    const [count, length] = [statedCount(item, field), item.transactions?.length];
    const isWithin = count === undefined || length === undefined ? undefined : length <= count;
    return ofLength(isWithin, list, `no more than ${field}`);
  });
}

/** A list that is never cut is as long as the count, or shorter if others than qualifying ones may count (COUNT-QUALIFYING). */
function asCounted(clause: ClauseId, field: string): MessageCheck {
  return itemCheck(clause, (item, { message }, { transactionsCounted }) => {
    const [count, length] = [statedCount(item, field), item.transactions?.length];
    // An empty list is a finding of another check.
    if (count === undefined || !length) return 'silent';
    const isAll = length === count || (length < count && transactionsCounted !== 'qualifying');
    return ofLength(isAll, message.layout.transactions, `${count}, as ${field} says`);
  });
}

/** A list is as long as the count, unless that exceeds the maximum (LIST-CUT). `isMaxGiven`: for rules that state it, or not. */
function notShort(clause: ClauseId, isMaxGiven: boolean, field: string): MessageCheck {
  return itemCheck(clause, (item, { message, rule }, { transactionsCounted }) => {
    const limit = rule?.isMaxGiven === isMaxGiven ? listLimit(rule) : undefined;
    const [count, length] = [statedCount(item, field), item.transactions?.length];
    if (limit === undefined || count === undefined || length === undefined || count > limit) return 'silent';
    // If all new transactions may count, fewer may qualify and be listed (COUNT-QUALIFYING).
    if (message.layout.qualifies && transactionsCounted !== 'qualifying') return 'silent';
    return ofLength(length >= count, message.layout.transactions, `${count}, as ${field} says`);
  });
}

/** A list is no longer than maxTransactionsCount, or its default (Limits). `isMaxGiven`: for rules that state it, or not. */
function notLong(clause: ClauseId, isMaxGiven: boolean): MessageCheck {
  const why = isMaxGiven ? 'the maxTransactionsCount of the rule' : 'the default of maxTransactionsCount';
  return itemCheck(clause, ({ transactions }, { message, rule }) => {
    const limit = rule?.isMaxGiven === isMaxGiven ? listLimit(rule) : undefined;
    const isWithin = limit === undefined || !transactions ? undefined : transactions.length <= limit;
    return ofLength(isWithin, message.layout.transactions, `at most ${limit}, ${why}`);
  });
}

/** Lists of transactions are ordered by bankBookingDate, descending (Events 5). */
function newestFirst(list: string): MessageCheck {
  return itemCheck('MESSAGE-LIST-ORDER', ({ transactions = [] }) => {
    if (transactions.length < 2) return 'silent';
    const index = firstLaterTime(transactions.map((each) => member(each, 'bankBookingDate')));
    const expected = 'no later time than that of the transaction before it';
    return held(index === undefined, `/details/${list}/${index}/bankBookingDate`, expected, 'order');
  });
}

/** A list has no transaction twice. An id that is no number is already a finding of the schema. */
function eachOnce(clause: ClauseId, list: string): MessageCheck {
  return itemCheck(clause, ({ transactions = [] }) => {
    if (transactions.length < 2) return 'silent';
    const ids = transactions.map((each) => member(each, 'id'));
    const [index] = repeatedAt(ids.map((id) => (isNumber(id) ? id : undefined)));
    const expected = 'one that no earlier transaction of the list has';
    return held(index === undefined, `/details/${list}/${index}/id`, expected, 'repeated');
  });
}

/** isAdjustingEntry is in transaction details since service version 1.30.0 (Versioning 3). */
function hasAdjustingEntry(clause: ClauseId): MessageCheck {
  return {
    ...transactionCheck(clause, ({ isAdjustingEntry }, _, { serviceVersion }) => {
      const expected = `one since service version 1.30.0, and this is ${serviceVersion}`;
      return held(isAdjustingEntry !== undefined, '/isAdjustingEntry', expected, 'missing');
    }),
    isEvaluated: (_, { serviceVersion }) => knowsAdjustingEntry(serviceVersion),
  };
}

/** The count of an item; undefined if it is no whole number from 0, which is a finding of another check. */
function statedCount({ sent }: MessageItem, field: string): number | undefined {
  const count = wholeNumber(sent[field]);
  return count !== undefined && count >= 0 ? count : undefined;
}

function ofLength(holds: boolean | undefined, list: string | undefined, expected: string): CheckResult {
  return held(holds, `/details/${list}`, expected, 'count');
}
