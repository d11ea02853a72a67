/** Reads a notification rule for the checks, and finds the rules that may have sent a message. */

import { compareDecimals, decimalIn, toBig } from '../base/decimal.ts';
import { layoutOf } from '../base/event-layout.ts';
import { type Decimal, type Fields, isNumber, valueText } from '../base/json-value.ts';
import type { NotificationRule } from '../messages/message.ts';

/** The fields of a rule; undefined where the rule has none. */
export interface RuleFacts {
  readonly rule: NotificationRule;
  readonly includeDetails: boolean;
  /** The ids in accountIds or bankConnectionIds. */
  readonly listedIds: ReadonlySet<string> | undefined;
  /** maxTransactionsCount, or its default. */
  readonly maxTransactions: number;
  readonly isMaxGiven: boolean;
  readonly waitsForCategorization: boolean;
  /** balanceThreshold or absoluteAmountThreshold. */
  readonly threshold: Decimal | undefined;
  /** A string in params, a number in messages. */
  readonly categoryId: Decimal | undefined;
  readonly includeChildCategories: boolean | undefined;
}

const DEFAULT_MAX = 100;

/** Reads params written as native values or as strings (PARAMS-FORM). */
export function ruleFacts(rule: NotificationRule): RuleFacts {
  const params = rule.params ?? {};
  const max = numberOf(params['maxTransactionsCount']);
  const listed = params['accountIds'] ?? params['bankConnectionIds'];
  return {
    rule,
    includeDetails: rule.includeDetails === true,
    listedIds: listed === undefined ? undefined : new Set(valueText(listed).split(',').map(idText)),
    maxTransactions: max === undefined ? DEFAULT_MAX : Number(String(max)),
    isMaxGiven: max !== undefined,
    waitsForCategorization: booleanOf(params['waitForCategorization']) === true,
    threshold: numberOf(params[layoutOf[rule.triggerEvent]?.threshold ?? '']),
    categoryId: numberOf(params['categoryId']),
    includeChildCategories: booleanOf(params['includeChildCategories']),
  };
}

/**
 * The most transactions in a list of details (Limits; Events 5). Undefined for a rule that was created with a count out of
 * range: only the 100 of every list's schema is shown.
 */
export function listLimit({ maxTransactions }: RuleFacts): number | undefined {
  const isInRange = maxTransactions >= 0 && maxTransactions <= 100;
  return isInRange ? Math.floor(maxTransactions) : undefined;
}

/**
 * The rules that match the message: same callback handle, trigger event, and id if known. If there is none, the most similar
 * ones, so that a finding names the difference. Several rules may share a handle.
 */
export function possibleRules(message: Fields, rules: readonly NotificationRule[]): NotificationRule[] {
  const { notificationRuleId: id, callbackHandle, triggerEvent } = message;
  const hasHandle = (rule: NotificationRule) => rule.callbackHandle === callbackHandle;
  const hasId = ({ notificationRuleId }: NotificationRule) => compareDecimals(id, notificationRuleId) === 0;
  const similar = rules.filter((rule) => hasHandle(rule) || hasId(rule));
  const ofEvent = similar.filter((rule) => rule.triggerEvent === triggerEvent);
  const ofHandle = ofEvent.filter(hasHandle);
  const same = ofHandle.filter((rule) => rule.notificationRuleId === undefined || hasId(rule));
  return [same, ofHandle, ofEvent, similar].find((tier) => tier.length > 0) ?? [];
}

/** An id as it is written in a list of ids, from a number in any form. */
export function idText(id: unknown): string {
  if (typeof id === 'string') return id.trim();
  const text = valueText(id);
  return /[.e]/i.test(text) ? (toBig(id)?.toFixed() ?? text) : text;
}

function numberOf(value: unknown): Decimal | undefined {
  if (isNumber(value)) return value;
  return typeof value === 'string' ? decimalIn(value.trim()) : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
