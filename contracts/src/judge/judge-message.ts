/** What a judge made of one notification message. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { Compiled } from '../base/compiled-schema.ts';
import type { JsonText } from '../base/exact-json.ts';
import { show } from '../base/text.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { isNothingPlain } from '../messages/message-encryption.ts';
import { documentedViews } from './as-documented.ts';
import type { Finding } from './clause-check.ts';
import { member } from './exchange.ts';
import { reach } from './judge.ts';
import { type Answered, askMessage, askOfRule, into } from './message-checks.ts';
import {
  decryptedMessage,
  eventLayouts,
  listOf,
  type OpenedMessage,
  plainMessage,
  type ReadMessage,
  readMessage,
} from './read-message.ts';
import { possibleRules, type RuleFacts, ruleFacts } from './rule-facts.ts';
import { schemaFindings } from './schema-findings.ts';
import { defaultSettings, knowsAdjustingEntry, type Settings } from './settings.ts';
import { undocumentedIn } from './undocumented-fields.ts';

export interface JudgedMessage {
  /** null for a callback that is no documented message. */
  readonly triggerEvent: TriggerEvent | null;
  /** As it was sent, with whatever signs it holds; null where there is none. */
  readonly callbackHandle: string | null;
  readonly verdict: 'upheld' | 'violated' | 'not-judged';
  /** Pointers lead into the decrypted message: `/newTransactions/0/details/transactionDetails/1/amount`. */
  readonly findings: readonly Finding[];
  /** The clauses that the message speaks of: what it does not violate of them, it upholds. */
  readonly shown: readonly ClauseId[];
  /**
   * The message in plain text, its details as objects; what could not be decrypted is absent. Not enumerable, so that a
   * verdict that is printed or copied does not carry it.
   */
  readonly decrypted?: JsonText;
}

/** Whether nothing of what is encrypted in a message could be decrypted: then the own key may be another one. */

export function isUnreadable({ findings, decrypted }: JudgedMessage): boolean {
  return findings.some(({ clause }) => clause === 'MESSAGE-ENCRYPTION') && isNothingPlain(decrypted?.value);
}

/** Which clauses are not evaluated for a message, whatever it holds: fields of another rule or of a later service. */

const ADJUSTING: ClauseId[] = ['MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', 'MESSAGE-HIGH-DETAILS-ADJUSTING'];
/** Trigger semantics 10: evaluated only for rules created with waitForCategorization. */
const CATEGORIES: ClauseId[] = [
  'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
  'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
];

export function unreadClauses(rule: RuleFacts | undefined, { serviceVersion }: Settings): ClauseId[] {
  return [
    ...(knowsAdjustingEntry(serviceVersion) ? [] : ADJUSTING),
    ...(rule?.waitsForCategorization ? [] : CATEGORIES),
  ];
}

/** What the schemas say of a message as it travels and of each decrypted details object; no finding repeats a value. */

const validators: Readonly<Record<string, Compiled | undefined>> = open;

/** `details` is undefined for the event that has none. */
export const messageSchemas = Object.fromEntries(
  triggerEvents.map((event) => [
    event,
    { message: open[`${event}.message`], details: validators[`${event}.details`] },
  ]),
) as Readonly<Record<TriggerEvent, { readonly message: Compiled; readonly details: Compiled | undefined }>>;

/** One schema describes the details of both events of balances, so its places name the clauses of the other one. */
const OTHER_DETAILS = {
  clause: 'MESSAGE-LOW-DETAILS',
  message: 'details are others, not the same as those of NEW_ACCOUNT_BALANCE',
} as const;

export function shapeFindings({ event, sent, items }: ReadMessage, settings: Settings): Finding[] {
  const { message, details } = messageSchemas[event];
  const at = { pointer: '', name: 'the message', clause: 'MESSAGE-TRIGGER-EVENT', isPersonal: true } as const;
  const findings = schemaFindings(message, sent, at, settings);
  for (const item of items) {
    if (!details || item.details === undefined) continue;
    const pointer = `${item.pointer}/details`;
    const within = { pointer, name: 'details', clause: 'MESSAGE-DETAILS', isPersonal: true } as const;
    const own = schemaFindings(details, item.details, within, settings);
    for (const finding of own) findings.push(finding);
    if (event === 'LOW_ACCOUNT_BALANCE' && own.length > 0) findings.push({ pointer, ...OTHER_DETAILS });
  }
  return findings;
}

