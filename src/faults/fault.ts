/** A fault of the provider: a clause that it breaks, and where it takes hold of a sandbox. */
import { isObject } from '../../contracts/src/base/json-value.ts';
import { type Decisions, type FaultHooks, type HookContext, noHooks } from '../sandbox/fault-hooks.ts';

/** The seams that a fault changes; it leaves the others alone. */
export type FaultyHooks = Partial<FaultHooks>;

/** Faults that no edit can express, by the names that rows give them; each call makes seams for one sandbox. */
export type FaultFunctions = Readonly<Record<string, () => FaultyHooks>>;

/** What the catalogue is made into, and what a fault of one's own is. */
export interface Fault {
  /** In capitals, such as STATUS-V1-IMPORT. */
  readonly id: string;
  readonly clause: string;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  /** The operations and trigger events that it takes hold of; all of them without it. */
  readonly of?: readonly string[];
  /** Called once for each sandbox, so that what a fault remembers is that sandbox's own. */
  seams(): FaultyHooks;
}

/** Several faults at once: each takes hold of what the one before it left. */

export function composeHooks(faulty: readonly FaultyHooks[]): FaultHooks {
  return faulty.reduce<FaultHooks>((before, own) => {
    const seams = { ...noHooks, ...own };
    return {
      decide: (name, outcome, context) => seams.decide(name, before.decide(name, outcome, context), context),
      answer: (answer, context) => seams.answer(before.answer(answer, context), context),
      response: (response, context) => seams.response(before.response(response, context), context),
      clock: (clock) => seams.clock(before.clock(clock)),
      updates: (isUpdated, user, state) => seams.updates(before.updates(isUpdated, user, state), user, state),
      rules: (rules, user, state) => seams.rules(before.rules(rules, user, state), user, state),
      ruleMatches: (counted, rule, subject) =>
        seams.ruleMatches(before.ruleMatches(counted, rule, subject), rule, subject),
      matches: (matches, state) => seams.matches(before.matches(matches, state), state),
      plainMessage: (message, match) => seams.plainMessage(before.plainMessage(message, match), match),
      message: (message, plain, match) => seams.message(before.message(message, plain, match), plain, match),
      messageText: (text, match) => seams.messageText(before.messageText(text, match), match),
      posts: (post) => before.posts(post).flatMap((one) => seams.posts(one)),
    };
  }, noHooks);
}

/** Changes the outcome of one decision. */
export function deciding<Name extends keyof Decisions>(
  decision: Name,
  change: (outcome: Decisions[Name], context: HookContext) => Decisions[Name],
): FaultyHooks {
  // The name says of which type the outcome is, which the compiler cannot follow.
  const decide = (name: keyof Decisions, outcome: never, context: HookContext) =>
    name === decision ? change(outcome, context) : outcome;
  return { decide: decide as FaultHooks['decide'] };
}

export interface Touched {
  readonly seams: FaultyHooks;
  /** Whether a seam ever gave back another value than it was given. */
  isTouched(): boolean;
}

export function touched(faulty: FaultyHooks): Touched {
  let isTouched = false;
  const watched = Object.entries(faulty).map(([name, seam]) => [
    name,
    (...given: unknown[]) => {
      const [first, second] = given;
      // A seam gives back what its first or, for a decision, its second argument may become; a post may become several.
      const before = name === 'decide' ? second : name === 'posts' ? [first] : first;
      const after = (seam as (...all: unknown[]) => unknown)(...given);
      isTouched ||= !isSame(after, before);
      return after;
    },
  ]);
  return { seams: Object.fromEntries(watched), isTouched: () => isTouched };
}

/** Lists and objects of data are the same by what they hold, in its order. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || !isData(one) || !isData(other)) return one === other;
  const [fields, others] = [Object.entries(one), Object.entries(other)];
  return (
    fields.length === others.length &&
    fields.every(([name, value], index) => name === others[index]?.[0] && isSame(value, others[index]?.[1]))
  );
}

function isData(value: unknown): value is object {
  return Array.isArray(value) || (isObject(value) && Object.getPrototypeOf(value) === Object.prototype);
}
