/** Transactions of FOREIGN_MONEY_TRANSFER go out, and to a bank in another country (Trigger semantics 4). */

import type { QuestionOnMessage } from '../clause-check.ts';
import { compareDecimals } from '../compare-decimals.ts';
import { askTransactions } from './common-checks.ts';

const IBAN = /^\s*[A-Za-z]{2}\s?\d/;

export const foreignQuestions: QuestionOnMessage[] = [
  {
    clause: 'MESSAGE-FOREIGN-OUTGOING',
    events: ['FOREIGN_MONEY_TRANSFER'],
    needs: 'message',
    question: (message) =>
      askTransactions(message, ({ amount }) => {
        const sign = compareDecimals(amount, 0);
        if (sign === undefined) return 'silent';
        if (sign < 0) return 'held';
        return { pointer: '/amount', message: 'amount is zero or above, not negative' };
      }),
  },
  {
    clause: 'MESSAGE-FOREIGN-COUNTRY',
    events: ['FOREIGN_MONEY_TRANSFER'],
    needs: 'message',
    question: (message) => {
      const countries = new Map(message.items.map((item) => [item, countryOf(item.plain['accountIban'])]));
      return askTransactions(message, ({ counterpartIban }, item) => {
        const [there, here] = [countryOf(counterpartIban), countries.get(item)];
        if (there === undefined || here === undefined) return 'silent';
        if (there !== here) return 'held';
        return {
          pointer: '/counterpartIban',
          message: 'counterpartIban is of the country of accountIban, not of another country',
        };
      });
    },
  },
];

/** The two letters that an IBAN begins with; undefined for what is no IBAN. */
function countryOf(iban: unknown): string | undefined {
  return typeof iban === 'string' && IBAN.test(iban) ? iban.trimStart().slice(0, 2).toUpperCase() : undefined;
}
