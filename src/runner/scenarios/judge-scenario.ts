/** Judges what arrived in the steps of a scenario: which clause a wrong, missing or needless message breaks. */

import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { type Finding, findingOf, findingText } from '../../../contracts/src/base/finding.ts';
import { isNumber, member, valueText } from '../../../contracts/src/base/json-value.ts';
import { count } from '../../../contracts/src/base/text.ts';
import type { Judgement } from '../../../contracts/src/judge/clause-check.ts';
import { ruleFacts } from '../../../contracts/src/judge/rule-facts.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import { needsOf } from '../clause-results.ts';
import type { BatchUpdate } from '../control.ts';
import { dependsOn, Unproven } from '../unproven.ts';
import type { PlayedStep } from '../verdict.ts';
import { differences, IDS, ITEM_IDS, isAt, messagePlace, paired } from './message-difference.ts';
import { clausesOfPlaces, type ExpectedMessage, firesClauses } from './scenario.ts';

/** What is known of the whole scenario. */
interface ScenarioFacts extends Omit<Parameters<typeof messagePlace>[2], 'newOf' | 'bookedAt'> {
  /** Keys: names of rules in the scenario. */
  readonly rules: Readonly<Record<string, NotificationRule>>;
  /** The names of those that the service refused, as it should: a message of one breaks the clause of the scenario. */
  readonly refused: ReadonlySet<string>;
}

const FIRES: ReadonlySet<ClauseId> = new Set(Object.values(firesClauses));

/** What the judges find in the messages, where these are not as the scenario states them, and why they do not show its clause. */
export function judgeScenario(
  steps: readonly PlayedStep[],
  judged: readonly Judgement[],
  facts: ScenarioFacts,
): Judgement & { readonly why?: Unproven | undefined } {
  const { clause } = facts;
  const ofJudges = judged.flatMap(({ findings }) => findings);
  const differing: Finding[] = [];
  let uncompared: Finding | undefined;
  for (const mismatch of mismatches(steps, facts)) {
    const broken = brokenBy(mismatch, clause);
    if (broken === undefined) uncompared ??= mismatch;
    else differing.push({ ...mismatch, clause: broken });
  }
  const findings = [
    ...ofJudges,
    ...differing.filter((finding) => !ofJudges.some((other) => isSameDefect(finding, other))),
    ...ruleIdFindings(steps, facts.rules),
  ];
  const broken = new Set(findings.map((finding) => finding.clause));
  const shown = new Set(judged.flatMap(({ shows }) => shows));
  const other = differing.find((finding) => finding.clause !== clause);
  const why = uncompared
    ? new Unproven(findingText(uncompared), uncompared.clause)
    : other && dependsOn(other.clause);
  return { findings, shows: [...shown].filter((id) => !broken.has(id)), why };
}

const HANDLE = 'MESSAGE-CALLBACK-HANDLE';
/** How many differences of one message are reported. */
const MOST = 20;

/**
 * The clause that a mismatch breaks in a scenario of `clause`: that of its place, or of a scenario about a situation that needs it,
 * since it shows there whether it holds. Another number of messages breaks no other clause: the scenario shows nothing then.
 */
function brokenBy({ clause: ofPlace }: Finding, clause: ClauseId): ClauseId | undefined {
  if (ofPlace === HANDLE) return HANDLE;
  if (ofPlace === clause || (!clausesOfPlaces.has(clause) && needsOf(clause).includes(ofPlace)))
    return clause;
  return FIRES.has(ofPlace) ? undefined : ofPlace;
}

/**
 * A judge reports a place under the same clause, and a wrong order at the first item that breaks it; or under the exact clause
 * of what must not be there.
 */
function isSameDefect({ clause, kind, pointer }: Finding, judged: Finding): boolean {
  const [own, other] = [`${pointer}/`, `${judged.pointer}/`];
  if (kind === 'unexpected' && judged.kind === kind && own === other) return true;
  return judged.clause === clause && (own.startsWith(other) || other.startsWith(own));
}

