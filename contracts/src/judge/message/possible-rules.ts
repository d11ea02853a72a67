/** Which of the known rules a message may be of (Events 2). */
import type { NotificationRule } from '../../messages/notification-rule.ts';
import { compareDecimals } from './compare-decimals.ts';
import type { Fields } from './read-message.ts';

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
