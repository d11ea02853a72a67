/** A scenario: a world, rules, and a story of batch updates with exactly the messages that follow, as data. */
import { LosslessNumber } from 'lossless-json';
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { clausesOfSchemas } from '../../../contracts/src/judge/operation.ts';
import type { PlainMessage, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { components } from '../../sandbox/generated/control-types.ts';
import type { BodyOf } from '../call.ts';
import { type Assumption, projectPath } from '../case.ts';

export type World = components['schemas']['World'];
export type BatchUpdate = components['schemas']['BatchUpdate'];
export type ClientSetUp = components['schemas']['Client'];

/** What the documents describe of a rule of the event. */
type DescribedRule<Event extends TriggerEvent> = Extract<
  BodyOf<'createNotificationRule'>,
  { triggerEvent?: Event }
>;

/** A rule as its user creates it; its callbackHandle is made by the run from its name in the scenario. */
export type ScenarioRule = {
  [Event in TriggerEvent]: Omit<DescribedRule<Event>, 'triggerEvent'> & {
    readonly triggerEvent: Event;
    readonly includeDetails?: boolean;
    /** The id of the user in the world; the first user without it. */
    readonly of?: string;
    /** The API version it is created with; without it, the path that the documentation shows. */
    readonly api?: 'v1' | 'v2';
  };
}[TriggerEvent];

/**
 * What happens, in order. `messages` are exactly those that have arrived since the step before that said so, in any
 * order; an empty list is silence. Where the documentation leaves open whether a rule sends them, `perhaps` allows that
 * it sends none of its messages there.
 */
export type StoryStep =
  | { readonly update: BatchUpdate }
  /** An ISO 8601 duration on the clock of the target. */
  | { readonly advance: string }
  | { readonly messages: readonly ExpectedMessage[]; readonly perhaps?: true };

export interface Scenario {
  readonly clause: ClauseId;
  /** What the service does, in the present tense, without a subject. */
  readonly says: string;
  /** The situation in words. */
  readonly given: string;
  readonly world: World;
  /** What it takes for granted where the documentation leaves it open. */
  readonly assuming?: Assumption;
  /** What the client configuration holds beside the callback URL; what it does not name has its default. */
  readonly client?: ClientSetUp;
  /** By names of this scenario; created in this order. */
  readonly rules: Readonly<Record<string, ScenarioRule>>;
  /** Ends with a step that says which messages there are. */
  readonly story: readonly StoryStep[];
}

/** Stands where a message has no such field. */
export const absent = Symbol('absent');

/** A stated field has this value, a list exactly these items; fields that are not stated may hold anything. */
type Expected<Value> = Value extends readonly (infer Item)[]
  ? readonly Expected<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]?: Expected<Value[Field]> | typeof absent }
    : Value;

/** A message as it is after decryption: the name of its rule, and what the documentation says of it, by hand. */
export type ExpectedMessage = {
  [Event in TriggerEvent]: { readonly rule: string } & Expected<
    Omit<PlainMessage<Event>, 'notificationRuleId' | 'triggerEvent' | 'callbackHandle'>
  >;
}[TriggerEvent];

/** A number that a float cannot keep, digit for digit. */
export function digits(text: string): number {
  return new LosslessNumber(text) as unknown as number;
}

/** The scenarios of one file; `file` is its path from the root of the project. */
export interface Scenarios {
  readonly file: string;
  readonly scenarios: readonly Scenario[];
}

/** Names a list of scenarios by the module they stand in: `scenarios(import.meta.url, [ … ])`. */
export function scenarios(url: string, list: readonly Scenario[]): Scenarios {
  return { file: projectPath(url), scenarios: list };
}

/** Which clauses a scenario shows beside its own when its messages come as expected. */

/** The clauses that the schemas of its messages state. */
export function shownByMessages({ story, rules }: Scenario): Set<ClauseId> {
  const expected = story.flatMap((step) => ('messages' in step ? step.messages : []));
  const schemas = expected.flatMap(({ rule }) => {
    const { triggerEvent, includeDetails } = rules[rule] ?? {};
    return [`${triggerEvent}.message`, ...(includeDetails ? [`${triggerEvent}.details`] : [])];
  });
  return new Set(clausesOfSchemas([...new Set(schemas)]));
}
