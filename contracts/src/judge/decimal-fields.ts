/** The fields that are BigDecimals, of messages and their details (Events). */
import type { TriggerEvent } from '../messages/notification-rule.ts';

const THRESHOLDS = ['balanceThreshold', 'absoluteAmountThreshold'];

/** Without an event those that are BigDecimals wherever they stand. */
export function decimalFields(event?: TriggerEvent): readonly string[] {
  return event === 'FOREIGN_MONEY_TRANSFER' ? [...THRESHOLDS, 'amount'] : THRESHOLDS;
}
