/** Makes the provider send the message of an interaction: its rule is created over the API, and a batch update is run. */
import {
  createNotificationRule,
  type NotificationRule,
} from '../../contracts/src/client/notification-rule.ts';
import { readJson } from '../../contracts/src/contract/exact-json.ts';
import { count } from '../../contracts/src/contract/show.ts';
import { judgeMessage } from '../../contracts/src/judge/message/judge-message.ts';
import type { MessageInteraction } from '../../suites/pacts/message-interactions.ts';
import { NoAnswer } from '../drive/calls/no-answer.ts';
import { writtenParams } from '../drive/calls/written-params.ts';
import type { Messaging } from '../drive/targets/target.ts';
import type { Provider } from './provider.ts';

/**
 * The text of the message as it came, in the world that the state has brought. What Pact cannot see, the encrypted
 * fields and whether the rule may have sent it, is judged here. Throws NoAnswer when the provider does not do as it is
 * told, and Error for another number of messages and for one that breaks a clause.
 */
export async function sentMessage(
  provider: Provider,
  messaging: Messaging,
  { rule, update }: MessageInteraction,
): Promise<string> {
  const { target, control } = provider;
  const { mailbox, cipher } = messaging;
  const written = writtenParams(rule, target.wire) as NotificationRule;
  await createNotificationRule(await provider.asUser(), written);
  mailbox.take();
  await control.runBatchUpdate(update);
  await arrival(provider, messaging);
  const [call, ...others] = mailbox.take();
  if (!call || others.length > 0)
    throw new Error(`${count(others.length + (call ? 1 : 0), 'message')} came, not one`);
  const { findings } = await judgeMessage(readJson(call.text), { cipher, rule, settings: target.settings });
  const [finding] = findings;
  if (finding) throw new Error(`${finding.message} (${finding.clause})`);
  return call.text;
}

async function arrival({ control, target }: Provider, messaging: Messaging): Promise<void> {
  const { tellsSettled } = await messaging.offers();
  if (!tellsSettled) {
    await messaging.mailbox.wait(messaging.waitingTime ?? target.timeLimit, 1);
    return;
  }
  const lost = (await control.settledDeliveries()).find(({ outcome }) => outcome !== 'answered');
  if (lost) throw new NoAnswer(`a message is not delivered (${lost.reason ?? lost.outcome})`);
}
