/** A switch of faults for a sandbox that runs: each of them can be put on and off by its id. */
import { nearest } from '../../../contracts/src/contract/nearest.ts';
import type { Clock } from '../../sandbox/clock.ts';
import type { FaultSwitch } from '../../sandbox/fault-switch.ts';
import { noSeams, type Seams } from '../../sandbox/seams.ts';
import type { Fault } from '../fault.ts';
import { composeSeams } from '../seams/compose-seams.ts';

/** Nothing is chosen at first; the faults are loaded when the first is asked for. */
export function faultSwitch(load: () => Promise<readonly Fault[]>): FaultSwitch {
  let loaded: Promise<readonly Fault[]> | undefined;
  let chosen = noSeams;
  let chosenIds: readonly string[] = [];
  const names = Object.keys(noSeams) as (keyof Seams)[];
  const current = names.map((name) => [
    name,
    (...given: unknown[]) => (chosen[name] as (...all: unknown[]) => unknown)(...given),
  ]);
  const seams: Seams = {
    ...(Object.fromEntries(current) as Seams),
    clock: (clock) => switched(clock, () => chosen),
  };
  return {
    seams,
    chosen: () => chosenIds,
    choose: async (ids) => {
      loaded ??= load();
      const faults = new Map((await loaded).map((fault) => [fault.id, fault]));
      const unknown = ids.find((id) => !faults.has(id));
      if (unknown !== undefined) return problemWith(unknown, [...faults.keys()]);
      chosenIds = [...new Set(ids)];
      chosen = composeSeams(chosenIds.flatMap((id) => faults.get(id)?.seams() ?? []));
      return undefined;
    },
  };
}

function problemWith(id: string, ids: readonly string[]): string {
  const meant = nearest(id, ids);
  const hint = meant
    ? `did you mean ${meant}?`
    : 'the ids stand in contracts/faults/ and contracts/clauses/events/';
  return `${JSON.stringify(id)} is no fault that a provider can have; ${hint}`;
}

/** A seam changes the clock once, when a sandbox is made; a switch changes it again with every choice. */
function switched(clock: Clock, seams: () => Seams): Clock {
  let by: Seams | undefined;
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
