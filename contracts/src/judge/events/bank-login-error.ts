/** A login that the bank server denied has its denial message in the details (Events, BANK_LOGIN_ERROR). */
import { kindOf } from '../../base/text.ts';
import type { Breach, MessageRuling, QuestionOnMessage } from '../clause-check.ts';
import type { Fields } from '../read-message.ts';
import { askItems } from './common-checks.ts';

export const loginQuestions: QuestionOnMessage[] = [
  {
    // What it holds where the reason is unknown is not shown (LOGIN-ERROR-MESSAGE), and left to the schema.
    clause: 'MESSAGE-LOGIN-DETAILS-MESSAGE',
    events: ['BANK_LOGIN_ERROR'],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ sent, details }) => {
        if (details === undefined || sent['errorCode'] !== 'WRONG_CREDENTIALS') return 'silent';
        const found = details['errorMessage'];
        if (typeof found === 'string') return 'held';
        const due = 'the denial message of the bank server';
        return { pointer: '/details/errorMessage', message: `errorMessage is ${kindOf(found)}, not ${due}` };
      }),
  },
];

/** What two messages never carry: account fields in a login error, anything but the base fields for new terms. */

const ACCOUNT_FIELDS = ['accountId', 'accountName', 'accountNumber', 'accountIban'];
/** Everything that the documentation lists at the top of any other message. More than that is not wrong. */
const FIELDS_OF_OTHERS = [
  'balanceChanges',
  'newTransactions',
  'loginErrors',
  'categoryCashFlows',
  'balanceThreshold',
  'absoluteAmountThreshold',
  'categoryId',
  'categoryName',
  'includeChildCategories',
  'details',
];

export const absentQuestions: QuestionOnMessage[] = [
  {
    clause: 'MESSAGE-LOGIN-NO-ACCOUNT',
    events: ['BANK_LOGIN_ERROR'],
    needs: 'message',
    question: ({ items }) => {
      if (items.length === 0) return 'silent';
      return heldUnless(items.flatMap(({ sent, pointer }) => unwanted(ACCOUNT_FIELDS, sent, pointer)));
    },
  },
  {
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    events: ['NEW_TERMS_AND_CONDITIONS'],
    needs: 'message',
    question: ({ sent }) => heldUnless(unwanted(FIELDS_OF_OTHERS, sent)),
  },
];

function unwanted(fields: readonly string[], value: Fields, at = ''): Breach[] {
  return fields
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => ({ pointer: `${at}/${name}`, message: `${name} is there, not absent` }));
}

function heldUnless(breaches: readonly Breach[]): MessageRuling {
  return breaches.length > 0 ? breaches : 'held';
}
