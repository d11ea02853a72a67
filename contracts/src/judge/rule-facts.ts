/** Reads a notification rule as judges need it, whether its params were written as native values or as strings (PARAMS-FORM). */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { decimal } from '../base/decimal.ts';
import type { NotificationRule } from '../messages/message.ts';
import { compareDecimals } from './compare-decimals.ts';
import { eventLayouts, type Fields } from './read-message.ts';
import type { Settings } from './settings.ts';

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

/** Where the lists of a rule end, so far as it is shown (Limits; Events 5). */

/**
 * At its maxTransactionsCount in whole transactions, at 100 without one. Undefined for a rule that was created with a
 * count out of range: of its lists it is shown only that they end at 100, as the schema of every list has it.
 */
export function listEnd(
  { mostTransactions }: Pick<RuleFacts, 'mostTransactions'>,
  { countOutOfRange }: Pick<Settings, 'countOutOfRange'>,
): number | undefined {
  const isInRange = mostTransactions >= 0 && mostTransactions <= 100;
  return isInRange || countOutOfRange === 'refused' ? Math.floor(mostTransactions) : undefined;
}

/** Which of the known rules a message may be of (Events 2). */

/**
 * Those with the callback handle and trigger event of the message, and its id where they have one; where there is none,
 * those that it resembles most, so that a finding names what is wrong. Handles are chosen by whoever creates a rule, so
 * several rules may share one. `message` is in the exact view.
 */
export function possibleRules(message: Fields, rules: readonly NotificationRule[]): NotificationRule[] {
  const { notificationRuleId: id, callbackHandle, triggerEvent } = message;
  const hasHandle = (rule: NotificationRule) => rule.callbackHandle === callbackHandle;
  const hasId = ({ notificationRuleId }: NotificationRule) => compareDecimals(id, notificationRuleId) === 0;
  const isLike = rules.filter((rule) => hasHandle(rule) || hasId(rule));
  const ofEvent = isLike.filter((rule) => rule.triggerEvent === triggerEvent);
  const ofHandle = ofEvent.filter(hasHandle);
  const exact = ofHandle.filter((rule) => rule.notificationRuleId === undefined || hasId(rule));
  return [exact, ofHandle, ofEvent, isLike].find((tier) => tier.length > 0) ?? [];
}