/** Findings for messages that are not as expected, in any order. */
export function mismatches(steps: readonly PlayedStep[], facts: ScenarioFacts): Finding[] {
  return steps.flatMap((step, at) => {
    if (!('received' in step)) return [];
    const last = steps.slice(0, at).findLastIndex((earlier) => 'received' in earlier);
    const updates = steps
      .slice(last + 1, at)
      .flatMap((earlier) => ('update' in earlier ? earlier.update : []));
    return stepMismatches(step, `/steps/${at}/received`, updates, facts);
  });
}

/** A message of a rule of the scenario. */
interface RuleMessage {
  readonly rule: string;
  readonly message: unknown;
  readonly place: ReturnType<typeof messagePlace>;
}

/** What came and was to come of one rule in a step. */
interface OfRule extends NotificationRule {
  readonly rule: string;
  readonly found: readonly RuleMessage[];
  readonly wanted: readonly ExpectedMessage[];
}

/** `updates` are the batch updates that ran since the step before that expected messages. */
function stepMismatches(
  { expected, received, bookedAt }: Extract<PlayedStep, { received: unknown }>,
  pointer: string,
  updates: readonly BatchUpdate[],
  { rules, refused, ...facts }: ScenarioFacts,
): Finding[] {
  const brought = updates.flatMap(({ accounts = [] }) => accounts);
  const newOf = (account: string) =>
    brought.flatMap(({ accountId, transactions = [] }) =>
      valueText(accountId) === account ? transactions.length : [],
    );
  const own = received.flatMap(({ rule = '', message }, at): RuleMessage[] => {
    const event = rules[rule]?.triggerEvent;
    if (event === undefined) return [];
    const place = messagePlace(event, `${pointer}/${at}/message`, { ...facts, newOf, bookedAt });
    return [{ rule, message, place }];
  });
  const names = [...new Set([...expected, ...own].map(({ rule }) => rule))];
  const all = names.map((rule): OfRule => {
    const found = own.filter((one) => one.rule === rule);
    return { ...ruleNamed(rule, rules), rule, found, wanted: expected.filter((one) => one.rule === rule) };
  });
  return [...Map.groupBy(all, ({ triggerEvent }) => triggerEvent)].flatMap(([event, ofEvent]) => {
    if (areMixedUp(ofEvent, refused))
      return ofEvent.flatMap((of) => ofNumber(of, pointer, of.found.length, HANDLE));
    // Each message of no rule counts for a missing one of its event: it has a wrong handle.
    let unknown = received.filter(
      ({ rule, message }) => rule === undefined && member(message, 'triggerEvent') === event,
    ).length;
    return ofEvent.flatMap((of) => {
      const { rule, found, wanted } = of;
      // A message came twice, or was split into several.
      const isMore = wanted.length > 0 && found.length > Math.max(wanted.length, updates.length);
      if (isMore && ruleIds(found).size === 1) return ofNumber(of, pointer, found.length, clauseOfSplit(of));
      const replaced = Math.min(unknown, Math.max(0, wanted.length - found.length));
      unknown -= replaced;
      const clause = refused.has(rule) ? facts.clause : firesClauses[event];
      const differs = ofNumber(of, pointer, found.length + replaced, clause);
      if (differs.length > 0) return differs;
      const { listedIds } = ruleFacts(of);
      // In whatever order they arrive, a wrong message is compared with the one of the same transactions, or else accounts.
      const matched = paired(
        found,
        wanted,
        (one, other) => fieldMismatches(one, other).length === 0,
        (one, other) => !fieldMismatches(one, other).some((it) => isAt(it, IDS)),
        (one, other) => !fieldMismatches(one, other).some((it) => isAt(it, ITEM_IDS)),
      );
      return matched.flatMap(([one, other]) => {
        const place = { ...one.place, isFinal: true } as const;
        return fieldMismatches({ ...one, place }, other, listedIds).slice(0, MOST);
      });
    });
  });
}

function ruleNamed(name: string, rules: ScenarioFacts['rules']): NotificationRule {
  const rule = rules[name];
  if (rule === undefined) throw new Error(`the scenario has no rule ${name}`);
  return rule;
}

/** A mismatch where not as many messages of the rule as expected are there. */
function ofNumber(
  { rule, wanted }: Pick<OfRule, 'rule' | 'wanted'>,
  pointer: string,
  there: number,
  clause: ClauseId,
): Finding[] {
  if (there === wanted.length) return [];
  const [subject, expected, found] = [`rule "${rule}"`, count(wanted.length, 'message'), `${there}`];
  return [findingOf(clause, { kind: 'count', pointer, subject, expected, found })];
}

