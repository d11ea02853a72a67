/** The count of an item: there is something to count, and the list in the details agrees with it (Events; Limits). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import type { Ruling } from '../exchange-rule.ts';
import { askItems } from './ask-each.ts';
import { eventLayouts, type Stated, statedBy } from './event-layout.ts';
import { listEnd } from './list-end.ts';
import type { MessageQuestion, MessageRuling } from './message-question.ts';
import type { ReadItem, ReadMessage } from './read-message.ts';

export const countQuestions: MessageQuestion[] = [
  ...statedBy('count').filter(isCapped).flatMap(cappedCount),
  ...statedBy('list').filter(isUncut).flatMap(uncutCount),
  ...statedBy('list').filter(isUncut).map(uncutList),
  ...statedBy('count').filter(isUncut).flatMap(countOfUncut),
  ...statedBy('count').map(wholeCount),
];

function isCapped({ event }: Stated): boolean {
  return eventLayouts[event].isCapped;
}

/** Whether its list of transactions is always whole. */
function isUncut({ event }: Stated): boolean {
  return eventLayouts[event].transactions !== undefined && !eventLayouts[event].isCapped;
}

function uncutCount({ event, clause }: Stated): MessageQuestion[] {
  if (eventLayouts[event].count === undefined) return [];
  const question = (message: ReadMessage) => askCounts(message, (count) => isSome(message, count));
  return [{ clause, events: [event], needs: 'message', question }];
}

/** No parameter of these events cuts the list, so it has the transactions that made the item. */
function uncutList({ event, clause }: Stated): MessageQuestion {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ transactions }) => {
        if (transactions === undefined) return 'silent';
        return transactions.length > 0
          ? 'held'
          : lengthBreach(message, transactions, 'the transactions that made the item');
      }),
  };
}

/** A whole list holds what is counted: a longer one is miscounted, a shorter one is not whole. */
function countOfUncut({ event, clause: counted }: Stated): MessageQuestion[] {
  const { transactions: whole = counted } = eventLayouts[event].clauses;
  const events = [event];
  const needs = 'message';
  const compared = (message: ReadMessage, isBreach: (length: number, count: number) => boolean) =>
    askCounts(message, (count, { transactions }) => {
      // None at all are a finding of the item.
      if (transactions === undefined || transactions.length === 0 || count === 0) return 'silent';
      if (!isBreach(transactions.length, count)) return 'held';
      return lengthBreach(message, transactions, `${count}, as ${message.layout.count} has it`);
    });
  return [
    {
      clause: counted,
      events,
      needs,
      question: (message) => compared(message, (length, count) => length > count),
    },
    {
      clause: whole,
      events,
      needs,
      // Where all new transactions count, fewer of them may qualify (COUNT-QUALIFYING).
      question: (message, { transactionsCounted }) =>
        transactionsCounted === 'all' ? 'silent' : compared(message, (length, count) => length < count),
    },
  ];
}

/** What counts things is a whole number of them. */
function wholeCount({ event, clause }: Stated): MessageQuestion {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ sent }) => {
        const { count: field = '' } = message.layout;
        const count = sent[field];
        if (typeof count !== 'number') return 'silent';
        if (isCount(count)) return 'held';
        return { pointer: `/${field}`, message: `${field} is ${count}, not a whole number of transactions` };
      }),
  };
}

/** Whether a count exceeds a list that was cut is not shown (COUNT-OVER-CAP), so a count may have been cut like its list. */
function cappedCount({ event, clause: counted }: Stated): MessageQuestion[] {
  const { list: items = counted } = eventLayouts[event].clauses;
  return [
    {
      clause: items,
      events: [event],
      needs: 'message',
      // Without details nothing is cut.
      question: (message) =>
        askCounts(message, (count, { details }) =>
          details === undefined ? isSome(message, count) : 'silent',
        ),
    },
    {
      clause: items,
      events: [event],
      needs: 'rule',
      question: (message, rule, settings) => {
        const isCutToNone = (listEnd(rule, settings) ?? 0) === 0;
        return askCounts(message, (count) => (isCutToNone ? 'silent' : isSome(message, count)));
      },
    },
    {
      clause: counted,
      events: [event],
      needs: 'message',
      question: (message) =>
        askCounts(message, (count, { transactions }) => {
          if (transactions === undefined) return 'silent';
          if (transactions.length <= count) return 'held';
          return lengthBreach(message, transactions, `no more than ${message.layout.count}`);
        }),
    },
    shortList(event, counted, true, 'the rule'),
    shortList(event, 'RULE-MAX-COUNT-DEFAULT', false, 'a rule without maxTransactionsCount'),
  ];
}

/** Of the rules that say where their lists end, or of those that do not: no list ends before. */
function shortList(event: TriggerEvent, clause: ClauseId, isGiven: boolean, whose: string): MessageQuestion {
  return {
    clause,
    events: [event],
    needs: 'rule',
    question: (message, rule, settings) => {
      const end = listEnd(rule, settings);
      if (end === undefined || rule.isMostGiven !== isGiven) return 'silent';
      // Where all new transactions count, fewer of them may qualify (COUNT-QUALIFYING).
      if (event === 'HIGH_TRANSACTION_AMOUNT' && settings.transactionsCounted === 'all') return 'silent';
      return askCounts(message, (count, { transactions }) => {
        if (transactions === undefined) return 'silent';
        const due = Math.min(count, end);
        if (transactions.length >= due) return 'held';
        return lengthBreach(message, transactions, `${due}, as ${message.layout.count} and ${whose} have it`);
      });
    },
  };
}

function askCounts(message: ReadMessage, ask: (count: number, item: ReadItem) => Ruling): MessageRuling {
  const { count: field = '' } = message.layout;
  return askItems(message, (item) => {
    const count = item.sent[field];
    // What is no count is a finding of its own already.
    return isCount(count) ? ask(count, item) : 'silent';
  });
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isSome({ layout }: ReadMessage, count: number): Ruling {
  if (count > 0) return 'held';
  return {
    pointer: `/${layout.count}`,
    message: `${layout.count} is ${count}, not the number of transactions that made the item`,
  };
}

function lengthBreach({ layout }: ReadMessage, transactions: readonly unknown[], wanted: string): Ruling {
  const list = layout.transactions;
  return {
    pointer: `/details/${list}`,
    message: `${list} is a list of ${transactions.length}, not of ${wanted}`,
  };
}
