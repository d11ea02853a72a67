/** Judges what arrived in the story of a scenario: which clause a wrong, missing or needless message breaks. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isNumber, member, valueText } from '../../../contracts/src/base/json-value.ts';
import { layoutOf } from '../../../contracts/src/judge/read-message.ts';
import type { NotificationRule, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { CaseJudgement } from '../run-case.ts';
import { OF_ONE_RULE } from '../simpler-clauses.ts';
import type { CaseFinding } from '../verdict.ts';
import { attributedFinding, type ExpectationBreach, furtherSurroundings } from './attributed-finding.ts';
import {
  differences,
  type MessageDifference,
  type MessagePlace,
  messagePlace,
  paired,
} from './message-difference.ts';
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

/** What is known of the whole story. */
export interface StoryFacts extends Pick<MessagePlace, 'settings' | 'updated'> {
  /** Of the scenario. */
  readonly clause: ClauseId;
  /** By their names in the scenario. */
  readonly rules: Readonly<Record<string, Pick<NotificationRule, 'triggerEvent' | 'params'>>>;
  /** The names of those that are refused as duplicates. */
  readonly refused: ReadonlySet<string>;
  /** How many users there are. */
  readonly users: number;
  /** The most accounts and connections that a user has. */
  readonly accounts: number;
}

/** A scenario whose messages are not as it states them, because of another clause, shows nothing of its own. */
export function judgeStory(arrivals: readonly Arrival[], facts: StoryFacts): CaseJudgement {
  const placed = arrivals.map((arrival) => ({ arrival, arrived: arrivedOf(arrival, facts) }));
  const judged = placed.map(({ arrival, arrived }) => judgeArrival(arrival, arrived, facts));
  const findings = [
    ...inOrder(judged.map((arrival) => arrival.findings)),
    ...ruleIdFindings(placed.flatMap(({ arrived }) => arrived)),
  ];
  const broken = new Set(findings.map(({ clause }) => clause));
  const shown = new Set(arrivals.flatMap(({ received }) => received.flatMap((message) => message.shown)));
  return {
    findings,
    shown: [...shown].filter((clause) => !broken.has(clause)),
    needs: judged.flatMap(({ needs }) => needs).at(0),
  };
}

/** What is wrong at a step may follow from what was wrong before it: an update that was not done leaves its balances old. */
function inOrder(steps: readonly (readonly CaseFinding[])[]): CaseFinding[] {
  const before = new Set<ClauseId>();
  return steps.flatMap((findings) => {
    const earlier = [...before];
    for (const { clause } of findings) before.add(clause);
    return findings.map((finding) => {
      const after = earlier.filter((clause) => clause !== finding.clause);
      return after.length > 0 ? { ...finding, after } : finding;
    });
  });
}

/** The messages of rules of the scenario. */
function arrivedOf({ received, pointer, bookedAt }: Arrival, { rules, ...story }: StoryFacts): Arrived[] {
  return received.flatMap(({ rule, message }, at) => {
    const created = rule === undefined ? undefined : rules[rule];
    if (rule === undefined || created === undefined) return [];
    const place = messagePlace(created.triggerEvent, messagePointer(pointer, at), { ...story, bookedAt });
    return [{ rule, message, place }];
  });
}

function messagePointer(pointer: string, at: number): string {
  return `${pointer}/${at}/message`;
}

/** What the judges and the expectations find in an arrival, and the clauses of others that keep it from being as stated. */
interface JudgedArrival {
  readonly findings: readonly CaseFinding[];
  readonly needs: readonly ClauseId[];
}

