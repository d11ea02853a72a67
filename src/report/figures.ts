/** Writes measured figures into docs/figures.md and the README: each command replaces the blocks that it measures. */
import { readFileSync, writeFileSync } from 'node:fs';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { markdownTable } from '../../contracts/src/base/table.ts';
import { SIGHTS } from '../faults/fault-row.ts';
import type { FaultResult, Strength } from '../faults/strength.ts';
import { percent, strengthCounts } from './strength/strength-counts.ts';

/**
 * Replaces the text between `<!-- block -->` and `<!-- /block -->` in a file, named from the root of the project: within a
 * line, or as paragraphs where the first comment ends its line. Throws when the file has no such block.
 */
export function writeFigures(block: string, markdown: string, file = 'docs/figures.md'): void {
  const path = new URL(`../../${file}`, import.meta.url);
  const page = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- ${block} -->`, `<!-- /${block} -->`];
  const [before, rest] = page.split(start);
  const [old, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`${file} has no block ${block}`);
  const text = old?.startsWith('\n') ? `\n\n${markdown.trim()}\n\n` : markdown;
  writeFileSync(path, `${before}${start}${text}${end}${after}`);
}

/** The same in half a line. */
export function strengthShare({ faults }: Pick<Strength, 'faults'>): string {
  const { observable, caught, unproven } = strengthCounts({ faults, variants: [] });
  return `${caught} of the ${observable} faults that we wrote ourselves (${percent(caught, observable)}), and ${unproven} more leave a clause unproven`;
}

/** The strength of the cases by what has to be looked at to see a fault. */
export function strengthFigures({ faults, variants }: Strength, cases: number): string {
  const observable = faults.filter(({ verdict }) => verdict !== 'unobservable');
  const rowOf = (name: string, own: readonly FaultResult[]): string[] => {
    const share = (verdict: FaultResult['verdict']) =>
      percent(own.filter((fault) => fault.verdict === verdict).length, own.length);
    return [name, `${own.length}`, share('caught'), share('unproven')];
  };
  const rows = SIGHTS.map((sight) =>
    rowOf(
      sight,
      observable.filter(({ sees }) => sees === sight),
    ),
  );
  const head = ['to see the fault', 'faults', 'caught', 'left unproven'];
  const { clauses } = ledger;
  const excluded = clauses.filter(({ excluded }) => excluded).length;
  return [
    `${clauses.length} clauses (${excluded} of them excluded with a reason), ${openFacts.facts.length} open facts, ${cases} cases and scenarios, ${variants.length} benign variants of which ${variants.filter(({ verdict }) => verdict !== 'passed').length} raise an alarm.`,
    markdownTable(head, [...rows, rowOf('all', observable)]),
  ].join('\n\n');
}
