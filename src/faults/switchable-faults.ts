/** A switch of faults for a sandbox that runs: each of them can be put on and off by its id. */

import { pathToFileURL } from 'node:url';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { InputError, UsageError } from '../../contracts/src/base/errors.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { nearest } from '../../contracts/src/base/text.ts';
import type { Clock } from '../sandbox/clock.ts';
import { type FaultHooks, type FaultSwitch, noHooks } from '../sandbox/fault-hooks.ts';
import { composeHooks, type Fault } from './fault.ts';

/** Nothing is chosen at first; the faults are loaded when the first is asked for. */
export function faultSwitch(load: () => Promise<readonly Fault[]>): FaultSwitch {
  let loaded: Promise<readonly Fault[]> | undefined;
  let chosen = noHooks;
  let chosenIds: readonly string[] = [];
  const names = Object.keys(noHooks) as (keyof FaultHooks)[];
  const current = names.map((name) => [
    name,
    (...given: unknown[]) => (chosen[name] as (...all: unknown[]) => unknown)(...given),
  ]);
  const hooks: FaultHooks = {
    ...(Object.fromEntries(current) as FaultHooks),
    clock: (clock) => switched(clock, () => chosen),
  };
  return {
    hooks,
    chosen: () => chosenIds,
    choose: async (ids) => {
      loaded ??= load();
      const faults = new Map((await loaded).map((fault) => [fault.id, fault]));
      const unknown = ids.find((id) => !faults.has(id));
      if (unknown !== undefined) return problemWith(unknown, [...faults.keys()]);
      chosenIds = [...new Set(ids)];
      chosen = composeHooks(chosenIds.flatMap((id) => faults.get(id)?.seams() ?? []));
      return undefined;
    },
  };
}

function problemWith(id: string, ids: readonly string[]): string {
  const meant = nearest(id, ids);
  const hint = meant ? `did you mean ${meant}?` : 'the ids are in contracts/generated/faults.json';
  return `${JSON.stringify(id)} is no fault that a provider can have; ${hint}`;
}

/** A seam changes the clock once, when a sandbox is made; a switch changes it again with every choice. */
function switched(clock: Clock, seams: () => FaultHooks): Clock {
  let by: FaultHooks | undefined;
  let changed = clock;
  const current = (): Clock => {
    if (by !== seams()) {
      by = seams();
      changed = by.clock(clock);
    }
    return changed;
  };
  return {
    now: () => current().now(),
    germanTime: () => current().germanTime(),
    advance: (duration) => current().advance(duration),
    reset: () => current().reset(),
  };
}

/** The switch of a sandbox that is started with faults: ids of the catalogue, or modules that hold faults of one's own. */

/** What is not named by an id is the path of a module. */
const PATH = /[./\\]/;

/**
 * `named` are ids, and paths of modules whose default export is a Fault; `place` makes a path absolute. Throws InputError for
 * a module that is none, UsageError for an id that is none.
 */
export async function chosenSwitch(
  named: readonly string[],
  place: (path: string) => string,
): Promise<FaultSwitch> {
  const own = await Promise.all(
    named.filter((name) => PATH.test(name)).map((path) => ownFault(path, place(path))),
  );
  const ids = [...named.filter((name) => !PATH.test(name)), ...own.map(({ id }) => id)];
  // A sandbox without faults is ready sooner: the catalogue waits until it is asked for.
  const made = faultSwitch(async () => withOwn((await import('./fault-catalogue.ts')).providerFaults(), own));
  const problem = ids.length > 0 ? await made.choose(ids) : undefined;
  if (problem !== undefined) throw new UsageError(`--fault ${problem}`);
  return made;
}

async function ownFault(path: string, absolute: string): Promise<Fault> {
  let fault: Partial<Fault> | undefined;
  try {
    fault = ((await import(pathToFileURL(absolute).href)) as { default?: Partial<Fault> }).default;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`The fault ${path} cannot be loaded (${code ?? message}).`);
  }
  const problem = problemOf(fault);
  if (problem !== undefined) throw new InputError(`The default export of ${path} is no fault: ${problem}.`);
  return fault as Fault;
}

/** A fault that breaks nothing, by a slip of its author, would make every test against it green. */
function problemOf(fault: Partial<Fault> | undefined): string | undefined {
  if (typeof fault?.id !== 'string' || typeof fault.seams !== 'function') return 'it has no id or no seams()';
  if (!ledger.clauses.some(({ id }) => id === fault.clause)) return 'its clause is none of the ledger';
  const seams: unknown = fault.seams();
  const names = isObject(seams) ? Object.keys(seams) : [];
  if (names.length === 0) return 'its seams() gives no seam';
  const unknown = names.find((name) => !(name in noHooks));
  return unknown === undefined ? undefined : `it has the unknown seam ${JSON.stringify(unknown)}`;
}

/** Throws InputError for an id that stands twice. */
function withOwn(known: readonly Fault[], own: readonly Fault[]): Fault[] {
  const all = [...known, ...own];
  const twice = own.find(({ id }) => all.filter((fault) => fault.id === id).length > 1);
  if (twice) throw new InputError(`The fault ${twice.id} of your own has the id of another one.`);
  return all;
}
