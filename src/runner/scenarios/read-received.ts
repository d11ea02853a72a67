/** Reads a message that came in a scenario: whose it is, decrypted, and what its judge finds. */

import { jsonIn } from '../../../contracts/src/base/exact-json.ts';
import { findingOf } from '../../../contracts/src/base/finding.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import { messageAsDocumented } from '../../../contracts/src/judge/as-documented.ts';
import type { Judgement } from '../../../contracts/src/judge/clause-check.ts';
import { judgeMessage } from '../../../contracts/src/judge/judge-message.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import type { Received } from '../../http/receiver.ts';
import type { Messaging } from '../session/session.ts';
import type { ReceivedMessage } from '../verdict.ts';
import type { Scenario } from './scenario.ts';

/** A message that came, and what its judge finds; the pointers lead into the message. */
export interface TakenMessage extends Judgement {
  readonly received: ReceivedMessage;
}

/** Of no rule and of no documented event: it is shown, and nothing is judged by it. */
export function isUnknown({ received, findings }: TakenMessage): boolean {
  return received.rule === undefined && findings.length === 0;
}

const OTHER_PATH = findingOf('MESSAGE-DESTINATION', {
  pointer: '',
  subject: 'the path of the callback',
  expected: 'that of userNotificationCallbackUrl',
});

/** What is known of the scenario when the message comes. */
interface Known {
  readonly clause: Scenario['clause'];
  readonly settings: Settings;
  /** As they were sent, by their names in the scenario. */
  readonly rules: Readonly<Record<string, NotificationRule>>;
  /** Begins the callbackHandle of each rule. */
  readonly prefix: string;
  /** The name of the callback URL that is configured now. */
  readonly callback: string;
}

/** Undefined for a late message of an earlier scenario. */
export async function readMessage(
  call: Received,
  { clause, settings, rules, prefix, callback }: Known,
  { mailbox, cipher, prefix: ofRun }: Messaging,
): Promise<TakenMessage | undefined> {
  const json = jsonIn(call.text);
  if (json === undefined) {
    const broken = {
      kind: 'type',
      pointer: '',
      subject: 'the body of the callback',
      expected: 'JSON',
    } as const;
    return { received: {}, findings: [findingOf(clause, broken)], shows: [] };
  }
  const { event, json: sent } = messageAsDocumented(json, settings);
  const handle = member(sent, 'callbackHandle');
  const owners = Object.entries(rules).filter(([, { callbackHandle }]) => callbackHandle === handle);
  const own = owners.find(([, { triggerEvent }]) => triggerEvent === event) ?? owners[0];
  // Handles of one scenario begin alike, so a handle that begins as those of this scenario is a wrong one of it.
  const isOfRun = typeof handle === 'string' && handle.startsWith(`${ofRun}-`);
  if (own === undefined && isOfRun && !handle.startsWith(prefix)) return undefined;
  if (own === undefined && event === undefined)
    return { received: { message: json }, findings: [], shows: [] };
  const known = own ? { rule: own[1] } : { rules: Object.values(rules) };
  const judged = await judgeMessage(json, { ...known, cipher, settings });
  // A message of an unknown trigger event is kept as it came.
  const message = judged.decrypted ?? json;
  const findings = [...judged.findings];
  if (!mailbox.isAddressed(call, callback)) findings.unshift(OTHER_PATH);
  // A message of no rule of the scenario upholds nothing.
  if (!own) return { received: { message }, findings, shows: [] };
  return { received: { rule: own[0], message }, findings, shows: judged.shows };
}
