/** Reads the ledgers of clauses and of facts that are not shown, and refuses a row that is not one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clause, OpenFact } from '../../contracts/src/contract/ledger.ts';
import { PROJECT, readYaml } from './project.ts';

const LEVELS = ['must', 'may', 'excluded'];
const ID = /^[A-Z0-9]+(-[A-Z0-9]+)+$/;

/** Every clause, in the order of the files and of their rows; the file names the area. */
export function clauses(): Clause[] {
  const files = readdirSync(join(PROJECT, 'contracts/clauses')).sort();
  const rows = files.flatMap((file) =>
    (readYaml(`contracts/clauses/${file}`) as Omit<Clause, 'area'>[]).map((row) => ({
      area: file.replace('.yaml', ''),
      ...row,
    })),
  );
  for (const row of rows) {
    const complete = ID.test(row.id) && row.says && row.source && LEVELS.includes(row.level);
    if (!complete)
      throw new Error(`contracts/clauses/${row.area}.yaml: ${row.id} lacks id, says, source or level`);
    if ((row.level === 'excluded') !== (row.reason !== undefined)) {
      throw new Error(
        `contracts/clauses/${row.area}.yaml: ${row.id} has a reason where and only where it is excluded`,
      );
    }
  }
  unique(rows.map((row) => row.id));
  return rows;
}

/** Every fact that the documentation leaves open: with a setting and its default, or out of contract. */
export function openFacts(): OpenFact[] {
  const rows = readYaml('contracts/not-shown.yaml') as OpenFact[];
  const known = clauses().filter(({ level }) => level !== 'excluded');
  for (const row of rows) {
    const settled = [row.setting, row.default, row.choices, row.leans].every((part) => part !== undefined);
    if (!ID.test(row.id) || !row.fact || !row.source || settled === (row.outOfContract !== undefined)) {
      throw new Error(
        `contracts/not-shown.yaml: ${row.id} has either a setting with default, choices and leans, or outOfContract`,
      );
    }
  }
  unique(rows.map((row) => row.id));
  return rows.map((row) => (row.leans ? { ...row, leans: leaning(row, known) } : row));
}

/** The clauses that the leans of a row name, in the order of the ledger. */
function leaning({ id, leans = [] }: OpenFact, known: readonly Clause[]): string[] {
  const named = leans.map((name) => {
    const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
    const found = known.filter((clause) => clause.area === name || pattern.test(clause.id));
    if (found.length === 0)
      throw new Error(`contracts/not-shown.yaml: ${id} leans on ${name}, which is no clause`);
    return found;
  });
  const all = new Set(named.flat());
  return known.filter((clause) => all.has(clause)).map((clause) => clause.id);
}

function unique(ids: string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`${twice} stands twice in the ledger`);
}
