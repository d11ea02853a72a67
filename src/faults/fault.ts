/** A fault of the provider: the clause that it breaks, and the hooks of a sandbox that it changes. */
import { isDeepStrictEqual } from 'node:util';
import { type FaultHooks, noHooks } from '../sandbox/fault-hooks.ts';
import type { PastCalls } from './past-calls.ts';

/** The hooks that a fault changes. */
export type FaultyHooks = Partial<FaultHooks>;

export type MakeHooks = (history: PastCalls) => FaultyHooks;

/** Faults that no edit can express, by the names that rows give them; each call makes hooks for one sandbox. */
export type FaultFunctions = Readonly<Record<string, MakeHooks>>;

/** A fault, made from a row of the catalogue or exported by a user's module. */
export interface Fault {
  /** The id in capitals, such as STATUS-V1-IMPORT. */
  readonly id: string;
  /** The broken clause; absent for a benign variant. */
  readonly clause?: string;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  /** The changed operations and trigger events; all if absent. */
  readonly of?: readonly string[];
  /** Called once per sandbox, so that each has its own memory. */
  hooks(): FaultyHooks;
}

type AnyHook = (...given: unknown[]) => unknown;

/** Wraps each hook in another function. */
export function wrapped<Hooks extends FaultyHooks>(
  hooks: Hooks,
  wrap: (hook: AnyHook, name: keyof FaultHooks) => AnyHook,
): Hooks {
  const names = Object.keys(hooks) as (keyof FaultHooks)[];
  return Object.fromEntries(names.map((name) => [name, wrap(hooks[name] as AnyHook, name)])) as Hooks;
}

/** Combines faults: each changes the result of the one before it. */
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

/** Calls `onTouch` each time that a hook returns another value than it got. */
export function touched(faulty: FaultyHooks, onTouch: () => void): FaultyHooks {
  return wrapped(faulty, (hook, name) => (...given) => {
    const after = hook(...given);
    // One post may become several.
    if (!isDeepStrictEqual(after, name === 'posts' ? given : given[0])) onTouch();
    return after;
  });
}
