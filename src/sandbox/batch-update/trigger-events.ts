/** The eight trigger events: which transactions of a changed account count for a rule, and the fields of its message. */
import type { Decimal } from '../../../contracts/src/base/json-value.ts';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import { type Key, keyOf, keyOfText } from '../exact-numbers.ts';
import type { Counted } from '../fault-hooks.ts';
import type { Rule, RuleEvent } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { Category, State } from '../state.ts';
import {
  accountFields,
  adjustingField,
  assignedCategory,
  balanceChanges,
  capped,
  categoryFields,
  coreFields,
  counted,
  countOf,
  details,
  foreignFields,
  listed,
  threshold,
} from './item-fields.ts';
import type { AccountChange, NewTransaction, RuleMatch } from './user-update.ts';

/** What a match and its message depend on beside the update. */
export interface MessageContext {
  readonly settings: SandboxSettings;
  readonly categories: State['categories'];
}

/**
 * The transactions of a changed account that count for a rule that concerns it, none for an event of balances; undefined
 * where the rule does not match.
 */
type Counts = (change: AccountChange, rule: Rule, context: MessageContext) => Counted | undefined;

interface EventRow<Event extends RuleEvent> {
  /** Absent for the events of bank connections. */
  readonly counts?: Counts;
  /** The fields of its message beside the base fields. */
  readonly message: (match: RuleMatch, context: MessageContext) => Composed<OwnFields<Event>>;
}

type BaseField = 'notificationRuleId' | 'triggerEvent' | 'callbackHandle';
type OwnFields<Event extends RuleEvent> = Omit<PlainMessage<Event>, BaseField>;

/** The documented fields, where settings may put null in place of a text and a text in place of a number. */
type Composed<Value> = Value extends number
  ? Decimal | string
  : Value extends string
    ? Value | null
    : Value extends object
      ? { [Name in keyof Value]: Composed<Value[Name]> }
      : Value;

/** A match of a balance. */
const NONE: Counted = [];

const triggerEvents: { readonly [Event in RuleEvent]: EventRow<Event> } = {
  NEW_ACCOUNT_BALANCE: {
    counts: ({ isBalanceChanged }) => (isBalanceChanged ? NONE : undefined),
    message: (match, { settings }) => ({ balanceChanges: balanceChanges(match, settings) }),
  },
  LOW_ACCOUNT_BALANCE: {
    counts: (change, { params: { balanceThreshold } }, { settings }) => {
      const counts = change.isBalanceChanged || settings.unchangedLowBalance === 'sent';
      return counts && balanceThreshold && change.isBelow(balanceThreshold) ? NONE : undefined;
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
    counts: ({ transactions }, rule, { categories }) =>
      some(transactions.filter((transaction) => isOfCategory(transaction, rule, categories))),
    message: (match, { settings, categories }) => {
      const { params, includeDetails } = match.rule;
      // A rule of an unknown category matches nothing.
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
    message: (match) => ({
      loginErrors: match.failedLogins.map(({ connection, errorMessage, wrongCredentials }) => ({
        bankConnectionId: connection.id,
        bankName: connection.bankName,
        bankConnectionName: connection.name ?? '',
        ...(wrongCredentials && { errorCode: 'WRONG_CREDENTIALS' as const }),
        ...details(match, () => ({ errorMessage })),
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

/** Whether a transaction has the category of the rule, or one below it (Trigger semantics 7). */
function isOfCategory(
  { categoryId }: NewTransaction,
  { params: { categoryId: wanted = '', includeChildCategories = true } }: Rule,
  categories: State['categories'],
): boolean {
  if (categoryId === undefined || categoryId === null) return false;
  const [category, own] = [keyOf(categoryId), keyOfText(wanted)];
  return category === own || (includeChildCategories && topCategory(category, categories) === own);
}

/** The category at the top above this one, itself where it is no sub-category. A world has no loops. */
function topCategory(category: Key, categories: State['categories']): Key {
  const parentId = categories.get(category)?.parentId;
  return parentId === undefined ? category : topCategory(keyOf(parentId), categories);
}

/** The transactions of a changed account that count for a rule; undefined where the rule does not match. */
export function countedFor(change: AccountChange, rule: Rule, context: MessageContext): Counted | undefined {
  return triggerEvents[rule.triggerEvent].counts?.(change, rule, context);
}

/** The message of a match before encryption (Events). */
export function composeMessage(match: RuleMatch, context: MessageContext): PlainMessage {
  const { id, triggerEvent, callbackHandle } = match.rule;
  const own: object = triggerEvents[triggerEvent].message(match, context);
  // The type of messages has no values that only settings allow.
  return { notificationRuleId: id, triggerEvent, callbackHandle, ...own } as PlainMessage;
}
