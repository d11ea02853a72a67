/** What is particular to each trigger event: what of a changed account counts for its rules, and what its message says. */
import type Big from 'big.js';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import { jsonNumber, keyOfText } from '../exact-numbers.ts';
import type { Counted } from '../fault-hooks.ts';
import type { Rule, TriggerEvent } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { Category, State } from '../state.ts';
import {
  accountFields,
  adjustingField,
  assignedCategory,
  balanceChanges,
  bigDecimal,
  capped,
  categoryFields,
  coreFields,
  counted,
  countOf,
  details,
  foreignFields,
  listed,
} from './item-fields.ts';
import type { AccountChange, RuleMatch } from './user-update.ts';

export interface Basis {
  readonly settings: SandboxSettings;
  readonly categories: State['categories'];
}

interface EventRow<Event extends TriggerEvent> {
  /**
   * The transactions of a changed account that count for a rule that concerns it, undefined where the rule does not
   * match. Absent for the events that match-rules.ts finds by category or by bank connection.
   */
  readonly counts?: (change: AccountChange, rule: Rule, settings: SandboxSettings) => Counted | undefined;
  /** What its message has beyond the base fields. */
  readonly message: (match: RuleMatch, basis: Basis) => OwnFields<Event>;
}

type OwnFields<Event extends TriggerEvent> = Omit<
  PlainMessage<Event>,
  'notificationRuleId' | 'triggerEvent' | 'callbackHandle'
>;

/** A match without a transaction: it is the balance that counts. */
const NONE: Counted = [];

export const triggerEvents: { readonly [Event in TriggerEvent]: EventRow<Event> } = {
  NEW_ACCOUNT_BALANCE: {
    counts: ({ isBalanceChanged }) => (isBalanceChanged ? NONE : undefined),
    message: (match, { settings }) => ({ balanceChanges: balanceChanges(match, settings) }),
  },
  LOW_ACCOUNT_BALANCE: {
    counts: (change, { params: { balanceThreshold } }, { unchangedLowBalance }) => {
      const isTold = change.isBalanceChanged || unchangedLowBalance === 'sent';
      return isTold && balanceThreshold && change.isBelow(balanceThreshold) ? NONE : undefined;
    },
    message: (match, { settings }) => ({
      balanceThreshold: threshold(match.rule.params.balanceThreshold, settings),
      balanceChanges: balanceChanges(match, settings),
    }),
  },
  NEW_TRANSACTIONS: {
    counts: ({ transactions }) => some(transactions),
    message: (match, { settings, categories }) => {
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
  },
  HIGH_TRANSACTION_AMOUNT: {
    counts: (change, { params: { absoluteAmountThreshold } }) =>
      absoluteAmountThreshold && some(change.reaching(absoluteAmountThreshold)),
    message: (match, { settings }) => {
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
  },
  FOREIGN_MONEY_TRANSFER: {
    counts: ({ foreign }) => some(foreign),
    message: (match, { settings }) => ({
      newTransactions: match.accounts.map((found) => ({
        ...accountFields(found),
        transactionsCount: counted(found, settings).length,
        ...details(match, () => ({
          transactionDetails: listed(found.transactions, settings).map((one) => foreignFields(one, settings)),
        })),
      })),
    }),
  },
  CATEGORY_CASH_FLOW: {
    message: (match, { settings, categories }) => {
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
  },
  BANK_LOGIN_ERROR: {
    message: (match, { settings }) => ({
      loginErrors: match.failedLogins.map(({ connection, errorMessage, wrongCredentials = false }) => ({
        bankConnectionId: connection.id,
        bankName: connection.bankName,
        bankConnectionName: settings.loginConnectionNameNull ? connection.name : (connection.name ?? ''),
        ...(wrongCredentials && { errorCode: 'WRONG_CREDENTIALS' as const }),
        ...details(match, () => denial(errorMessage, wrongCredentials, settings)),
      })),
    }),
  },
  NEW_TERMS_AND_CONDITIONS: {
    message: () => ({}),
  },
};

function some(transactions: Counted): Counted | undefined {
  return transactions.length > 0 ? transactions : undefined;
}

/** LOGIN-ERROR-MESSAGE: the types know only the text. */
function denial(errorMessage: string, isDenied: boolean, { errorMessageUnset }: SandboxSettings) {
  if (isDenied || errorMessageUnset === 'text') return { errorMessage };
  const unset: { errorMessage?: null } = errorMessageUnset === 'null' ? { errorMessage: null } : {};
  return unset as { errorMessage: unknown } as { errorMessage: string };
}

/** The value that is set in the rule; no rule of these events is without one. */
function threshold(amount: Big | undefined, settings: SandboxSettings): number {
  return bigDecimal(jsonNumber(amount as Big), settings);
}
