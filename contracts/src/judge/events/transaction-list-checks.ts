/** The count of an item: there is something to count, and the list in the details agrees with it (Events; Limits). */

import { isLosslessNumber } from 'lossless-json';
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/message.ts';
import type { MessageQuestion, MessageRuling, QuestionOnMessage, Ruling } from '../clause-check.ts';
import { firstLater } from '../compare-decimals.ts';
import {
  eventLayouts,
  eventsWith,
  isFields,
  type ReadItem,
  type ReadMessage,
  type Stated,
  statedBy,
} from '../read-message.ts';
import { idText, listEnd } from '../rule-facts.ts';
import { knowsAdjustingEntry } from '../settings.ts';
import { askItems, askTransactions } from './common-checks.ts';

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

/** The lists of transactions in details: newest first, and no longer than the rule allows (Events 5; Limits). */

export const listQuestions: MessageQuestion[] = [
  {
    clause: 'MESSAGE-LIST-ORDER',
    events: eventsWith('transactions'),
    needs: 'message',
    question: (message) =>
      askItems(message, ({ transactions = [] }) => {
        if (transactions.length < 2) return 'silent';
        const index = firstLater(transactions);
        if (index === undefined) return 'held';
        return {
          pointer: `/details/${message.layout.transactions}/${index}/bankBookingDate`,
          message: 'bankBookingDate is later than that of the transaction before it, not in descending order',
        };
      }),
  },
  cap('MESSAGE-LIST-CAP', true, 'the maxTransactionsCount of the rule'),
  cap('RULE-MAX-COUNT-DEFAULT', false, 'as for every rule without maxTransactionsCount'),
];

/** Of the rules that say how many transactions a list holds at most, or of those that do not. */
function cap(clause: ClauseId, isGiven: boolean, why: string): MessageQuestion {
  return {
    clause,
    events: eventsWith('transactions', ({ isCapped }) => isCapped),
    needs: 'rule',
    question: (message, rule, settings) => {
      const end = listEnd(rule, settings);
      if (end === undefined || rule.isMostGiven !== isGiven) return 'silent';
      return askItems(message, ({ transactions }) => {
        if (transactions === undefined) return 'silent';
        if (transactions.length <= end) return 'held';
        const list = message.layout.transactions;
        const found = `${list} is a list of ${transactions.length}`;
        return { pointer: `/details/${list}`, message: `${found}, not at most ${end}, ${why}` };
      });
    },
  };
}

/** The id of a transaction is its own: no list in details has one transaction twice (Events, one row an event). */

export const transactionIdQuestions: QuestionOnMessage[] = statedBy('transactionId').map(ownId);

function ownId({ event, clause }: Stated): QuestionOnMessage {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ transactions = [] }) => {
        if (transactions.length < 2) return 'silent';
        const index = firstRepeated(transactions);
        if (index === undefined) return 'held';
        return {
          pointer: `/details/${message.layout.transactions}/${index}/id`,
          message: 'id is that of a transaction before it in the list, not one of its own',
        };
      }),
  };
}

/** An id of another kind is a finding of the schema already. */
function firstRepeated(transactions: readonly unknown[]): number | undefined {
  const seen = new Set<number | string>();
  for (let index = 0; index < transactions.length; index++) {
    const transaction = transactions[index];
    const id = isFields(transaction) ? transaction['id'] : undefined;
    if (typeof id !== 'number' && !isLosslessNumber(id)) continue;
    const key = typeof id === 'number' ? id : idText(id);
    if (seen.has(key)) return index;
    seen.add(key);
  }
  return undefined;
}

/** isAdjustingEntry is in transaction details since service version 1.30.0 (Versioning 3). */

export const versionQuestions: QuestionOnMessage[] = [
  sinceVersion('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', 'NEW_TRANSACTIONS'),
  sinceVersion('MESSAGE-HIGH-DETAILS-ADJUSTING', 'HIGH_TRANSACTION_AMOUNT'),
];

function sinceVersion(clause: ClauseId, event: TriggerEvent): QuestionOnMessage {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message, { serviceVersion }) => {
      if (!knowsAdjustingEntry(serviceVersion)) return 'silent';
      return askTransactions(message, ({ isAdjustingEntry }) => {
        if (isAdjustingEntry !== undefined) return 'held';
        const since = `since service version 1.30.0, and this is ${serviceVersion}`;
        return { pointer: '/isAdjustingEntry', message: `isAdjustingEntry is missing; it is due ${since}` };
      });
    },
  };
}
