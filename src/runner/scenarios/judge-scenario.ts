/** Judges what arrived in the steps of a scenario: which clause a wrong, missing or needless message breaks. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isNumber, member, valueText } from '../../../contracts/src/base/json-value.ts';
import { clausesOfSchemas } from '../../../contracts/src/judge/operation.ts';
import type { NotificationRule, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { needsOf } from '../needs.ts';
import type { CaseJudgement } from '../run-case.ts';
import type { CaseFinding } from '../verdict.ts';
import { differences, type MessagePlace, type Mismatch, messagePlace, paired } from './message-difference.ts';
import type { JudgedReceipt } from './received-message.ts';
import type { ExpectedMessage } from './scenario.ts';

/** What a step that expects messages received. */
export interface Arrival {
  /** Of the list of received messages. */
  readonly pointer: string;
  readonly expected: readonly ExpectedMessage[];
  /** How many batch updates ran since the step before that expected messages. */
  readonly updates: number;
  readonly received: readonly JudgedReceipt[];
  /** See the place of a message. */
  readonly bookedAt?: number | undefined;
}

/** What is known of the whole scenario. */
export interface ScenarioFacts extends Pick<MessagePlace, 'settings' | 'updated'> {
  /** Of the scenario. */
  readonly clause: ClauseId;
  /** By their names in the scenario. */
  readonly rules: Readonly<Record<string, Pick<NotificationRule, 'triggerEvent' | 'params'>>>;
  /** The names of those that the service refused, as it should: a message of one breaks the clause of the scenario. */
  readonly refused: ReadonlySet<string>;
}

/** By event, the clause that says when it sends a message: the one of its file that ends in FIRES. */
export const firesClauses = Object.fromEntries(
  triggerEvents.map((event) => {
    const file = event.toLowerCase().replaceAll('_', '-');
    const row = ledger.clauses.find((clause) => clause.event === file && clause.id.endsWith('-FIRES'));
    if (row === undefined) throw new Error(`no clause says when ${event} sends a message`);
    return [event, row.id as ClauseId];
  }),
) as Readonly<Record<TriggerEvent, ClauseId>>;

/** The clauses of a place in a message or its details. */
const OF_PLACES: ReadonlySet<ClauseId> = new Set(
  clausesOfSchemas(triggerEvents.flatMap((event) => [`${event}.message`, `${event}.details`])),
);

/** What the judges find in the messages, and where these are not as the scenario states them. */
export function judgeScenario(arrivals: readonly Arrival[], facts: ScenarioFacts): CaseJudgement {
  const { clause } = facts;
  const judged = arrivals.flatMap(({ received, pointer }) =>
    received.flatMap(({ findings }, at) =>
      findings.map((one): CaseFinding => ({ ...one, pointer: messagePointer(pointer, at) + one.pointer })),
    ),
  );
  const placed = arrivals.map((arrival) => ({ arrival, arrived: arrivedOf(arrival, facts) }));
  const differing: CaseFinding[] = [];
  let uncompared: Mismatch | undefined;
  for (const { arrival, arrived } of placed)
    for (const mismatch of mismatches(arrived, arrival, facts)) {
      const { pointer, message } = mismatch;
      const broken = brokenBy(mismatch, clause);
      if (broken === undefined) uncompared ??= mismatch;
      else differing.push({ clause: broken, pointer, message });
    }
  const findings = [
    ...judged,
    ...differing.filter((finding) => !judged.some((other) => isSameDefect(finding, other))),
    ...ruleIdFindings(placed.flatMap(({ arrived }) => arrived)),
  ];
  const broken = new Set(findings.map((finding) => finding.clause));
  const shown = new Set(arrivals.flatMap(({ received }) => received.flatMap((message) => message.shown)));
  return {
    findings,
    shown: [...shown].filter((id) => !broken.has(id)),
    ...(uncompared && { unproven: uncompared.message }),
    needs: uncompared?.clause ?? differing.find((finding) => finding.clause !== clause)?.clause,
  };
}

const HANDLE = 'MESSAGE-CALLBACK-HANDLE';

/**
 * The clause that a mismatch breaks in a scenario of `clause`: that of its place, or of a scenario about a situation that needs it,
 * since it shows there whether it holds. Another number of messages breaks no other clause: the scenario shows nothing then.
 */
function brokenBy({ isOfNumber, ...mismatch }: Mismatch, clause: ClauseId): ClauseId | undefined {
  const { clause: ofPlace = clause } = mismatch;
  if (ofPlace === HANDLE) return HANDLE;
  if (ofPlace === clause || (!OF_PLACES.has(clause) && needsOf(clause).includes(ofPlace))) return clause;
  return isOfNumber ? undefined : ofPlace;
}