/** What the judges find, and where the messages differ from the expected ones. */
function judgeArrival(arrival: Arrival, arrived: readonly Arrived[], facts: StoryFacts): JudgedArrival {
  const { received, expected, pointer } = arrival;
  const { rules, clause } = facts;
  const strays = received.flatMap(({ rule, message }) => {
    const event = triggerEvents.find((name) => name === member(message, 'triggerEvent'));
    return rule === undefined && event !== undefined ? [event] : [];
  });
  const breaches = expectationBreaches(arrived, expected, {
    ...arrival,
    rules,
    refused: facts.refused,
    strays,
  });
  const surroundings = {
    ...{ clause, users: facts.users, accounts: facts.accounts, rules: Object.keys(rules).length },
    hasGeneral: hasGeneral(Object.values(rules)),
  };
  const unless = furtherSurroundings(surroundings);
  const judged = received.flatMap(({ rule = '', findings }, at) => {
    const own = findings.map((finding) => ({
      ...finding,
      pointer: messagePointer(pointer, at) + finding.pointer,
      // What a message has from its rule shows which rule it is of.
      ...(unless.length > 0 && !OF_ONE_RULE.includes(finding.clause) && { unless }),
    }));
    const event = rules[rule]?.triggerEvent;
    if (event === undefined) return own;
    const due = expected.filter((message) => message.rule === rule);
    return onCountOrList({ event, findings: own, expected: due }, breaches);
  });
  const found = breaches.map((breach) => attributedFinding(breach, surroundings));
  const repeated = found.flatMap((finding) => judged.find((other) => isSameDefect(finding, other)) ?? []);
  const further = found.filter((finding) => !judged.some((other) => isSameDefect(finding, other)));
  // A message that comes again takes nothing from the first.
  const needs = [...repeated, ...further]
    .map((finding) => finding.clause)
    .filter((id) => id !== clause && id !== 'MESSAGE-ONE-PER-RULE');
  return { findings: [...judged, ...further], needs };
}

function hasGeneral(rules: readonly Pick<NotificationRule, 'triggerEvent' | 'params'>[]): boolean {
  const ofEvents = Map.groupBy(rules, ({ triggerEvent }) => triggerEvent);
  return [...ofEvents.values()].some((of) => of.some(listedBy) && !of.every(listedBy));
}

/** A judge reports a place under a clause of its own, and a wrong order at the first item that breaks it. */
function isSameDefect({ clause, pointer }: CaseFinding, judged: CaseFinding): boolean {
  const isWithin = `${pointer}/`.startsWith(`${judged.pointer}/`);
  return isWithin || (judged.clause === clause && judged.pointer.startsWith(`${pointer}/`));
}

/** A message of a rule of the scenario. */
export interface Arrived {
  readonly rule: string;
  /** Decrypted, its numbers digit for digit. */
  readonly message: unknown;
  readonly place: MessagePlace;
}

/** What is known of the step that expects the messages. */
interface Expectation extends Pick<Arrival, 'pointer' | 'updates'>, Pick<StoryFacts, 'rules' | 'refused'> {
  /** The events of the messages of no rule. Each counts for a missing message of its event: it has a wrong handle. */
  readonly strays: readonly TriggerEvent[];
}

