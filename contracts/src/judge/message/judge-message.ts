/** Judges one notification message: its shape, what is encrypted in it, and whether its rule may have sent it. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { triggerEvents } from '../../../generated/operations.ts';
import type { JsonText } from '../../contract/exact-json.ts';
import { show } from '../../contract/show.ts';
import type { Cipher } from '../../messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../../messages/notification-rule.ts';
import { member } from '../exchange.ts';
import type { Finding } from '../finding.ts';
import { defaultSettings, type Settings } from '../settings.ts';
import { askMessage, into } from './asked.ts';
import { documentedViews } from './documented-views.ts';
import type { JudgedMessage } from './judged-message.ts';
import { decryptedMessage, plainMessage } from './open-message.ts';
import { type OpenedMessage, type ReadMessage, readMessage } from './read-message.ts';
import { asMessageOf, type RuleOfMessage, ruleOfMessage } from './rule-of-message.ts';
import { shapeFindings } from './shape-findings.ts';
import { shownByMessage } from './shown-by-message.ts';
import { unreadClauses } from './unread-clauses.ts';

const NO_RULE: RuleOfMessage = { rule: undefined, findings: [] };

export interface JudgePlainOptions {
  /** The rule that the message is said to be of. */
  readonly rule?: NotificationRule;
  /** All rules that can have sent it, should the very one not be known. */
  readonly rules?: readonly NotificationRule[];
  readonly settings?: Settings;
}

export interface JudgeMessageOptions extends JudgePlainOptions {
  /** With the data decryption key of the client; make it once for all messages. */
  readonly cipher: Cipher;
}

/**
 * Judges any JSON value, as readJson gives it, and throws on none. Pure but for the cipher. Without a rule it asks what
 * every message keeps; a callback of an unknown trigger event is not judged, since others may share the URL.
 */
export async function judgeMessage(json: JsonText, options: JudgeMessageOptions): Promise<JudgedMessage> {
  const { cipher, settings = defaultSettings } = options;
  const sent = documentedViews(json, settings);
  const event = triggerEventOf(sent.value);
  if (event === undefined) return ofUnknownEvent(sent.value, options);
  return judged(await decryptedMessage(sent, event, cipher, settings), options);
}

/** The same of a message in plain text, its details objects: all but what is encrypted in it. */
export function judgePlainMessage(json: JsonText, options: JudgePlainOptions = {}): JudgedMessage {
  const { settings = defaultSettings } = options;
  const event = triggerEventOf(documentedViews(json, settings).value);
  if (event === undefined) return ofUnknownEvent(json.value, options);
  return judged(plainMessage(documentedViews(json, settings, event), event), options);
}

function judged(opened: OpenedMessage, options: JudgePlainOptions): JudgedMessage {
  const { rule, rules, settings = defaultSettings } = options;
  const message = readMessage(opened);
  const findings = shapeFindings(message, settings);
  askMessage(message, settings, into(findings));
  if (rule) return judgedMessage(message, asMessageOf(message, rule, settings), findings, settings);
  const of = rules ? ruleOfMessage(message, rules, settings) : NO_RULE;
  return judgedMessage(message, of, findings, settings);
}

function judgedMessage(
  message: ReadMessage,
  { rule, findings: ofRule }: RuleOfMessage,
  own: readonly Finding[],
  settings: Settings,
): JudgedMessage {
  const all = ofRule.length > 0 ? [...own, ...ofRule] : own;
  const findings = all.length > 0 ? evaluated(all, unreadClauses(rule, settings)) : all;
  const judged: JudgedMessage = {
    triggerEvent: message.event,
    callbackHandle: handleOf(message.sent),
    verdict: findings.length > 0 ? 'violated' : 'upheld',
    findings,
    /** Found when it is asked for: most callers do not. */
    get shown() {
      return shownByMessage(message, rule, settings);
    },
  };
  // It has names and IBANs, which who prints a verdict does not mean to print.
  return Object.defineProperty(judged, 'decrypted', { value: message.plain });
}

/** Without those on fields that are not evaluated, each place of a clause once. */
function evaluated(findings: readonly Finding[], unread: readonly ClauseId[]): readonly Finding[] {
  const byPlace = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.clause} ${finding.pointer}`;
    if (!unread.includes(finding.clause) && !byPlace.has(key)) byPlace.set(key, finding);
  }
  return [...byPlace.values()];
}

/** Of a message whose rule is known, another trigger event than the documented ones is not that of its rule. */
function ofUnknownEvent(sent: unknown, { rule }: JudgePlainOptions): JudgedMessage {
  const unknown = { triggerEvent: null, callbackHandle: handleOf(sent) };
  if (!rule) return { ...unknown, verdict: 'not-judged', findings: [], shown: [] };
  const clause = 'MESSAGE-TRIGGER-EVENT';
  // No documented word, so it may be anything.
  const found = show(member(sent, 'triggerEvent'), true);
  const message = `triggerEvent is ${found}, not "${rule.triggerEvent}", that of its rule`;
  const findings = [{ clause, pointer: '/triggerEvent', message }] as const;
  return { ...unknown, verdict: 'violated', findings, shown: [clause] };
}

function triggerEventOf(sent: unknown): TriggerEvent | undefined {
  const event = member(sent, 'triggerEvent');
  return triggerEvents.find((each) => each === event);
}

function handleOf(sent: unknown): string | null {
  const handle = member(sent, 'callbackHandle');
  return typeof handle === 'string' ? handle : null;
}