/**
 * Whether the rules of one event have as many messages as expected together, but one has too many: their handles are wrong if
 * they have several rule ids, or if this rule was refused and another one was to send them.
 */
function areMixedUp(rules: readonly OfRule[], refused: ReadonlySet<string>): boolean {
  const more = rules.reduce((sum, { found, wanted }) => sum + found.length - wanted.length, 0);
  const isDue = (one: RuleMessage) =>
    rules.some(({ wanted }) => wanted.some((other) => fieldMismatches(one, other).length === 0));
  return (
    more === 0 &&
    rules.some(
      ({ rule, found, wanted }) =>
        found.length > wanted.length &&
        (ruleIds(found).size > 1 || (refused.has(rule) && found.every(isDue))),
    )
  );
}

function ruleIds(messages: readonly RuleMessage[]): ReadonlySet<string> {
  return new Set(messages.map(({ message }) => valueText(member(message, 'notificationRuleId'))));
}

/**
 * Separate messages per account need one rule per account. The receiver responds to every message with 200, so a repeated one
 * is no retry (DELIVERY-RETRIES).
 */
function clauseOfSplit({ found, ...rule }: OfRule): ClauseId {
  const isRepeated = new Set(found.map(({ message }) => writeJson(message))).size < found.length;
  return isRepeated || ruleFacts(rule).listedIds ? 'MESSAGE-ONE-PER-RULE' : 'MESSAGE-SEPARATE-RULES';
}

function fieldMismatches(
  { message, place }: RuleMessage,
  { rule: _, ...stated }: ExpectedMessage,
  lists?: ReadonlySet<string>,
): Finding[] {
  // A message of another trigger event has other fields, and its judge reports the event.
  if (member(message, 'triggerEvent') !== place.event) return [];
  const { list = '', id = '' } = layoutOf[place.event];
  const [items, found] = [member(stated, list), member(message, list)];
  if (!lists || !Array.isArray(items) || !Array.isArray(found)) return differences(message, stated, place);
  // An item of an unlisted account or connection is tolerated where the update brought it, too (UNLISTED-ITEMS).
  const further = found.flatMap((item) => {
    const named = valueText(member(item, id));
    return !lists.has(named) && place.updated.has(named) ? [{ [id]: member(item, id) }] : [];
  });
  return differences(message, { ...stated, [list]: [...items, ...further] }, place);
}

/**
 * notificationRuleId is the same in every message of a rule, and another one for every rule. Only the id itself tells rules of
 * one event and handle apart.
 */
export function ruleIdFindings(steps: readonly PlayedStep[], rules: ScenarioFacts['rules']): Finding[] {
  const sameAs = ({ triggerEvent, callbackHandle }: NotificationRule) =>
    Object.values(rules).filter(
      (rule) => rule.triggerEvent === triggerEvent && rule.callbackHandle === callbackHandle,
    );
  const idOf = new Map<string, string>();
  const ruleOf = new Map<string, string>();
  return steps.flatMap((step, at) => {
    const received = 'received' in step ? step.received : [];
    return received.flatMap(({ rule, message }, nth): Finding[] => {
      const found = member(message, 'notificationRuleId');
      // The judge of the message reports an id that is no number.
      if (rule === undefined || !isNumber(found) || sameAs(ruleNamed(rule, rules)).length > 1) return [];
      const id = valueText(found);
      const first = idOf.get(rule) ?? id;
      const owner = ruleOf.get(id) ?? rule;
      idOf.set(rule, first);
      ruleOf.set(id, owner);
      if (first === id && owner === rule) return [];
      const isRepeated = first === id;
      return [
        findingOf('MESSAGE-RULE-ID', {
          kind: isRepeated ? 'repeated' : 'value',
          pointer: `/steps/${at}/received/${nth}/message/notificationRuleId`,
          expected: isRepeated ? `one of rule "${rule}" alone` : `${first} as before for rule "${rule}"`,
          found: isRepeated ? `that of rule "${owner}"` : id,
        }),
      ];
    });
  });
}