export function expectationBreaches(
  arrived: readonly Arrived[],
  expected: readonly ExpectedMessage[],
  { pointer, rules, refused, updates, strays }: Expectation,
): ExpectationBreach[] {
  const found = Map.groupBy(arrived, ({ rule }) => rule);
  const wanted = Map.groupBy(expected, ({ rule }) => rule);
  const standIns: (TriggerEvent | undefined)[] = [...strays];
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((rule) => {
    const [all, due] = [found.get(rule) ?? [], wanted.get(rule) ?? []];
    const own = withoutRepeated(all, all.length - Math.max(due.length, updates));
    const again = all.length - own.length;
    const repeated = numberDiffers(pointer, `${rule} that it has sent already`, again, 0);
    const ofRepeated: ExpectationBreach[] =
      again > 0 ? [{ ...repeated, of: 'messages', clauses: ['MESSAGE-ONE-PER-RULE'] }] : [];
    let there = own.length;
    while (there < due.length && tookStandIn(standIns, rules[rule]?.triggerEvent)) there++;
    const lists = listedBy(rules[rule]);
    const event = rules[rule]?.triggerEvent;
    if (isSplit(own, due.length, updates)) {
      // Separate messages per account need one rule per account.
      const isPerAccount = lists === undefined && arePerAccount(own);
      const clause = isPerAccount ? 'MESSAGE-SEPARATE-RULES' : 'MESSAGE-ONE-PER-RULE';
      const differs = numberDiffers(pointer, rule, there, due.length);
      return [...ofRepeated, { ...differs, of: 'messages', clauses: [clause] }];
    }
    if (there !== due.length) {
      const differs = numberDiffers(pointer, rule, there, due.length);
      if (refused.has(rule)) return [{ ...differs, of: 'messages', clauses: ['RULE-DUPLICATE-REFUSED'] }];
      const listed = lists && (there < due.length ? 'MESSAGE-LISTED-ANY' : 'MESSAGE-LISTED-ONLY');
      return [
        ...ofRepeated,
        {
          ...{ ...differs, isMissing: there < due.length },
          ...(event && { of: 'messages', event, ...(listed && { listed }), waits: waitsOf(rules[rule]) }),
        },
      ];
    }
    const pairs = paired(own, due, { isEqual: (one, other) => breaches(one, other).length === 0 });
    return [...ofRepeated, ...pairs.flatMap(([one, other]) => breaches(one, other, lists))];
  });
}

/** Whether each message is of one account that no other is of. */
function arePerAccount(own: readonly Arrived[]): boolean {
  const accounts = own.flatMap(({ message, place }) =>
    itemsOf(message, place.event).map((item) => member(item, 'accountId')),
  );
  const different = new Set(accounts.map((id) => id && valueText(id)));
  return accounts.length === own.length && different.size === own.length && !different.has(undefined);
}

