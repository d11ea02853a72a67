/** A scenario: a world, rules, and batch updates step by step with exactly the messages that follow, as data. */

import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import type { TargetSettings } from '../../../contracts/generated/settings.ts';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import type { ApiVersion } from '../../../contracts/src/base/api-version.ts';
import { type Decimal, decimalOf, isNumber, partsIn } from '../../../contracts/src/base/json-value.ts';
import type { PlainMessage, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { clausesOfSchemas } from '../../base/schema-places.ts';
import type { RequestBodyOf } from '../call.ts';
import { caseFile } from '../case.ts';
import type { BatchUpdate, ClientSetUp, World } from '../control.ts';
import type { Ability } from '../targets/target.ts';
import { tooManyRules } from '../test-data.ts';
import { OutOfReach } from '../unproven.ts';

/** What the documents describe of a rule of the event. */
type DescribedRule<Event extends TriggerEvent> = Extract<
  RequestBodyOf<'createNotificationRule'>,
  { triggerEvent?: Event }
>;

/** A rule as its user creates it; the run makes its callbackHandle from its name in the scenario. */
export type ScenarioRule = {
  [Event in TriggerEvent]: Omit<DescribedRule<Event>, 'triggerEvent'> & {
    readonly triggerEvent: Event;
    /** False by default. */
    readonly includeDetails?: boolean;
    /** Whether it may be left out is not shown (RULE-REQUIRED-FIELDS). */
    readonly leavesOut?: 'includeDetails';
    /** The id of the user in the world; the first user without it. */
    readonly of?: string;
    /** The API version it is created with; by default, the path that the documentation shows. */
    readonly api?: ApiVersion;
    /** The name of a rule whose callbackHandle it has, too. */
    readonly handleOf?: string;
    /** A callbackHandle that is sent as it is, without the name of the run. */
    readonly handle?: string;
    /** The documentation does not say that a provider takes it: an error response puts the scenario out of reach. */
    readonly mayBeRefused?: true;
  };
}[TriggerEvent];

/** What happens to the provider. */
export type Action =
  | { readonly update: BatchUpdate }
  /** The rule is created now, not before the first step. With `refused`, the service is to refuse it. */
  | { readonly create: string; readonly refused?: true }
  /** The client configures a callback URL with this in its path. If it `mayBeRefused`, an error is out of reach. */
  | { readonly callback: string; readonly mayBeRefused?: true }
  /** Automatic categorization is switched on or off for the client. */
  | { readonly categorizes: boolean }
  /** An ISO 8601 duration on the clock of the target. */
  | { readonly advance: string };

export type ExpectedMessages = readonly ExpectedMessage[];

/** Which messages have arrived, in any order, since the step before that said so; an empty list is silence. */
interface Expectation {
  readonly messages: ExpectedMessages;
  /** Other lists that the documentation allows, each of another length. */
  readonly or?: readonly ExpectedMessages[];
}

/** An action, the messages that are there, or both in this order. */
type Step = Expectation | (Action & Partial<Expectation>);

export interface Scenario {
  readonly clause: ClauseId;
  /** What the service does, in the present tense, without a subject. */
  readonly says: string;
  /** The situation in words. */
  readonly given: string;
  readonly world: World;
  /** The documentation limits no sizes: a world, update or rule that is refused puts the scenario out of reach. */
  readonly isLarge?: true;
  /** Fields of the client configuration beside the callback URL; the others have their defaults. */
  readonly client?: ClientSetUp;
  /** Created in this order, except rules that a step creates. */
  readonly rules: Readonly<Record<string, ScenarioRule>>;
  /** Ends with a step that says which messages there are. */
  readonly steps: readonly Step[];
}

/** The expected value of a field that a message does not have. */
export const absent = Symbol('absent');
/** The field is absent, null or an empty text (NULL-OR-ABSENT). */
export const unset = Symbol('unset');

/** A stated field has this value, a list exactly these items; fields that are not stated may hold anything. */
type Expected<Value> = Value extends readonly (infer Item)[]
  ? readonly Expected<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]?: Expected<Value[Field]> | typeof absent | typeof unset }
    : Value extends number
      ? Decimal
      : Value;

/** A message as it is after decryption: the name of its rule, and what the documentation says of it, by hand. */
export type ExpectedMessage = {
  [Event in TriggerEvent]: { readonly rule: string } & Expected<
    Omit<PlainMessage<Event>, 'notificationRuleId' | 'triggerEvent' | 'callbackHandle'>
  >;
}[TriggerEvent];

