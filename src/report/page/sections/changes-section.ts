/** Section 7: what changed since an earlier run. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { Verdict } from '../../../runner/verdict.ts';
import { tally } from '../../clause-counts.ts';
import { badge, tallyWords, words } from '../badges.ts';
import { clauseFacts, type Earlier, type PageContent, type Verdicts } from '../page-content.ts';
import { fieldTableView, type Section } from '../page-parts.ts';
import { clauseLink } from './clauses-section.ts';

/** undefined where no earlier run is given. `shown` are the clauses that the page shows. */
export function changesSection(
  { targets, since }: PageContent,
  shown: ReadonlySet<string>,
): Section | undefined {
  if (!since) return undefined;
  const now = Object.fromEntries(
    targets.map(({ target, clauses }) => [
      target,
      Object.fromEntries(clauses.map((it) => [it.clause, it.verdict])),
    ]),
  );
  const all = changes(since.targets, now).toSorted((a, b) => rank(a) - rank(b));
  const names = targets.map(({ target }) => target);
  return {
    id: 'changes',
    title: 'Changed',
    lead: `${all.length === 0 ? 'No verdict changed' : `${count(all.length, 'verdict')} changed`} since ${since.file}${nowWords(all)}.${missing(since, names)}`,
    body:
      all.length === 0
        ? html``
        : fieldTableView(
            'changed',
            'Verdicts that changed',
            ['clause', 'target', 'before', 'now'],
            all.map((change) => row(change, shown)),
          ),
  };
}

/** What fails now stands first. */
function rank({ now }: Change): number {
  return now === 'violated' ? 0 : now === 'unproven' ? 1 : 2;
}

/** : now 5 violated, 101 unproven */
function nowWords(all: readonly Change[]): string {
  const told = tallyWords(tally(all.flatMap(({ now }) => (now ? [{ verdict: now }] : []))));
  return told === '' ? '' : `: now ${told}`;
}

/** A run of one target says nothing of what another one lost. */
function missing({ targets }: Earlier, names: readonly string[]): string {
  const fresh = names.filter((name) => !Object.hasOwn(targets, name));
  const left = Object.keys(targets).filter((name) => !names.includes(name));
  const told = [
    ...(fresh.length > 0 ? [` It does not tell of ${words(fresh)}.`] : []),
    ...(left.length > 0 ? [` This run does not tell of ${words(left)}.`] : []),
  ];
  return told.join('');
}

function row({ target, clause, before, now }: Change, shown: ReadonlySet<string>) {
  const name: Html = html`${clauseLink(clause, shown)}<br>${clauseFacts(clause).says}`;
  return { cells: [name, target, before ? badge(before) : 'not there', now ? badge(now) : 'gone'] };
}

/** What became of the verdicts since an earlier run. */

export interface Change {
  readonly target: string;
  readonly clause: string;
  /** undefined for a clause that is new. */
  readonly before: Verdict | undefined;
  /** undefined for a clause that is gone. */
  readonly now: Verdict | undefined;
}

/** By target and clause; targets that only one of the two runs looked at are left out. */
export function changes(before: Verdicts, now: Verdicts): Change[] {
  return Object.keys(now)
    .filter((target) => Object.hasOwn(before, target))
    .flatMap((target) => {
      const [old, current] = [before[target] ?? {}, now[target] ?? {}];
      const clauses = [...new Set([...Object.keys(old), ...Object.keys(current)])].sort();
      return clauses
        .map((clause): Change => ({ target, clause, before: old[clause], now: current[clause] }))
        .filter((change) => change.before !== change.now);
    });
}