/** More messages of one rule, by its id, than batch updates: what belongs into one message came in several. */
function isSplit(own: readonly Arrived[], due: number, updates: number): boolean {
  const ids = new Set(own.map(({ message }) => valueText(member(message, 'notificationRuleId'))));
  return due > 0 && own.length > Math.max(due, updates) && ids.size === 1;
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

function tookStandIn(standIns: (TriggerEvent | undefined)[], event: TriggerEvent | undefined): boolean {
  const at = standIns.indexOf(event);
  if (at !== -1) standIns.splice(at, 1);
  return at !== -1;
}

function numberDiffers(pointer: string, rule: string, found: number, wanted: number): MessageDifference {
  const message = `the number of messages of rule ${rule} is ${found}, not ${wanted}`;
  return { pointer, message, clauses: [] };
}

export function waitsOf(rule: Pick<NotificationRule, 'params'> | undefined): boolean {
  return rule?.params?.['waitForCategorization'] === true;
}

/** The ids of accounts or connections that a rule lists; undefined where it lists none. */
function listedBy(rule: Pick<NotificationRule, 'params'> | undefined): ReadonlySet<string> | undefined {
  const list = rule?.params?.['accountIds'] ?? rule?.params?.['bankConnectionIds'];
  return typeof list === 'string' ? new Set(list.split(',')) : undefined;
}

function breaches(
  { message, place }: Arrived,
  { rule: _, ...stated }: ExpectedMessage,
  lists?: ReadonlySet<string>,
): ExpectationBreach[] {
  // A message of another trigger event has other fields, and its judge reports the event.
  if (member(message, 'triggerEvent') !== place.event) return [];
  const { list = '', id = '' } = layoutOf[place.event];
  const atItems = `${place.pointer}/${list}`;
  // An item of an unlisted account or connection is tolerated where the update brought it, too (UNLISTED-ITEMS).
  const further = itemsOf(message, place.event).flatMap((item) => {
    const named = valueText(member(item, id));
    return lists && !lists.has(named) && place.updated.has(named) ? [{ [id]: member(item, id) }] : [];
  });
  const items = member(stated, list);
  const wanted = Array.isArray(items) ? { ...stated, [list]: [...items, ...further] } : stated;
  return differences(message, wanted, place).map((difference): ExpectationBreach => {
    if (difference.clauses.length > 0 || !difference.pointer.startsWith(atItems)) return difference;
    // Within an item, other transactions than expected, and the count that follows from them.
    const isOfItems = /^(\/\d+\/(accountId|bankConnectionId))?$/.test(
      difference.pointer.slice(atItems.length),
    );
    const of = { of: isOfItems ? 'items' : 'transactions', event: place.event } as const;
    if (!isOfItems || lists === undefined) return { ...difference, ...of };
    const named = itemsOf(message, place.event).map((item) =>
      valueText(member(item, 'accountId') ?? member(item, 'bankConnectionId')),
    );
    const isUnlisted = named.some((id) => !lists.has(id));
    return { ...difference, ...of, listed: isUnlisted ? 'MESSAGE-LISTED-ONLY' : 'MESSAGE-LISTED-ANY' };
  });
}

/** A message of the event, its findings, and the messages that are expected of its rule. */
interface JudgedMessage {
  readonly event: TriggerEvent;
  readonly findings: readonly CaseFinding[];
  readonly expected: readonly ExpectedMessage[];
}

/** The clauses of a count and of the list that it counts. */
const COUNT_AND_LIST: Partial<Record<TriggerEvent, { readonly count: ClauseId; readonly list: ClauseId }>> = {
  NEW_TRANSACTIONS: { count: 'MESSAGE-TRANSACTIONS-COUNT', list: 'MESSAGE-TRANSACTIONS-DETAILS-LIST' },
  FOREIGN_MONEY_TRANSFER: { count: 'MESSAGE-FOREIGN-COUNT', list: 'MESSAGE-FOREIGN-DETAILS-LIST' },
  HIGH_TRANSACTION_AMOUNT: { count: 'MESSAGE-HIGH-COUNT', list: 'MESSAGE-HIGH-DETAILS-LIST' },
};

/**
 * Where a judge finds a list shorter than its count, either may be wrong. If the scenario states the list, the one that
 * is not as stated is; if it finds the count wrong already, the finding is dropped.
 */
export function onCountOrList(
  { event, findings, expected }: JudgedMessage,
  breaches: readonly Pick<MessageDifference, 'pointer'>[],
): readonly CaseFinding[] {
  const { transactions, count } = layoutOf[event];
  const clauses = COUNT_AND_LIST[event];
  if (transactions === undefined || clauses === undefined) return findings;
  const end = `/details/${transactions}`;
  const isOfLength = ({ clause, pointer }: CaseFinding) =>
    pointer.endsWith(end) && [clauses.count, clauses.list, 'RULE-MAX-COUNT-DEFAULT'].includes(clause);
  const differsAt = (at: string) => breaches.some(({ pointer }) => `${pointer}/`.startsWith(`${at}/`));
  const items = expected.flatMap((message) => itemsOf(message, event));
  const statesLists =
    items.length > 0 && items.every((item) => Array.isArray(member(member(item, 'details'), transactions)));
  return findings.flatMap((finding): CaseFinding[] => {
    if (!isOfLength(finding)) return [finding];
    const isOfCount = finding.clause === clauses.count;
    const pointer = `${finding.pointer.slice(0, -end.length)}/${count}`;
    if (differsAt(finding.pointer)) return [isOfCount ? { ...finding, clause: clauses.list } : finding];
    if (differsAt(pointer)) return [];
    if (statesLists) return [{ ...finding, clause: clauses.count, pointer }];
    const other = isOfCount ? clauses.list : clauses.count;
    return [{ ...finding, unless: [...(finding.unless ?? []), other] }];
  });
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
