/** Every message has a notificationRuleId of its own. */
import type { FaultySeams } from '../fault.ts';

export function anotherRuleIdEachTime(): FaultySeams {
  let notificationRuleId = 1000;
  return { plainMessage: (message) => ({ ...message, notificationRuleId: ++notificationRuleId }) };
}
