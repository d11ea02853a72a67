/** Which tools a run of the matrix asks: all, or those whose name begins in one way. */
import { nearest } from '../../contracts/src/contract/nearest.ts';
import { show } from '../../contracts/src/contract/show.ts';
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { InteropCheck } from './check.ts';
import { checks } from './checks.ts';

/** Throws Stop(64) for a name that no tool begins with. */
export function chosenChecks(name = ''): readonly InteropCheck[] {
  const chosen = checks.filter(({ tool }) => tool.startsWith(name));
  if (chosen.length > 0) return chosen;
  const known = [...new Set(checks.map(({ tool }) => tool.split(' ')[0] ?? tool))];
  const meant = nearest(name, known);
  const hint = meant ? `; did you mean ${meant}?` : `: they are ${known.join(', ')}.`;
  throw new Stop(64, `no tool's name begins with ${show(name, false)}${hint}`);
}
