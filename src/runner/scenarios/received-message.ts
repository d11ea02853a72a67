/** Reads a call that came to the mailbox: decrypts it, finds its rule and judges it. */

import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { only } from '../../../contracts/src/base/errors.ts';
import { type JsonText, readJson } from '../../../contracts/src/base/exact-json.ts';
import { JsonError } from '../../../contracts/src/base/json-scan.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import { asDocumented } from '../../../contracts/src/judge/as-documented.ts';
import { judgeMessage } from '../../../contracts/src/judge/judge-message.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import type { Received } from '../../../contracts/src/node/receiver.ts';
import type { CaseFinding, ReceivedMessage } from '../verdict.ts';

/** Whose messages are expected, and how they are read. */
export interface Reading {
  /** Of the scenario. */
  readonly clause: ClauseId;
  /** By their names in the scenario. */
  readonly rules: Readonly<Record<string, NotificationRule>>;
  /** Begins every callbackHandle of the run. */
  readonly prefix: string;
  readonly cipher: Cipher;
  readonly settings: Settings;
}

/** A message with what its judges find; their pointers lead into the message. */
export interface JudgedReceipt extends ReceivedMessage {
  /** Of no rule and of no documented event: it is shown, and nothing is judged by it. */
  readonly isUnknown?: true;
  readonly findings: readonly CaseFinding[];
  readonly shown: readonly ClauseId[];
}

const OTHER_PATH: CaseFinding = {
  clause: 'MESSAGE-DESTINATION',
  pointer: '',
  message: 'the path of the callback is another one, not that of userNotificationCallbackUrl',
};

/** Nothing for a late message of an earlier scenario. `isAddressed`: whether it came to the callback URL of now. */
export async function readReceived(
  call: Received,
  isAddressed: boolean,
  reading: Reading,
): Promise<JudgedReceipt | undefined> {
  const { clause, rules, cipher, settings } = reading;
  const json = jsonOf(call.text);
  if (json === undefined) {
    const message = 'the body of the callback is text that is not JSON, not a message';
    return { findings: [{ clause, pointer: '', message }], shown: [] };
  }
  const sent = asDocumented(json.value, settings);
  const handle = member(sent, 'callbackHandle');
  const event = triggerEvents.find((name) => name === member(sent, 'triggerEvent'));
  const owners = Object.entries(rules).filter(([, { callbackHandle }]) => callbackHandle === handle);
  const own = owners.find(([, { triggerEvent }]) => triggerEvent === event) ?? owners[0];
  if (own === undefined && isOfEarlier(handle, reading)) return undefined;
  if (own === undefined && event === undefined)
    return { message: json.exact, findings: [], shown: [], isUnknown: true };
  const [rule, created] = own ?? [];
  const known = created ? { rule: created } : { rules: Object.values(rules) };
  const judged = await judgeMessage(json, { ...known, cipher, settings });
  // A message of an unknown trigger event is kept as it came.
  const message = judged.decrypted ? judged.decrypted.exact : json.exact;
  const ofMessage = judged.findings.map(({ about: _, ...finding }) => finding);
  return {
    ...(rule !== undefined && { rule }),
    message,
    findings: isAddressed ? ofMessage : [OTHER_PATH, ...ofMessage],
    // A message of no rule of the scenario upholds nothing.
    shown: own ? judged.shows : [],
  };
}

/** Handles of one scenario begin alike, so a handle that begins as those of this scenario is a wrong one of it. */
function isOfEarlier(handle: unknown, { rules, prefix }: Reading): boolean {
  if (typeof handle !== 'string' || !handle.startsWith(`${prefix}-`)) return false;
  return !Object.entries(rules).some(([name, { callbackHandle = '' }]) =>
    handle.startsWith(callbackHandle.slice(0, -`-${name}`.length)),
  );
}

function jsonOf(text: string): JsonText | undefined {
  try {
    return readJson(text);
  } catch (error) {
    only(error, JsonError);
    return undefined;
  }
}