/** Finds the rule of a message among those it may be of, and what the message breaks as a message of that rule. */

export interface RuleOfMessage {
  /** undefined where no rule is known. */
  readonly rule: RuleFacts | undefined;
  readonly findings: readonly Finding[];
}

/** The one of these rules that it may be of and breaks least. A message of no rule breaks MESSAGE-CALLBACK-HANDLE. */
export function ruleOfMessage(
  message: ReadMessage,
  rules: readonly NotificationRule[],
  settings: Settings,
): RuleOfMessage {
  let kindest: RuleOfMessage | undefined;
  for (const rule of possibleRules(message.exact, rules)) {
    const ruling = asMessageOf(message, rule, settings);
    if (kindest === undefined || ruling.findings.length < kindest.findings.length) kindest = ruling;
    if (kindest.findings.length === 0) break;
  }
  return kindest ?? { rule: undefined, findings: [ofNoRule(message)] };
}

export function asMessageOf(message: ReadMessage, rule: NotificationRule, settings: Settings): RuleOfMessage {
  const facts = ruleFacts(rule);
  const findings: Finding[] = [];
  askOfRule(message, facts, settings, into(findings));
  return { rule: facts, findings };
}

/** Every message repeats the handle of its rule, so a handle that no rule has is not that of its rule. */
function ofNoRule({ sent }: ReadMessage): Finding {
  return {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    pointer: '/callbackHandle',
    message: `callbackHandle is ${show(sent['callbackHandle'], true)}, not that of a rule that is known`,
  };
}

/** Which clauses a message speaks of: what it does not violate of them, it upholds. */

/** The clauses of every field that is there, of its decrypted details, and of the questions that it answers. */
export function shownByMessage(
  message: ReadMessage,
  rule: RuleFacts | undefined,
  settings: Settings,
): ClauseId[] {
  const { event, sent, items } = message;
  const schemas = messageSchemas[event];
  const shown = new Set<string>();
  reach(schemas.message.schema, sent, shown);
  for (const { details } of items) reach(schemas.details?.schema, details, shown);
  const answered: Answered = (clause, ruling) => {
    if (ruling !== 'silent') shown.add(clause);
  };
  askMessage(message, settings, answered);
  if (rule) askOfRule(message, rule, settings, answered);
  if (showsLowDetails(message)) shown.add('MESSAGE-LOW-DETAILS');
  for (const clause of unreadClauses(rule, settings)) shown.delete(clause);
  return [...shown] as ClauseId[];
}

/** The details of a low balance are judged as those of a changed one; wrong ones are findings of their fields. */
function showsLowDetails({ event, items }: ReadMessage): boolean {
  const details = items.flatMap((item) => item.details ?? []);
  const { validate } = messageSchemas[event].details ?? {};
  return event === 'LOW_ACCOUNT_BALANCE' && details.length > 0 && details.every((each) => validate?.(each));
}

/** Finds the fields of a message and of its details that the documentation does not list: worth a note, never a violation. */

/** `decrypted` is the message in plain text. Calls `seen` with the JSON Pointer, `*` for any index, of every such field. */
export function undocumentedInMessage(
  event: TriggerEvent,
  decrypted: unknown,
  seen: (pointer: string) => void,
): void {
  const { message, details } = messageSchemas[event];
  const layout = eventLayouts[event];
  undocumentedIn(message, '', decrypted, seen);
  for (const item of listOf(decrypted, layout) ?? [])
    undocumentedIn(details, `/${layout.list}/*/details`, member(item, 'details'), seen);
}

/** Judges one notification message: its shape, what is encrypted in it, and whether its rule may have sent it. */

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
