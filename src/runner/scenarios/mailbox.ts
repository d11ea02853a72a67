/** Receives the messages of a run: a receiver opened when first needed, its calls, and the judgement of a scenario's message. */

import { jsonIn } from '../../../contracts/src/base/exact-json.ts';
import { findingOf } from '../../../contracts/src/base/finding.ts';
import type { Judgement } from '../../../contracts/src/judge/clause-check.ts';
import { judgeMessage } from '../../../contracts/src/judge/judge-message.ts';
import { documentedField } from '../../../contracts/src/judge/read-message.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import { only } from '../../base/errors.ts';
import { CannotListen, type Received, receive } from '../../http/receiver.ts';
import { countValues, MOST_VALUES } from '../sender.ts';
import { Unproven } from '../unproven.ts';
import type { ReceivedMessage } from '../verdict.ts';
import type { Scenario } from './scenario.ts';

/** The calls that came to a callback URL, until they are taken. */
export interface Mailbox {
  /** Removes and returns what has come. */
  take(): readonly Received[];
  /** Whether more has come since then than is kept. */
  isOverfull(): boolean;
  /**
   * How many calls there are, as soon as they are enough or none came for so many milliseconds. Throws Unproven, with its reason,
   * once `ending` is aborted.
   */
  wait(ending: AbortSignal, patience: number, enough?: number): Promise<number>;
  /** The callback URL for a client configuration, with `name` in its path; throws Unproven when nothing can listen there. */
  callbackUrl(name: string): Promise<string>;
  /** Whether a call came to the path of that URL; unknown behind a public URL, which is the same for every name. */
  isSentTo(call: Received, name: string): boolean;
  close(): Promise<void>;
}

/** A path of its own shows that messages go to the address configured now, and not merely to its host. */
function callbackPath(name: string): string {
  return `/notifications/${name.split('/').map(encodeURIComponent).join('/')}?to=contracts`;
}

/** The target calls `publicUrl`, by default the URL of the receiver; `listen` begins to receive, by default over the network. */
export function createMailbox(
  { host = '127.0.0.1', port = 0, publicUrl }: { host?: string; port?: number; publicUrl?: string } = {},
  listen: (onCall: (call: Received) => void) => ReturnType<typeof receive> = (onCall) =>
    receive({ host, port, onCall }),
): Mailbox {
  let receiver: ReturnType<typeof receive> | undefined;
  let calls: Received[] = [];
  let kept = 0;
  let isOverfull = false;
  let added = (): void => {};
  const add = (call: Received): void => {
    const size = call.text.length + LEAST;
    isOverfull ||= kept + size > MOST_KEPT || countValues(call.text) > MOST_VALUES;
    if (isOverfull) return;
    kept += size;
    calls.push(call);
    added();
  };
  return {
    isOverfull: () => isOverfull,
    take: () => {
      const taken = calls;
      calls = [];
      kept = 0;
      isOverfull = false;
      return taken;
    },
    wait: (ending, patience, enough = Number.POSITIVE_INFINITY) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer);
          added = () => {};
          ending.removeEventListener('abort', end);
          if (ending.aborted) reject(new Unproven(ending.reason));
          else resolve(calls.length);
        };
        const timer = setTimeout(end, patience);
        added = () => (calls.length >= enough ? end() : timer.refresh());
        ending.addEventListener('abort', end);
        if (calls.length >= enough || ending.aborted) end();
      }),
    callbackUrl: async (name) => {
      receiver ??= listen(add);
      const { url } = await receiver.catch((error) => {
        only(error, CannotListen);
        const place = port === 0 ? `any port of ${host}` : `${host}:${port}`;
        throw new Unproven(`the receiver of messages cannot listen on ${place} (${error.code})`);
      });
      return publicUrl ?? url + callbackPath(name);
    },
    isSentTo: ({ path }, name) => publicUrl !== undefined || path === callbackPath(name),
    close: async () => {
      const opened = await receiver?.catch((error) => only(error, CannotListen));
      await opened?.close();
    },
  };
}

/** In characters. */
const MOST_KEPT = 32 * 1024 * 1024;
/** A call with an empty body takes so much, too. */
const LEAST = 1000;

/** A message that came, and what its judge finds; the pointers lead into the message. */
interface TakenMessage extends Judgement {
  readonly received: ReceivedMessage;
}

/** The message belongs to no rule and no documented event: it is shown, but not judged. */
export function isUnknown({ received, findings }: TakenMessage): boolean {
  return received.rule === undefined && findings.length === 0;
}

const OTHER_PATH = findingOf('MESSAGE-DESTINATION', {
  pointer: '',
  subject: 'the path of the callback',
  expected: 'that of userNotificationCallbackUrl',
});

const NO_JSON = { kind: 'type', pointer: '', subject: 'the body of the callback' } as const;

/** What is known of the scenario when the message comes. */
interface Known {
  readonly clause: Scenario['clause'];
  readonly settings: Settings;
  /** The rules as sent. Keys: their names in the scenario. */
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
  { mailbox, cipher, prefix: ofRun }: { mailbox: Pick<Mailbox, 'isSentTo'>; cipher: Cipher; prefix: string },
): Promise<TakenMessage | undefined> {
  const json = jsonIn(call.text);
  if (json === undefined)
    return { received: {}, findings: [findingOf(clause, { ...NO_JSON, expected: 'JSON' })], shows: [] };
  const [event, handle] = ['triggerEvent', 'callbackHandle'].map((name) =>
    documentedField(json, name, settings),
  );
  const owners = Object.entries(rules).filter(([, { callbackHandle }]) => callbackHandle === handle);
  const own = owners.find(([, { triggerEvent }]) => triggerEvent === event) ?? owners[0];
  // Handles of one scenario begin alike, so a handle that begins as those of this scenario is a wrong one of it.
  const isOfRun = typeof handle === 'string' && handle.startsWith(`${ofRun}-`);
  if (own === undefined && isOfRun && !handle.startsWith(prefix)) return undefined;
  const known = own ? { rule: own[1] } : { rules: Object.values(rules) };
  const judged = await judgeMessage(json, { ...known, cipher, settings });
  // A message of an unknown trigger event is kept as it came.
  const message = judged.decrypted ?? json;
  if (own === undefined && judged.triggerEvent === null)
    return { received: { message }, findings: [], shows: [] };
  const findings = [...judged.findings];
  if (!mailbox.isSentTo(call, callback)) findings.unshift(OTHER_PATH);
  // A message of no rule of the scenario upholds nothing.
  if (!own) return { received: { message }, findings, shows: [] };
  return { received: { rule: own[0], message }, findings, shows: judged.shows };
}
