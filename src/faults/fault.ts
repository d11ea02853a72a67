/** A fault of the provider: the clause that it breaks, and the hooks of a sandbox that it changes. */
import { isDeepStrictEqual } from 'node:util';
import { type Decisions, type FaultHooks, type HookContext, noHooks } from '../sandbox/fault-hooks.ts';
import type { PastCalls } from './past-calls.ts';

/** The hooks that a fault changes. */
export type FaultyHooks = Partial<FaultHooks>;

export type MakeHooks = (history: PastCalls) => FaultyHooks;

/** Faults that no edit can express, by the names that rows give them; each call makes hooks for one sandbox. */
export type FaultFunctions = Readonly<Record<string, MakeHooks>>;

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

type AnyHook = (...given: unknown[]) => unknown;

/** The same hooks, each made into another function. */
export function wrapped<Hooks extends FaultyHooks>(
  hooks: Hooks,
  wrap: (hook: AnyHook, name: keyof FaultHooks) => AnyHook,
): Hooks {
  const names = Object.keys(hooks) as (keyof FaultHooks)[];
  return Object.fromEntries(names.map((name) => [name, wrap(hooks[name] as AnyHook, name)])) as Hooks;
}

/** Where among what it is given a hook has the value that it may change: a decision has its name first. */
export function changeableAt(name: keyof FaultHooks): 0 | 1 {
  return name === 'decide' ? 1 : 0;
}

/** Several faults at once: each changes what the one before it left. */
export function composeHooks(faulty: readonly FaultyHooks[]): FaultHooks {
  return faulty.reduce<FaultHooks>(
    (before, own) =>
      wrapped(before, (hook, name) => {
        const change = own[name] as AnyHook | undefined;
        if (!change) return hook;
        if (name === 'posts') return (post) => (hook(post) as unknown[]).flatMap((one) => change(one));
        return (...given) => change(...given.with(changeableAt(name), hook(...given)));
      }),
    noHooks,
  );
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

/** The same hooks, and whether one ever gave back another value than it was given. */
export function touched(faulty: FaultyHooks) {
  let isTouched = false;
  const hooks = wrapped(faulty, (hook, name) => (...given) => {
    const after = hook(...given);
    // A post may become several.
    isTouched ||= !isDeepStrictEqual(after, name === 'posts' ? given : given[changeableAt(name)]);
    return after;
  });
  return { hooks, isTouched: () => isTouched };
}
