/** Reads a notification rule as judges need it, whether its params were written as native values or as strings (PARAMS-FORM). */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { decimal } from '../../contract/decimal.ts';
import type { NotificationRule } from '../../messages/notification-rule.ts';
import { eventLayouts } from './event-layout.ts';

/** A field is undefined where the rule does not have it. */
export interface RuleFacts {
  readonly rule: NotificationRule;
  readonly includeDetails: boolean;
  /** The ids in accountIds or bankConnectionIds. */
  readonly listed: ReadonlySet<string> | undefined;
  /** How many transactions a list of details holds at most, by the rule. */
  readonly mostTransactions: number;
  /** Whether the rule says so by maxTransactionsCount, or it is the default. */
  readonly isMostGiven: boolean;
  readonly waitsForCategorization: boolean;
  /** What its messages repeat, such as balanceThreshold; a number or LosslessNumber. */
  readonly threshold: unknown;
  /** The categoryId, a string in params, as the number that messages carry. */
  readonly categoryId: unknown;
  readonly includeChildCategories: boolean | undefined;
}

const DEFAULT_MOST = 100;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Read anew for every message: whoever owns the rule may have changed it. */
export function ruleFacts(rule: NotificationRule): RuleFacts {
  const params = rule.params ?? {};
  const most = numberOf(params['maxTransactionsCount']);
  const listed = params['accountIds'] ?? params['bankConnectionIds'];
  return {
    // A copy, since `shown` is found when it is asked for.
    rule: { ...rule },
    includeDetails: rule.includeDetails === true,
    listed: listed === undefined ? undefined : new Set(String(listed).split(',').map(idText)),
    mostTransactions: most === undefined ? DEFAULT_MOST : Number(String(most)),
    isMostGiven: most !== undefined,
    waitsForCategorization: booleanOf(params['waitForCategorization']) === true,
    threshold: numberOf(params[eventLayouts[rule.triggerEvent]?.threshold ?? '']),
    categoryId: numberOf(params['categoryId']),
    includeChildCategories: booleanOf(params['includeChildCategories']),
  };
}

/** An id as the text that a list of ids holds, in whatever form a number is written. */
export function idText(id: unknown): string {
  if (typeof id === 'string') return id.trim();
  const text = String(id);
  return /[.e]/i.test(text) ? (decimal(id)?.toFixed() ?? text) : text;
}

function numberOf(value: unknown): unknown {
  if (typeof value === 'number' || isLosslessNumber(value)) return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return NUMBER.test(text) ? new LosslessNumber(text) : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
