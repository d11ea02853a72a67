/** The matcher of messages: the trigger event, what is encrypted, and everything else that is documented. */
import { triggerEvents } from '../../generated/operations.ts';
import { JsonError, type JsonText, readJson } from '../contract/exact-json.ts';
import { knownName } from '../contract/known-name.ts';
import { show } from '../contract/show.ts';
import { member } from '../judge/exchange.ts';
import { type JudgePlainOptions, judgeMessage } from '../judge/message/judge-message.ts';
import { type GivenCipher, givenCipher } from '../messages/given-cipher.ts';
import type { TriggerEvent } from '../messages/notification-rule.ts';
import { type Verdict, verdictOn } from './verdict.ts';

/** The data decryption key for the default cipher, or a cipher of one's own. With a `rule`, that rule has sent it. */
export type NotificationOptions = Pick<JudgePlainOptions, 'rule' | 'settings'> & GivenCipher;

/** `received` is JSON text or its value. Throws for an event that is not documented, and for a bad key. */
export async function toBeNotification(
  received: unknown,
  event: TriggerEvent,
  options: NotificationOptions,
): Promise<Verdict> {
  const known = knownName('the trigger event', event, triggerEvents);
  const cipher = await givenCipher('toBeNotification', options);
  const { rule, settings } = options;
  const documented = `the documented message of ${known}`;
  const json = textOf(received);
  if (json instanceof JsonError)
    return verdictOn(documented, [ofEvent(`the message is not JSON: ${json.message}`)]);
  const found = member(json.value, 'triggerEvent');
  if (found !== known) {
    const isAnother = triggerEvents.some((each) => each === found);
    const shown = found === undefined ? 'missing' : show(found, !isAnother);
    return verdictOn(documented, [ofEvent(`triggerEvent is ${shown}, not "${known}"`, '/triggerEvent')]);
  }
  const { findings } = await judgeMessage(json, {
    cipher,
    ...(rule && { rule }),
    ...(settings && { settings }),
  });
  return verdictOn(documented, findings);
}

function textOf(received: unknown): JsonText | JsonError {
  if (typeof received !== 'string') return { value: received, exact: received };
  try {
    return readJson(received);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

function ofEvent(message: string, pointer = '') {
  return { clause: 'MESSAGE-TRIGGER-EVENT', pointer, message } as const;
}
