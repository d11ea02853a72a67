/** A fault of the provider: the clause that it breaks, and the hooks of a sandbox that it changes. */
import { isObject } from '../../contracts/src/base/json-value.ts';
import { type Decisions, type FaultHooks, type HookContext, noHooks } from '../sandbox/fault-hooks.ts';

/** The hooks that a fault changes. */
export type FaultyHooks = Partial<FaultHooks>;

/** Faults that no edit can express, by the names that rows give them; each call makes hooks for one sandbox. */
export type FaultFunctions = Readonly<Record<string, () => FaultyHooks>>;

/** A row of the catalogue is made into one, and a module of a user exports one. */
export interface Fault {
  /** In capitals, such as STATUS-V1-IMPORT. */
  readonly id: string;
  readonly clause: string;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  /** The operations and trigger events that it changes; all of them without it. */
  readonly of?: readonly string[];
  /** Called once for each sandbox, so that what a fault remembers is that sandbox's own. */
  hooks(): FaultyHooks;
}

/** Several faults at once: each changes what the one before it left. */
export function composeHooks(faulty: readonly FaultyHooks[]): FaultHooks {
  return faulty.reduce<FaultHooks>((before, own) => {
    const hooks = { ...noHooks, ...own };
    return {
      decide: (name, outcome, context) => hooks.decide(name, before.decide(name, outcome, context), context),
      answer: (answer, context) => hooks.answer(before.answer(answer, context), context),
      response: (response, context) => hooks.response(before.response(response, context), context),
      settings: (settings) => hooks.settings(before.settings(settings)),
      clock: (clock) => hooks.clock(before.clock(clock)),
      updates: (isUpdated, user, state) => hooks.updates(before.updates(isUpdated, user, state), user, state),
      rules: (rules, user, state) => hooks.rules(before.rules(rules, user, state), user, state),
      ruleMatches: (counted, rule, subject) =>
        hooks.ruleMatches(before.ruleMatches(counted, rule, subject), rule, subject),
      matches: (matches, state) => hooks.matches(before.matches(matches, state), state),
      plainMessage: (message, match) => hooks.plainMessage(before.plainMessage(message, match), match),
      message: (message, plain, match) => hooks.message(before.message(message, plain, match), plain, match),
      messageText: (text, match) => hooks.messageText(before.messageText(text, match), match),
      posts: (post) => before.posts(post).flatMap((one) => hooks.posts(one)),
    };
  }, noHooks);
}

/** Hooks that remember nothing: every sandbox gets the same. */
export function always(hooks: FaultyHooks): () => FaultyHooks {
  return () => hooks;
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
  readonly hooks: FaultyHooks;
  /** Whether a hook ever gave back another value than it was given. */
  isTouched(): boolean;
}

export function touched(faulty: FaultyHooks): Touched {
  let isTouched = false;
  const watched = Object.entries(faulty).map(([name, hook]) => [
    name,
    (...given: unknown[]) => {
      const [first, second] = given;
      // A hook gives back what its first or, for a decision, its second argument may become; a post may become several.
      const before = name === 'decide' ? second : name === 'posts' ? [first] : first;
      const after = (hook as (...all: unknown[]) => unknown)(...given);
      isTouched ||= !isSame(after, before);
      return after;
    },
  ]);
  return { hooks: Object.fromEntries(watched), isTouched: () => isTouched };
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
