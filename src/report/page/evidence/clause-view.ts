/** What an opened clause shows: where it stands, what proves it, which faults break it, and the evidence of a violation. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { FaultResult } from '../../../faults/strength.ts';
import type { Evidence, TargetReport } from '../../run-json.ts';
import { leaningText } from '../../settings-used.ts';
import { badge, badges, words } from '../badges.ts';
import type { ClauseOnTargets } from '../sections/clauses-section.ts';
import { alsoBlamed } from '../sections/strength-section.ts';
import type { ClausePlaces } from './clause-places.ts';
import { breaksOther, type Room } from './evidence-view.ts';

/** Of schemas and calls; one tells what the others tell. */
const MOST_NAMED = 4;

export function clauseView(
  targets: readonly TargetReport[],
  places: (clause: string) => ClausePlaces,
  evidence: ReadonlyMap<string, readonly Html[]>,
  faults: readonly FaultResult[],
  room: Room,
): (clause: ClauseOnTargets) => Html {
  const cases = targets.flatMap((report) => report.cases.map((it) => ({ ...it, target: report.target })));
  const leaning = new Map(targets.map((report) => [report.target, leaningText(report)]));
  const own = Map.groupBy(cases, ({ clause }) => clause);
  const shownBy = Map.groupBy(
    cases.flatMap((it) => it.shown.map((clause) => ({ clause, name: `${it.file} ${it.says}` }))),
    ({ clause }) => clause,
  );
  const faultsOf = Map.groupBy(faults, ({ clause }) => clause);
  return (it) => {
    const beside = new Set(shownBy.get(it.clause)?.map(({ name }) => name)).size;
    return html`${reasonsHtml(it)}
${leaningHtml(it, leaning)}
${evidence.get(it.clause)}
<dl><dt>Documented</dt><dd>${it.source}</dd>
${statedHtml(places(it.clause))}
<dt>Cases</dt><dd>${casesHtml(own.get(it.clause) ?? [], it, beside)}</dd>
${faultsHtml(faultsOf.get(it.clause) ?? [], room)}</dl>`;
  };
}

function reasonsHtml({ on }: ClauseOnTargets): Html[] {
  return on.flatMap(({ target, verdict, reason }) =>
    reason === undefined ? [] : [html`<p>On ${target} it is ${verdict}: ${reason}.</p>`],
  );
}

/** A line for all targets of which the same is to be said. */
function leaningHtml(
  { clause, on }: ClauseOnTargets,
  leaning: ReadonlyMap<string, ReturnType<typeof leaningText>>,
): Html[] {
  const failed = on.filter(({ verdict }) => verdict === 'violated' || verdict === 'admitted');
  const byText = Map.groupBy(failed, ({ target }) => leaning.get(target)?.(clause));
  return [...byText].flatMap(([text, own]) =>
    text === undefined ? [] : [html`<p>On ${words(own.map(({ target }) => target))} it is ${text}.</p>`],
  );
}

function statedHtml({ schemas, calls, rules }: ClausePlaces): Html[] {
  const rows = [
    ['Schema', schemas.map(([name, path]) => (path === '' ? name : `${name} at ${path}`))],
    ['Call', calls],
    ['Rule on', rules],
  ] as const;
  return rows.flatMap(([label, names]) => {
    if (names.length === 0) return [];
    const shown = names.slice(0, MOST_NAMED).map((name) => html`<code>${name}</code>`);
    const more = names.length - shown.length;
    return [html`<dt>${label}</dt><dd>${shown}${more > 0 && html`and ${more} more`}</dd>`];
  });
}

function casesHtml(
  cases: readonly (Evidence & { readonly target: string })[],
  { on }: ClauseOnTargets,
  beside: number,
): Html {
  const files = Map.groupBy(cases, ({ file }) => file);
  const lists = [...files].map(([file, ofFile]) => {
    const rows = [...Map.groupBy(ofFile, ({ says }) => says)].map(([says, results]) => {
      const isAsClause = results.every(
        ({ target, verdict }) => on.find((it) => it.target === target)?.verdict === verdict,
      );
      return html`<li>${says}${!isAsClause && html` ${badges(results)} ${breaksOther(results)}`}</li>`;
    });
    return html`<p class="source"><code>${file}</code></p><ul>${rows}</ul>`;
  });
  const others = cases.length > 0 ? `${count(beside, 'other case')}` : count(beside, 'case');
  const note = beside > 0 && html`<p>Shown by ${others} on the way.</p>`;
  return lists.length === 0 && beside === 0 ? html`none` : html`${lists}${note}`;
}

function faultsHtml(faults: readonly FaultResult[], room: Room): Html | undefined {
  if (faults.length === 0) return undefined;
  const rows = faults.map(
    (fault) =>
      html`<li>${fault.verdict !== 'caught' && html`${badge(fault.verdict)} `}${fault.says} <code>${fault.id}</code>${alsoBlamed(fault)}</li>`,
  );
  const caught = faults.filter(({ verdict }) => verdict === 'caught').length;
  const list = room.show([html`<ul>${rows}</ul>`], html`, named in strength.json`);
  return html`<dt>Faults</dt><dd>${caught} of ${faults.length} caught${list}</dd>`;
}
