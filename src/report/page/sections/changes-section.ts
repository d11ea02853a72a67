/** Section 7: what changed since an earlier run. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { tally } from '../../tally.ts';
import { clauseFacts } from '../clauses/clause-facts.ts';
import { clauseLink } from '../clauses/clause-link.ts';
import { badge } from '../parts/badge.ts';
import { fieldTableView } from '../parts/field-table-view.ts';
import { tallyWords } from '../parts/verdict-bar.ts';
import { words } from '../parts/words.ts';
import { type Change, changes } from '../results/changes.ts';
import type { Earlier, PageContent } from '../results/content.ts';
import type { Section } from './section.ts';

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
