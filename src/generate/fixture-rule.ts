/** The rule that has sent a made-up message, as far as the message tells. */
import type { PlainMessage } from '../../contracts/src/messages/message.ts';
import type { NotificationRule } from '../../contracts/src/messages/notification-rule.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Thresholds stay what they are, LosslessNumbers too. */
export function ruleOf(message: PlainMessage): NotificationRule {
  const { notificationRuleId, triggerEvent, callbackHandle } = message;
  const items = itemsOf(message);
  const params = { ...ownParams(message as unknown as Fields), ...paramsOfItems(message, items) };
  return {
    notificationRuleId,
    triggerEvent,
    callbackHandle,
    includeDetails: items.some((item) => 'details' in item),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

/** What the message repeats of its rule. `categoryId` is a number there and a string in params. */
function ownParams(message: Fields): Fields {
  const { categoryId, includeChildCategories } = message;
  const thresholds = Object.entries(message).filter(([name]) => name.endsWith('Threshold'));
  return {
    ...Object.fromEntries(thresholds),
    ...(categoryId !== undefined && { categoryId: String(categoryId), includeChildCategories }),
  };
}

/** An empty list was cut, and only a rule that waits has categories in its transactions. */
function paramsOfItems({ triggerEvent }: PlainMessage, items: readonly Fields[]): Fields {
  const lists = items.flatMap(({ details }) => Object.values(details ?? {}).filter(Array.isArray));
  const isCut = lists.some((list) => list.length === 0);
  const hasWaited =
    triggerEvent === 'NEW_TRANSACTIONS' && lists.flat().some((each: object) => 'categoryId' in each);
  return { ...(isCut && { maxTransactionsCount: 0 }), ...(hasWaited && { waitForCategorization: true }) };
}

function itemsOf(message: PlainMessage): Fields[] {
  return Object.values(message).filter(Array.isArray).flat();
}
