/** Writes measured figures into docs/figures.md: each command replaces the block that it measures. */
import { readFileSync, writeFileSync } from 'node:fs';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { SIGHTS } from '../../contracts/src/base/fault-row.ts';
import { markdownTable } from '../../contracts/src/base/table.ts';
import type { FaultResult, Strength } from '../faults/strength.ts';
import { BASELINE_NAMES, percent } from './strength/strength-counts.ts';

const FILE = new URL('../../docs/figures.md', import.meta.url);

/** Replaces the text between `<!-- block -->` and `<!-- /block -->`. Throws when the file has no such block. */
export function writeFigures(block: string, markdown: string): void {
  const page = readFileSync(FILE, 'utf8');
  const [start, end] = [`<!-- ${block} -->\n`, `<!-- /${block} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/figures.md has no block ${block}`);
  writeFileSync(FILE, `${before}${start}\n${markdown.trim()}\n\n${end}${after}`);
}

/** The strength of the cases by what has to be looked at to see a fault, beside that of other tools. */
export function strengthFigures({ faults, variants }: Strength, cases: number): string {
  const observable = faults.filter(({ verdict }) => verdict !== 'unobservable');
  const names = Object.entries(BASELINE_NAMES) as [keyof FaultResult['baselines'], string][];
  const rowOf = (name: string, own: readonly FaultResult[]): string[] => [
    name,
    `${own.length}`,
    percent(own.filter(({ verdict }) => verdict === 'caught').length, own.length),
    ...names.map(([tool]) => {
      const asked = own.filter(({ baselines }) => tool in baselines);
      return percent(asked.filter(({ baselines }) => baselines[tool]).length, asked.length);
    }),
  ];
  const { clauses } = ledger;
  const excluded = clauses.filter(({ level }) => level === 'excluded').length;
  return [
    `${clauses.length} clauses (${excluded} of them excluded with a reason), ${openFacts.facts.length} open facts, ${cases} cases and scenarios, ${variants.length} benign variants of which ${variants.filter(({ verdict }) => verdict !== 'passed').length} raise an alarm.`,
    markdownTable(
      ['to see the fault', 'faults', 'caught', ...names.map(([, name]) => name)],
      [
        ...SIGHTS.map((sight) =>
          rowOf(
            sight,
            observable.filter(({ sees }) => sees === sight),
          ),
        ),
        rowOf('all', observable),
      ],
    ),
  ].join('\n\n');
}
