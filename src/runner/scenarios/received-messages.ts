/** Reads a call that came to the mailbox: which rule's message it is, and what the judges say of it. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { type JsonText, readJson } from '../../../contracts/src/base/exact-json.ts';
import { isNumber } from '../../../contracts/src/base/json-value.ts';
import { asDocumented } from '../../../contracts/src/judge/as-documented.ts';
import type { Finding } from '../../../contracts/src/judge/clause-check.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import { judgeMessage } from '../../../contracts/src/judge/judge-message.ts';
import { layoutOf } from '../../../contracts/src/judge/read-message.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { Received } from '../../../contracts/src/node/receiver.ts';
import type { Secrets } from '../send.ts';
import type { ReceivedMessage } from '../verdict.ts';
import type { Arrived } from './expected-messages.ts';
import type { ExpectedMessage } from './scenario.ts';

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
  readonly isAddressed: (call: Received) => boolean;
  readonly secrets?: Secrets;
}

export interface ReadMessage extends ReceivedMessage {
  /** Their pointers stand in the message. */
  readonly findings: readonly Finding[];
  readonly shown: readonly ClauseId[];
}

/**
 * Nothing for a call that says nothing of the scenario: another kind of callback, whose trigger event nobody documents,
 * or a message of an earlier scenario that comes too late.
 */
export async function readMessage(call: Received, reading: Reading): Promise<ReadMessage | undefined> {
  const { clause, rules, cipher, settings, secrets } = reading;
  const json = jsonOf(call.text, secrets);
  if (json === undefined) {
    const message = 'the body of the callback is text that is not JSON, not a message';
    return { findings: [{ clause, pointer: '', message }], shown: [] };
  }
  const sent = asDocumented(json.value, settings);
  const handle = member(sent, 'callbackHandle');
  const event = triggerEvents.find((name) => name === member(sent, 'triggerEvent'));
  const own = Object.entries(rules).find(([, { callbackHandle }]) => callbackHandle === handle);
  if (own === undefined && (event === undefined || isOfEarlier(handle, reading))) return undefined;
  const [rule, created] = own ?? [];
  const known = created ? { rule: created } : { rules: Object.values(rules) };
  const judged = await judgeMessage(json, { ...known, cipher, settings });
  // One of an unknown trigger event stays as it came.
  const told = { message: judged.decrypted ? judged.decrypted.exact : json.exact, findings: judged.findings };
  // What is decrypted may hold secrets, too.
  const { message, findings } = secrets?.strikeIn([told])(told) ?? told;
  return {
    ...(rule !== undefined && { rule }),
    message,
    findings: [...destinationFindings(call, reading), ...findings],
    // What nobody asked for upholds nothing.
    shown: own ? judged.shown : [],
  };
}

/** Handles of one scenario begin alike, so one that begins as those of this scenario is a wrong one of this scenario. */
function isOfEarlier(handle: unknown, { rules, prefix }: Reading): boolean {
  if (typeof handle !== 'string' || !handle.startsWith(`${prefix}-`)) return false;
  return !Object.entries(rules).some(([name, { callbackHandle = '' }]) =>
    handle.startsWith(callbackHandle.slice(0, -`-${name}`.length)),
  );
}

function destinationFindings(call: Received, { isAddressed }: Reading): Finding[] {
  if (isAddressed(call)) return [];
  const message = 'the path of the callback is another one, not that of userNotificationCallbackUrl';
  return [{ clause: 'MESSAGE-DESTINATION', pointer: '', message }];
}

function jsonOf(text: string, secrets: Secrets | undefined): JsonText | undefined {
  try {
    const json = readJson(text);
    const strike = secrets?.strikeIn([json.value]);
    const value = strike?.(json.value) ?? json.value;
    return value === json.value ? json : { value, exact: strike?.(json.exact) };
  } catch {
    return undefined;
  }
}

/** Where a judge finds a list shorter than its count, either may be wrong: a scenario that states the list knows which. */

/** A message of the event that is held against one of those that are expected. */
interface Held {
  readonly event: TriggerEvent;
  readonly findings: readonly Finding[];
  readonly expected: readonly ExpectedMessage[];
}

/** The clauses of a count and of the list that it counts. */
const COUNT_AND_LIST: Partial<Record<TriggerEvent, { readonly count: ClauseId; readonly list: ClauseId }>> = {
  NEW_TRANSACTIONS: { count: 'MESSAGE-TRANSACTIONS-COUNT', list: 'MESSAGE-TRANSACTIONS-DETAILS-LIST' },
  FOREIGN_MONEY_TRANSFER: { count: 'MESSAGE-FOREIGN-COUNT', list: 'MESSAGE-FOREIGN-DETAILS-LIST' },
  HIGH_TRANSACTION_AMOUNT: { count: 'MESSAGE-HIGH-COUNT', list: 'MESSAGE-HIGH-DETAILS-LIST' },
};

/**
 * The findings of the judge, those on a short list at the count where the scenario finds the list as it states it. What
 * the scenario says of the count already is not told twice.
 */
export function onCountOrList(
  { event, findings, expected }: Held,
  breaches: readonly { readonly pointer: string }[],
): readonly Finding[] {
  const { transactions, count } = layoutOf[event];
  const { count: counted, list } = COUNT_AND_LIST[event] ?? {};
  if (transactions === undefined || counted === undefined) return findings;
  const end = `/details/${transactions}`;
  const isOfLength = ({ clause, pointer }: Finding) =>
    pointer.endsWith(end) && [list, 'RULE-MAX-COUNT-DEFAULT'].includes(clause);
  const isTold = (at: string) => breaches.some(({ pointer }) => `${pointer}/`.startsWith(`${at}/`));
  const items = expected.flatMap((message) => itemsOf(message, event));
  const statesLists = items.length > 0 && items.every(statesList(transactions));
  return findings.flatMap((finding) => {
    if (!isOfLength(finding)) return [finding];
    const pointer = `${finding.pointer.slice(0, -end.length)}/${count}`;
    if (isTold(finding.pointer)) return [finding];
    if (isTold(pointer)) return [];
    return statesLists ? [{ ...finding, clause: counted, pointer }] : [finding];
  });
}

function itemsOf(message: ExpectedMessage, event: TriggerEvent): readonly unknown[] {
  const items = member(message, layoutOf[event].list ?? '');
  return Array.isArray(items) ? items : [undefined];
}

function statesList(transactions: string): (item: unknown) => boolean {
  return (item) => Array.isArray(member(member(item, 'details'), transactions));
}

/** notificationRuleId over a whole scenario: the same in every message of a rule, and another one for every rule. */

const clause: ClauseId = 'MESSAGE-RULE-ID';

/** An id that is no number is left to the judge of the message. */
export function ruleIdFindings(arrived: readonly Arrived[]): Finding[] {
  const idOf = new Map<string, string>();
  const ruleOf = new Map<string, string>();
  return arrived.flatMap(({ rule, message, place }) => {
    const found = member(message, 'notificationRuleId');
    if (!isNumber(found)) return [];
    const id = String(found);
    const pointer = `${place.pointer}/notificationRuleId`;
    const broken = (words: string): Finding => ({
      clause,
      pointer,
      message: `notificationRuleId is ${words}`,
    });
    const first = idOf.get(rule) ?? id;
    const owner = ruleOf.get(id) ?? rule;
    idOf.set(rule, first);
    ruleOf.set(id, owner);
    return [
      ...(first === id ? [] : [broken(`${id}, not ${first} as before for rule ${rule}`)]),
      ...(owner === rule ? [] : [broken(`that of rule ${owner}, not one of rule ${rule} alone`)]),
    ];
  });
}
