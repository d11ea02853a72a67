/** Composes the message of a rule match, before encryption, as the table of Events says. */
import type Big from 'big.js';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import { jsonNumber } from '../amount.ts';
import { keyOfText } from '../id-key.ts';
import type { TriggerEvent } from '../rule.ts';
import type { Settings } from '../settings.ts';
import type { Category, State } from '../state.ts';
import { accountFields, balanceChanges, details } from './account-item.ts';
import { bigDecimal } from './big-decimal.ts';
import type { RuleMatch } from './rule-match.ts';
import {
  adjustingField,
  assignedCategory,
  categoryFields,
  coreFields,
  foreignFields,
} from './transaction-fields.ts';
import { capped, counted, countOf, listed } from './transaction-list.ts';

export interface Basis {
  readonly settings: Settings;
  readonly categories: State['categories'];
}

export function composeMessage(match: RuleMatch, basis: Basis): PlainMessage {
  const { id, triggerEvent, callbackHandle } = match.rule;
  const own = OWN_FIELDS[triggerEvent](match, basis);
  return { notificationRuleId: id, triggerEvent, callbackHandle, ...own } as PlainMessage;
}

type OwnFields<Event extends TriggerEvent> = Omit<
  PlainMessage<Event>,
  'notificationRuleId' | 'triggerEvent' | 'callbackHandle'
>;

/** What the message of an event has beyond the base fields. */
const OWN_FIELDS: {
  readonly [Event in TriggerEvent]: (match: RuleMatch, basis: Basis) => OwnFields<Event>;
} = {
  NEW_ACCOUNT_BALANCE: (match, { settings }) => ({ balanceChanges: balanceChanges(match, settings) }),
  LOW_ACCOUNT_BALANCE: (match, { settings }) => ({
    balanceThreshold: threshold(match.rule.params.balanceThreshold, settings),
    balanceChanges: balanceChanges(match, settings),
  }),
  NEW_TRANSACTIONS: (match, { settings, categories }) => {
    const { rule, update } = match;
    return {
      newTransactions: match.accounts.map((found) => ({
        ...accountFields(found),
        newTransactionsCount: countOf(found.transactions, rule, settings),
        ...details(match, () => ({
          transactionDetails: capped(found.transactions, rule, settings).map((transaction) => ({
            ...coreFields(transaction, settings),
            ...adjustingField(transaction, update),
            ...(rule.params.waitForCategorization && assignedCategory(transaction, update, categories)),
          })),
        })),
      })),
    };
  },
  HIGH_TRANSACTION_AMOUNT: (match, { settings }) => {
    const { rule, update } = match;
    return {
      absoluteAmountThreshold: threshold(rule.params.absoluteAmountThreshold, settings),
      newTransactions: match.accounts.map((found) => ({
        ...accountFields(found),
        newTransactionsCount: countOf(counted(found, settings), rule, settings),
        ...details(match, () => ({
          transactionDetails: capped(found.transactions, rule, settings).map((transaction) => ({
            ...coreFields(transaction, settings),
            ...adjustingField(transaction, update),
          })),
        })),
      })),
    };
  },
  FOREIGN_MONEY_TRANSFER: (match, { settings }) => ({
    newTransactions: match.accounts.map((found) => ({
      ...accountFields(found),
      transactionsCount: counted(found, settings).length,
      ...details(match, () => ({
        transactionDetails: listed(found.transactions, settings).map((one) => foreignFields(one, settings)),
      })),
    })),
  }),
  CATEGORY_CASH_FLOW: (match, { settings, categories }) => {
    const { params, includeDetails } = match.rule;
    // A rule of a category that nobody knows matches nothing.
    const category = categories.get(keyOfText(params.categoryId ?? '')) as Category;
    return {
      categoryId: category.id,
      ...(includeDetails && { categoryName: category.name }),
      includeChildCategories: params.includeChildCategories ?? true,
      categoryCashFlows: match.accounts.map((found) => ({
        ...accountFields(found),
        ...details(match, () => ({
          transactions: listed(found.transactions, settings).map((transaction) => ({
            ...coreFields(transaction, settings),
            ...categoryFields(transaction, categories),
          })),
        })),
      })),
    };
  },
  BANK_LOGIN_ERROR: (match, { settings }) => ({
    loginErrors: match.failedLogins.map(({ connection, errorMessage, wrongCredentials = false }) => ({
      bankConnectionId: connection.id,
      bankName: connection.bankName,
      bankConnectionName: settings.loginConnectionNameNull ? connection.name : (connection.name ?? ''),
      ...(wrongCredentials && { errorCode: 'WRONG_CREDENTIALS' as const }),
      ...details(match, () => denial(errorMessage, wrongCredentials, settings)),
    })),
  }),
  NEW_TERMS_AND_CONDITIONS: () => ({}),
};

/** LOGIN-ERROR-MESSAGE: the types know only the text. */
function denial(errorMessage: string, isDenied: boolean, { errorMessageUnset }: Settings) {
  if (isDenied || errorMessageUnset === 'text') return { errorMessage };
  const unset: { errorMessage?: null } = errorMessageUnset === 'null' ? { errorMessage: null } : {};
  return unset as { errorMessage: unknown } as { errorMessage: string };
}

/** The value that is set in the rule; no rule of these events is without one. */
function threshold(amount: Big | undefined, settings: Settings): number {
  return bigDecimal(jsonNumber(amount as Big), settings);
}