/** A number that a float cannot keep, digit for digit. */
export function digits(text: string): Decimal {
  return decimalOf(text);
}

/** The scenarios of a module: `scenarios('suites/notifications/waiting.ts', [ … ])`. */
export const scenarios = caseFile<Scenario>;

/** Scenarios that differ only in values: each row begins with the situation in words, and `scenario` makes the rest of it. */
export function table<Values extends readonly unknown[]>(
  clause: ClauseId,
  scenario: (...values: Values) => Omit<Scenario, 'clause' | 'given'>,
  rows: readonly (readonly [given: string, ...values: Values])[],
): Scenario[] {
  return rows.map(([given, ...values]) => ({ clause, given, ...scenario(...values) }));
}

/** What a target must have to play the scenario. How long to wait for messages that may not come is known by no one. */
export function abilitiesNeeded({ steps }: Pick<Scenario, 'steps'>): Ability[] {
  const needs: Ability[] = ['messages'];
  if (steps.some((step) => 'advance' in step)) needs.push('clock');
  if (steps.some(({ messages, or }) => or !== undefined || messages?.length === 0)) needs.push('silence');
  return needs;
}

/** Why the control plane of a target cannot give what the scenario is about; undefined where it can. */
export function beyondTarget(
  { world, client, steps, rules }: Scenario,
  { largestId, anyServiceVersion, mostRules }: TestData,
  { serviceVersion }: Pick<TargetSettings, 'serviceVersion'>,
): OutOfReach | undefined {
  const beyond = (words: string) => new OutOfReach(`it is about ${words}`, 'testData');
  const { serviceVersion: version = serviceVersion } = { ...world.client, ...client };
  if (version !== serviceVersion && !anyServiceVersion)
    return beyond(`version ${version} of the service; see testData.anyServiceVersion`);
  const ofUsers = Map.groupBy(Object.values(rules), ({ of = world.users[0]?.id }) => of);
  const tooMany = tooManyRules([...ofUsers.values()], { mostRules });
  if (tooMany) return tooMany;
  const ids = idsIn([world, steps.map((step) => 'update' in step && step.update)]);
  const id = ids.find((one) => BigInt(one) > BigInt(largestId));
  return id === undefined ? undefined : beyond(`the id ${id}; see testData.largestId`);
}

/** The ids of all accounts, connections and transactions that the batch updates bring. */
export function updatedIn(steps: readonly Step[]): ReadonlySet<string> {
  const updates = steps.map((step) => 'update' in step && step.update);
  return new Set(idsIn(updates, /\/(accountId|bankConnectionId|id)$/));
}

/** Every number that is called so. */
function idsIn(tree: unknown, name = /id$/i): string[] {
  const numbers = [...partsIn(tree)].filter(({ value }) => isNumber(value));
  const ids = numbers.filter(({ pointer }) => name.test(pointer));
  return ids.map(({ value }) => String(value));
}

/** The clauses that the schemas of its messages state: those that it shows beside its own. */
export function shownByMessages({ steps, rules }: Scenario): Set<ClauseId> {
  const expected = steps.flatMap(({ messages = [] }) => messages);
  const schemas = expected.flatMap(({ rule }) => {
    const { triggerEvent, includeDetails } = rules[rule] ?? {};
    return [`${triggerEvent}.message`, ...(includeDetails ? [`${triggerEvent}.details`] : [])];
  });
  return new Set(clausesOfSchemas([...new Set(schemas)]));
}

/** The clauses of the places of messages and their details. */
export const clausesOfPlaces: ReadonlySet<ClauseId> = new Set(
  clausesOfSchemas(triggerEvents.flatMap((event) => [`${event}.message`, `${event}.details`])),
);

/** The clause that says when an event sends a message: its id ends in FIRES. */
export const firesClauses = Object.fromEntries(
  triggerEvents.map((event) => {
    const file = event.toLowerCase().replaceAll('_', '-');
    const row = ledger.clauses.find((clause) => clause.event === file && clause.id.endsWith('-FIRES'));
    if (row === undefined) throw new Error(`no clause says when ${event} sends a message`);
    return [event, row.id as ClauseId];
  }),
) as Readonly<Record<TriggerEvent, ClauseId>>;
