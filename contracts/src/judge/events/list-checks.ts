/** Checks of the lists of transactions in details, and of what counts them. The clauses are those of the fields. */
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

/** What the documents say of the list of an event shows which checks it has. */
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
 * An item that lists no transactions counts at least one, unless its rule may cut its list, and so its count, to nothing.
 * Beside a list, a count of 0 is a wrong count. `isInert`: for rules without details, whose maximum of 0 changes nothing, or
 * for all others.
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

/** Whether a count exceeds a list that was cut is not shown (COUNT-OVER-CAP), but it is never below it. */
function notOverCount(clause: ClauseId, { transactions: list }: EventLayout, field: string): MessageCheck {
  return itemCheck(clause, (item) => {
    const [count, length] = [statedCount(item, field), item.transactions?.length];
    const isCounted = count === undefined || length === undefined ? undefined : length <= count;
    return ofLength(isCounted, list, `no more than ${field}`);
  });
}

/** No parameter cuts the list, so it has all that are counted; fewer may qualify where all new transactions may count (COUNT-QUALIFYING). */
function asCounted(clause: ClauseId, field: string): MessageCheck {
  return itemCheck(clause, (item, { message }, { transactionsCounted }) => {
    const [count, length] = [statedCount(item, field), item.transactions?.length];
    // No transactions at all are a finding of the item.
    if (count === undefined || !length) return 'silent';
    const isAll = length === count || (length < count && transactionsCounted !== 'qualifying');
    return ofLength(isAll, message.layout.transactions, `${count}, as ${field} says`);
  });
}

/** Of a rule with maxTransactionsCount, or of one without: a list has all that are counted, unless these are more (LIST-CUT). */
function notShort(clause: ClauseId, isMaxGiven: boolean, field: string): MessageCheck {
  return itemCheck(clause, (item, { message, rule }, { transactionsCounted }) => {
    const limit = rule?.isMaxGiven === isMaxGiven ? listLimit(rule) : undefined;
    const [count, length] = [statedCount(item, field), item.transactions?.length];
    if (limit === undefined || count === undefined || length === undefined || count > limit) return 'silent';
    // Where all new transactions may count, fewer of them may qualify (COUNT-QUALIFYING).
    if (message.layout.qualifies && transactionsCounted !== 'qualifying') return 'silent';
    return ofLength(length >= count, message.layout.transactions, `${count}, as ${field} says`);
  });
}

/** Of the same rules: a list is no longer than maxTransactionsCount, or its default (Limits). */
function notLong(clause: ClauseId, isMaxGiven: boolean): MessageCheck {
  const why = isMaxGiven ? 'the maxTransactionsCount of the rule' : 'the default of maxTransactionsCount';
  return itemCheck(clause, ({ transactions }, { message, rule }) => {
    const limit = rule?.isMaxGiven === isMaxGiven ? listLimit(rule) : undefined;
    const isCut = limit === undefined || !transactions ? undefined : transactions.length <= limit;
    return ofLength(isCut, message.layout.transactions, `at most ${limit}, ${why}`);
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

/** No list has one transaction twice; an id that is no number is a finding of the schema already. */
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

/** Undefined for what is no count, which is a finding of another check. */
function statedCount({ sent }: MessageItem, field: string): number | undefined {
  return isCount(sent[field]) ? wholeNumber(sent[field]) : undefined;
}

function ofLength(holds: boolean | undefined, list: string | undefined, expected: string): CheckResult {
  return held(holds, `/details/${list}`, expected, 'count');
}

function isCount(value: unknown): boolean {
  return (wholeNumber(value) ?? -1) >= 0;
}
