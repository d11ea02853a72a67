/** A fault of the provider: the clause that it breaks, and the hooks of a sandbox that it changes. */
import { isDeepStrictEqual } from 'node:util';
import { type FaultHooks, noHooks } from '../sandbox/fault-hooks.ts';
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
  /** Absent for a benign variant, which breaks none. */
  readonly clause?: string;
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

/** Several faults at once: each changes what the one before it left. */
export function composeHooks(faulty: readonly FaultyHooks[]): FaultHooks {
  return faulty.reduce<FaultHooks>(
    (before, own) =>
      wrapped(before, (hook, name) => {
        const change = own[name] as AnyHook | undefined;
        if (!change) return hook;
        if (name === 'posts') return (post) => (hook(post) as unknown[]).flatMap((one) => change(one));
        return (...given) => change(...given.with(0, hook(...given)));
      }),
    noHooks,
  );
}

/** The same hooks; `onTouch` is called each time that one gives back another value than it was given. */
export function touched(faulty: FaultyHooks, onTouch: () => void): FaultyHooks {
  return wrapped(faulty, (hook, name) => (...given) => {
    const after = hook(...given);
    // A post may become several.
    if (!isDeepStrictEqual(after, name === 'posts' ? given : given[0])) onTouch();
    return after;
  });
}