/** The messages of rules of the scenario. */
function arrivedOf({ received, pointer, bookedAt }: Arrival, { rules, ...steps }: ScenarioFacts): Arrived[] {
  return received.flatMap(({ rule, message }, at) => {
    const created = rule === undefined ? undefined : rules[rule];
    if (rule === undefined || created === undefined) return [];
    const place = messagePlace(created.triggerEvent, messagePointer(pointer, at), { ...steps, bookedAt });
    return [{ rule, message, place }];
  });
}

function messagePointer(pointer: string, at: number): string {
  return `${pointer}/${at}/message`;
}

/** A judge reports a place under the same clause, and a wrong order at the first item that breaks it. */
function isSameDefect({ clause, pointer }: CaseFinding, judged: CaseFinding): boolean {
  const isWithin =
    `${pointer}/`.startsWith(`${judged.pointer}/`) || `${judged.pointer}/`.startsWith(`${pointer}/`);
  return judged.clause === clause && isWithin;
}

/** A message of a rule of the scenario. */
export interface Arrived {
  readonly rule: string;
  /** Decrypted, its numbers digit for digit. */
  readonly message: unknown;
  readonly place: MessagePlace;
}

/** Where the messages of a step are not the expected ones, in any order. */
export function mismatches(
  arrived: readonly Arrived[],
  { pointer, expected, updates, received }: Omit<Arrival, 'bookedAt'>,
  { rules, refused }: Pick<ScenarioFacts, 'rules' | 'refused'>,
): Mismatch[] {
  const found = Map.groupBy(arrived, ({ rule }) => rule);
  const wanted = Map.groupBy(expected, ({ rule }) => rule);
  const unknown = unknownHandleEvents(received);
  const names = [...new Set([...wanted.keys(), ...found.keys()])];
  const byEvent = Map.groupBy(names, (rule) => rules[rule]?.triggerEvent);
  const mixedUp = new Set([...byEvent.values()].flatMap((of) => (areMixedUp(of, found, wanted) ? of : [])));
  return names.flatMap((rule) => {
    const [all, due] = [found.get(rule) ?? [], wanted.get(rule) ?? []];
    if (mixedUp.has(rule))
      return all.length === due.length ? [] : [numberDiffers(pointer, rule, all.length, due.length, HANDLE)];
    const most = Math.max(due.length, updates);
    const own = withoutRepeated(all, all.length - most);
    const again = all.length - own.length;
    const repeated = numberDiffers(
      pointer,
      `${rule} that it has sent already`,
      again,
      0,
      'MESSAGE-ONE-PER-RULE',
    );
    const ofRepeated = again > 0 ? [repeated] : [];
    const lists = listedBy(rules[rule]);
    if (due.length > 0 && isSplit(own, most)) {
      // Separate messages per account need one rule per account.
      const clause = lists ? 'MESSAGE-ONE-PER-RULE' : 'MESSAGE-SEPARATE-RULES';
      return [...ofRepeated, numberDiffers(pointer, rule, own.length, due.length, clause)];
    }
    const event = rules[rule]?.triggerEvent;
    let there = own.length;
    while (there < due.length && usedFor(unknown, event)) there++;
    if (there !== due.length) {
      const clause = event && !refused.has(rule) ? firesClauses[event] : undefined;
      const differs = numberDiffers(pointer, rule, there, due.length, clause);
      return [...ofRepeated, { ...differs, isOfNumber: true }];
    }
    const pairs = paired(own, due, (one, other) => fieldMismatches(one, other).length === 0);
    return [...ofRepeated, ...pairs.flatMap(([one, other]) => fieldMismatches(one, other, lists))];
  });
}

type ByRule<Of> = ReadonlyMap<string, readonly Of[]>;

/** Whether rules of one event have as many messages as expected together, and one has too many, of several rule ids: their handles are wrong. */
function areMixedUp(
  rules: readonly string[],
  found: ByRule<Arrived>,
  wanted: ByRule<ExpectedMessage>,
): boolean {
  const count = (of: ByRule<unknown>) => rules.reduce((sum, rule) => sum + (of.get(rule)?.length ?? 0), 0);
  const hasOthers = (rule: string) => {
    const own = found.get(rule) ?? [];
    return own.length > (wanted.get(rule)?.length ?? 0) && ruleIds(own).size > 1;
  };
  return count(found) === count(wanted) && rules.some(hasOthers);
}

