/** What changed since an earlier run. */
import ledger from '../../../../contracts/generated/clauses.json' with { type: 'json' };
import { andList, count } from '../../../../contracts/src/base/text.ts';
import type { Verdict } from '../../../runner/verdict.ts';
import { clauseFacts } from '../../clause-counts.ts';
import type { TargetReport } from '../../run-json.ts';
import type { Earlier } from '../../run-outcome.ts';
import { html } from '../html.ts';
import { badge, clauseLink, type Section, table } from '../page-parts.ts';

/** `before` is undefined for a clause that is new, and `now` for one that is gone. */
interface Change {
  readonly target: string;
  readonly clause: string;
  readonly before: Verdict | undefined;
  readonly now: Verdict | undefined;
}

/** What fails now comes first. */
const WORST_FIRST: readonly unknown[] = ['violated', 'unproven'];

/** undefined where no earlier run is given. `shown` are the clauses that the page shows. */
export function changesSection(
  targets: readonly TargetReport[],
  since: Earlier | undefined,
  shown: ReadonlySet<string>,
): Section | undefined {
  if (!since) return undefined;
  const known = targets.filter(({ target }) => Object.hasOwn(since.targets, target));
  const others = targets.filter((report) => !known.includes(report));
  const all = known.flatMap((report) => changesOn(report, since));
  const sorted = [...WORST_FIRST, undefined].flatMap((verdict) =>
    all.filter(({ now }) => (verdict === undefined ? !WORST_FIRST.includes(now) : now === verdict)),
  );
  const rows = sorted.map(({ target, clause, before, now }) => [
    html`${clauseLink(clause, shown)}<br>${clauseFacts(clause).says}`,
    ...[target, before ? badge(before) : 'not there', now ? badge(now) : 'gone'],
  ]);
  const lead = [
    known.length > 0 && `${count(rows.length, 'verdict')} changed since ${since.file}.`,
    others.length > 0 && `${since.file} has no run of ${andList(others.map(({ target }) => target))}.`,
  ];
  return {
    ...{ id: 'changes', title: 'Changed', lead: lead.filter(Boolean).join(' ') },
    body: html`${rows.length > 0 && table('Verdicts that changed', ['clause', 'target', 'before', 'now'], rows)}`,
  };
}

const DOCUMENTED = new Set<string>(ledger.clauses.map(({ id }) => id));

/** By clause; none for clauses that this run was not asked for. */
function changesOn({ target, clauses }: TargetReport, { targets }: Earlier): Change[] {
  const old = new Map(Object.entries(targets[target] ?? {}));
  const current = new Map<string, Verdict>(clauses.map(({ clause, verdict }) => [clause, verdict]));
  return [...new Set([...old.keys(), ...current.keys()])]
    .sort()
    .map((clause): Change => ({ target, clause, before: old.get(clause), now: current.get(clause) }))
    .filter(({ clause, before, now }) => before !== now && (now !== undefined || !DOCUMENTED.has(clause)));
}
