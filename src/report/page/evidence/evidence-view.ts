/** The evidence that a clause is broken, shown once for all clauses that one case breaks together. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { bestCase } from '../../best-case.ts';
import type { Evidence } from '../../evidence.ts';
import type { TargetReport } from '../../target-report.ts';
import { brokenClauses } from '../../verdict-sentence.ts';
import { messagesView } from './messages-view.ts';
import { type PlayedScenario, scenarioKey } from './played-scenario.ts';
import type { Room } from './room.ts';
import { violationView } from './violation-view.ts';

interface Place {
  readonly best: Evidence;
  /** The clause at which the case is shown. */
  readonly home: string;
}

/** `canBreak` says which operations a clause speaks of. The result is empty for a clause that no case breaks. */
export function evidenceView(
  targets: readonly TargetReport[],
  scenarios: readonly PlayedScenario[],
  canBreak: (clause: string) => ReadonlySet<string>,
  room: Room,
): (clause: string) => Html[] {
  const anchors = new Map(scenarios.map((scenario) => [scenarioKey(scenario), scenario.anchor]));
  const places = targets.map((report) => ({ target: report.target, of: placesOf(report) }));
  return (clause) =>
    places.flatMap(({ target, of }) => {
      const place = of.get(clause);
      if (!place) return [];
      const { best } = place;
      const anchor = best.played && anchors.get(scenarioKey(best));
      const found = best.findings.filter((finding) => finding.clause === clause);
      const short = html`${messagesView(found)}${whereabouts(place, clause, anchor)}`;
      const isHere = anchor === undefined && place.home === clause;
      return [
        html`<h4>On ${target}</h4>${isHere ? room.show([violationView(best, canBreak)], short) : short}`,
      ];
    });
}

function whereabouts({ home }: Place, clause: string, anchor: string | undefined): Html {
  if (anchor !== undefined) return html`<p><a href="#${anchor}">Its rules, updates and messages</a></p>`;
  if (home !== clause) return html`<p>The evidence is at <a href="#clause-${home}">${home}</a>.</p>`;
  return html`<p>The exchanges are in run.json.</p>`;
}

/** A case stands at its own clause, unless another case shows that one better. */
function placesOf(report: TargetReport): Map<string, Place> {
  const bests = new Map(
    [...brokenClauses(report)].sort().flatMap((clause) => {
      const best = bestCase(report.cases, clause);
      return best ? [[clause, best] as const] : [];
    }),
  );
  const homes = new Map<Evidence, string>();
  for (const [clause, best] of bests) {
    const isOwn = bests.get(best.clause) === best;
    if (!homes.has(best)) homes.set(best, isOwn ? best.clause : clause);
  }
  return new Map([...bests].map(([clause, best]) => [clause, { best, home: homes.get(best) ?? clause }]));
}
