/** Judges a notification message: its shape, its encryption, and whether its rule may have sent it. */

import { eventJudges } from '../../generated/event-judges.ts';
import { triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { type Finding, findingOf, withFound } from '../base/finding.ts';
import { anyItem, member } from '../base/json-value.ts';
import type { Compiled } from '../base/schema.ts';
import { placeOf } from '../base/schema-place.ts';
import { show } from '../base/text.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { hasNothingDecrypted } from '../messages/message-encryption.ts';
import { type Judgement, type MessageCheck, runChecks, type WholeJudgement } from './clause-check.ts';
import { identity } from './events/common.ts';
import { ignoredBy, messageChecks, oncePerPlace } from './message-checks.ts';
import {
  messageAsDocumented,
  type NotificationMessage,
  readEncryptedMessage,
  readPlainMessage,
} from './read-message.ts';
import { possibleRules, type RuleFacts, ruleFacts } from './rule-facts.ts';
import { readFields, schemaFindings } from './schema-findings.ts';
import { defaultSettings, type Settings } from './settings.ts';

const validators: Readonly<Record<string, Compiled | undefined>> = open;

/** The checks of each event's messages beyond their schemas. */
export const eventChecks = Object.fromEntries(
  triggerEvents.map((event): [TriggerEvent, readonly MessageCheck[]] => {
    const [message, details] = [open[`${event}.message`], validators[`${event}.details`]];
    return [event, messageChecks({ event, message, details, own: eventJudges[event] })];
  }),
) as Readonly<Record<TriggerEvent, readonly MessageCheck[]>>;

export interface JudgedMessage extends WholeJudgement {
  /** null for a callback that is no documented message. */
  readonly triggerEvent: TriggerEvent | null;
  /** The handle as sent, control characters included; null if there is none. */
  readonly callbackHandle: string | null;
  readonly verdict: 'upheld' | 'violated' | 'not-judged';
  /** Findings with pointers into the decrypted message: `/newTransactions/0/details/transactionDetails/1/amount`. */
  readonly findings: readonly Finding[];
  /**
   * The message in plain text, its details as objects, without fields that could not be decrypted. Not enumerable, so that a
   * printed or copied verdict does not carry names and IBANs.
   */
  readonly decrypted?: unknown;
}

export interface JudgePlainOptions {
  /** The rule that should have sent the message. */
  readonly rule?: NotificationRule;
  /** All rules that may have sent it, if the one is unknown. */
  readonly rules?: readonly NotificationRule[];
  readonly settings?: Settings;
}

export interface JudgeMessageOptions extends JudgePlainOptions {
  /** The cipher with the client's data decryption key; make it once for all messages. */
  readonly cipher: Cipher;
}

/**
 * Judges any JSON value. Never throws, and is pure but for the cipher. Without a rule, it checks what applies to every
 * message. A callback of an unknown trigger event is not judged, since others may share the URL.
 */
export async function judgeMessage(json: unknown, options: JudgeMessageOptions): Promise<JudgedMessage> {
  const { cipher, settings = defaultSettings } = options;
  const { event, json: sent } = messageAsDocumented(json, settings);
  if (event === undefined) return judgedUnknown(sent, options);
  return judged(await readEncryptedMessage(sent, event, cipher, settings), options);
}

/** Judges a message in plain text, with its details as objects: everything but its encryption. */
export function judgePlainMessage(json: unknown, options: JudgePlainOptions = {}): JudgedMessage {
  const { event, json: plain } = messageAsDocumented(json, options.settings ?? defaultSettings);
  if (event === undefined) return judgedUnknown(plain, options);
  return judged(readPlainMessage(plain, event), options);
}

/** Whether no encrypted field could be decrypted: the key may be the wrong one. */
export function isUnreadable({ findings, decrypted }: JudgedMessage): boolean {
  return findings.some(({ clause }) => clause === 'MESSAGE-ENCRYPTION') && hasNothingDecrypted(decrypted);
}

function judged(
  message: NotificationMessage,
  { rule: known, rules, settings = defaultSettings }: JudgePlainOptions,
): JudgedMessage {
  const candidates = known ? [known] : rules && possibleRules(message.plain, rules);
  const best = checkedByBest(message, candidates ?? [], settings);
  const parts = schemaParts(message);
  const [ofMessage, details] = ['message', 'details'].map((part) => {
    const compiled = validators[`${message.event}.${part}`];
    return compiled && placeOf(compiled.schema);
  });
  const ignored = ignoredBy(eventChecks[message.event], best.rule, settings);
  // A list too long for its rule has no second finding for its length, and an unexpected field none for its content.
  const isCounted = ({ kind, pointer }: Finding) =>
    kind === 'count' && best.findings.some((one) => one.kind === kind && one.pointer === pointer);
  const unexpected = best.findings.filter(({ kind }) => kind === 'unexpected');
  const isWithin = ({ pointer }: Finding) =>
    unexpected.some((one) => `${pointer}/`.startsWith(`${one.pointer}/`));
  const ofNoRule = { pointer: '/callbackHandle', expected: 'that of a known rule' };
  const all = [
    ...parts
      .flatMap(({ compiled, value, ...at }) => schemaFindings(compiled, value, at, settings))
      .filter((finding) => !isCounted(finding)),
    ...best.findings,
    ...(candidates?.length === 0 ? [findingOf('MESSAGE-CALLBACK-HANDLE', ofNoRule)] : []),
  ];
  const due = all.filter((finding) => finding.kind === 'unexpected' || !isWithin(finding));
  const findings = oncePerPlace(due, ignored).map((finding) =>
    withFound(finding, message.plain, ofMessage, { isOfMessage: true, details }),
  );
  const shows = new Set(best.shows);
  const undocumented = parts.flatMap(({ compiled, value, pointer }) =>
    readFields(compiled, value, anyItem(pointer), shows),
  );
  for (const clause of ignored) shows.delete(clause);
  const result = {
    triggerEvent: message.event,
    callbackHandle: handleOf(message.sent),
    verdict: findings.length > 0 ? 'violated' : 'upheld',
    findings,
    shows: [...shows],
    undocumented: [...new Set(undocumented)],
  };
  return Object.defineProperty(result, 'decrypted', { value: message.plain }) as JudgedMessage;
}

/** Runs the checks with the rule that the message breaks least, or without a rule if there is no candidate. */
function checkedByBest(
  message: NotificationMessage,
  candidates: readonly NotificationRule[],
  settings: Settings,
): Judgement & { readonly rule?: RuleFacts } {
  const checks = eventChecks[message.event];
  const byRule = candidates.map((candidate) => {
    const rule = ruleFacts(candidate);
    if (candidate.triggerEvent === message.event)
      return { rule, ...runChecks(checks, { message, rule }, settings) };
    // If the rule has another trigger event, only identity is compared with it.
    const [alone, same] = [
      runChecks(checks, { message }, settings),
      runChecks(identity, { message, rule }, settings),
    ];
    return {
      rule,
      findings: [...same.findings, ...alone.findings],
      shows: [...same.shows, ...alone.shows],
    };
  });
  const [best = runChecks(checks, { message }, settings)] = byRule.sort(
    (one, other) => one.findings.length - other.findings.length,
  );
  return best;
}

/** The message as sent and the decrypted details of each item, with their schemas. */
function schemaParts({ event, sent, items }: NotificationMessage) {
  const details = validators[`${event}.details`];
  const ofMessage = { pointer: '', clause: 'MESSAGE-TRIGGER-EVENT' } as const;
  return [
    { compiled: open[`${event}.message`] as Compiled, value: sent, ...ofMessage },
    ...items.flatMap(({ pointer, details: value }) =>
      details && value
        ? { compiled: details, value, pointer: `${pointer}/details`, clause: 'MESSAGE-DETAILS' as const }
        : [],
    ),
  ];
}

/** An undocumented trigger event is not judged, or wrong if the rule is known. */
function judgedUnknown(sent: unknown, { rule }: JudgePlainOptions): JudgedMessage {
  const unknown = { triggerEvent: null, callbackHandle: handleOf(sent), undocumented: [] };
  if (!rule) return { ...unknown, verdict: 'not-judged', findings: [], shows: [] };
  const clause = 'MESSAGE-TRIGGER-EVENT';
  const expected = `${show(rule.triggerEvent, false)}, that of its rule`;
  // An undocumented value is not repeated, since it may be anything.
  const finding = withFound(findingOf(clause, { pointer: '/triggerEvent', expected }), sent, undefined);
  return { ...unknown, verdict: 'violated', findings: [finding], shows: [clause] };
}

function handleOf(sent: unknown): string | null {
  const handle = member(sent, 'callbackHandle');
  return typeof handle === 'string' ? handle : null;
}
