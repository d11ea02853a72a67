/** Reads a notification rule as checks need it, and finds the rules that a message may be of. */

import { compareDecimals, decimalIn, toBig } from '../base/decimal.ts';
import { layoutOf } from '../base/event-layout.ts';
import { type Decimal, type Fields, isNumber, valueText } from '../base/json-value.ts';
import type { NotificationRule } from '../messages/message.ts';

/** A field is undefined where the rule does not have it. */
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

/** Params may be written as native values or as strings (PARAMS-FORM). */
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
 * How many transactions a list in details holds at most (Limits; Events 5). Undefined for a rule that was created with a
 * count out of range: it is shown only that its lists end at 100, as the schema of every list says.
 */
export function listLimit({ maxTransactions }: RuleFacts): number | undefined {
  const isInRange = maxTransactions >= 0 && maxTransactions <= 100;
  return isInRange ? Math.floor(maxTransactions) : undefined;
}

/**
 * The rules with the callback handle and trigger event of the message, and its id where they have one; where there is
 * none, those that it resembles most, so that a finding names what is wrong. Several rules may share a handle.
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

/** An id as a list of ids holds it, in whatever form a number is written. */
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