function ruleIds(messages: readonly Arrived[]): ReadonlySet<string> {
  return new Set(messages.map(({ message }) => valueText(member(message, 'notificationRuleId'))));
}

/** More messages of one rule, by its id, than batch updates: what belongs into one message came in several. */
function isSplit(own: readonly Arrived[], most: number): boolean {
  return own.length > most && ruleIds(own).size === 1;
}

/**
 * Without at most so many messages that came before: each batch update may send the same message as the one before. The
 * receiver answers every message with 200, so a repeated one is no retry (DELIVERY-RETRIES).
 */
function withoutRepeated(all: readonly Arrived[], most: number): Arrived[] {
  const seen = new Set<string>();
  let left = most;
  return all.filter(({ message }) => {
    const text = writeJson(message);
    const isRepeated = seen.has(text) && left > 0;
    seen.add(text);
    if (isRepeated) left--;
    return !isRepeated;
  });
}

/** The events of the messages of no rule. Each counts for a missing message of its event: it has a wrong handle. */
function unknownHandleEvents(received: Arrival['received']): TriggerEvent[] {
  return received.flatMap(({ rule, message }) => {
    const event = triggerEvents.find((name) => name === member(message, 'triggerEvent'));
    return rule === undefined && event !== undefined ? [event] : [];
  });
}

function usedFor(events: TriggerEvent[], event: TriggerEvent | undefined): boolean {
  const at = event === undefined ? -1 : events.indexOf(event);
  if (at !== -1) events.splice(at, 1);
  return at !== -1;
}

function numberDiffers(
  pointer: string,
  rule: string,
  found: number,
  wanted: number,
  clause: ClauseId | undefined,
): Mismatch {
  const message = `the number of messages of rule ${rule} is ${found}, not ${wanted}`;
  return { pointer, message, clause };
}

export function waitsOf(rule: Pick<NotificationRule, 'params'> | undefined): boolean {
  return rule?.params?.['waitForCategorization'] === true;
}

/** The ids of accounts or connections that a rule lists; undefined where it lists none. */
function listedBy(rule: Pick<NotificationRule, 'params'> | undefined): ReadonlySet<string> | undefined {
  const list = rule?.params?.['accountIds'] ?? rule?.params?.['bankConnectionIds'];
  return typeof list === 'string' ? new Set(list.split(',')) : undefined;
}

function fieldMismatches(
  { message, place }: Arrived,
  { rule: _, ...stated }: ExpectedMessage,
  lists?: ReadonlySet<string>,
): Mismatch[] {
  // A message of another trigger event has other fields, and its judge reports the event.
  if (member(message, 'triggerEvent') !== place.event) return [];
  const { list = '', id = '' } = layoutOf[place.event];
  // An item of an unlisted account or connection is tolerated where the update brought it, too (UNLISTED-ITEMS).
  const further = itemsOf(message, place.event).flatMap((item) => {
    const named = valueText(member(item, id));
    return lists && !lists.has(named) && place.updated.has(named) ? [{ [id]: member(item, id) }] : [];
  });
  const items = member(stated, list);
  const wanted = Array.isArray(items) ? { ...stated, [list]: [...items, ...further] } : stated;
  return differences(message, wanted, place);
}

function itemsOf(message: unknown, event: TriggerEvent): readonly unknown[] {
  const items = member(message, layoutOf[event].list ?? '');
  return Array.isArray(items) ? items : [undefined];
}

/** notificationRuleId is the same in every message of a rule, and another one for every rule (MESSAGE-RULE-ID). */
export function ruleIdFindings(arrived: readonly Arrived[]): CaseFinding[] {
  const idOf = new Map<string, string>();
  const ruleOf = new Map<string, string>();
  return arrived.flatMap(({ rule, message, place }) => {
    const found = member(message, 'notificationRuleId');
    // The judge of the message reports an id that is no number.
    if (!isNumber(found)) return [];
    const id = valueText(found);
    const wrong = (words: string): CaseFinding => ({
      clause: 'MESSAGE-RULE-ID',
      pointer: `${place.pointer}/notificationRuleId`,
      message: `notificationRuleId is ${words}`,
    });
    const first = idOf.get(rule) ?? id;
    const owner = ruleOf.get(id) ?? rule;
    idOf.set(rule, first);
    ruleOf.set(id, owner);
    return [
      ...(first === id ? [] : [wrong(`${id}, not ${first} as before for rule ${rule}`)]),
      ...(owner === rule ? [] : [wrong(`that of rule ${owner}, not one of rule ${rule} alone`)]),
    ];
  });
}
