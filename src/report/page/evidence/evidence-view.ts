/** The evidence that a clause is broken, shown once for all clauses that one case breaks together. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { bestCase } from '../../best-case.ts';
import type { Evidence } from '../../evidence.ts';
import type { TargetReport } from '../../target-report.ts';
import { brokenClauses } from '../../verdict-sentence.ts';
import type { PlayedScenario } from './played-scenario.ts';
import { violationView } from './violation-view.ts';

/** So many violations are shown with their exchanges; a provider that breaks everything is told of by fewer. */
const MOST_IN_FULL = 30;

interface Place {
  readonly best: Evidence;
  /** The clause at which the case is shown. */
  readonly home: string;
  readonly isInFull: boolean;
}

/** `canBreak` says which operations a clause speaks of. The result is empty for a clause that no case breaks. */
export function evidenceView(
  targets: readonly TargetReport[],
  scenarios: readonly PlayedScenario[],
  canBreak: (clause: string) => ReadonlySet<string>,
): (clause: string) => Html[] {
  const anchors = new Map(
    scenarios.map(({ target, file, says, anchor }) => [`${target} ${file} ${says}`, anchor]),
  );
  const places = targets.map((report) => ({ target: report.target, of: placesOf(report) }));
  return (clause) =>
    places.flatMap(({ target, of }) => {
      const place = of.get(clause);
      if (!place) return [];
      const { best } = place;
      const anchor = anchors.get(`${target} ${best.file} ${best.says}`);
      const found = best.findings.filter((finding) => finding.clause === clause);
      const messages = found.map(({ message }) => html`<p class="wrong">${message}</p>`);
      if (anchor === undefined && place.home === clause && place.isInFull)
        return [html`<h4>On ${target}</h4>${violationView(best, canBreak)}`];
      return [html`<h4>On ${target}</h4>${messages}${whereabouts(place, clause, anchor)}`];
    });
}

function whereabouts({ best, home }: Place, clause: string, anchor: string | undefined): Html {
  if (anchor !== undefined) return html`<p><a href="#${anchor}">Its rules, updates and messages</a></p>`;
  if (home !== clause)
    return html`<p>The evidence stands at <a href="#clause-${home}">${home}</a>, which the same case breaks.</p>`;
  return html`<p>The exchanges are in run.json; <code>${best.repeat}</code> shows them again.</p>`;
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
  const inFull = new Set([...homes.keys()].slice(0, MOST_IN_FULL));
  return new Map(
    [...bests].map(([clause, best]) => [
      clause,
      { best, home: homes.get(best) ?? clause, isInFull: inFull.has(best) },
    ]),
  );
}
