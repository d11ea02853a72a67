/** Reads the ledgers: the clauses, and the facts that the documentation does not show. Throws for a wrong row. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clause, OpenFact } from '../../../contracts/src/base/ledgers.ts';
import { PROJECT, readYaml } from '../project.ts';
import { choicesOf, exampleOf, type SettingRow, settingProblem } from './make-settings.ts';
import { eventFiles } from './openapi-documents.ts';

const FOLDER = 'contracts/clauses';
const NOT_SHOWN = 'contracts/not-shown.yaml';
const ID = /^[A-Z0-9]+(-[A-Z0-9]+)+$/;

/**
 * Every clause, area by area: first the rows of the area's own file, then those for it in the files of the trigger events, in
 * the order of the events.
 */
export function clauses(folder = FOLDER): Clause[] {
  const events = ofEvents(folder);
  const areas = yamlFiles(folder).map((file) => file.replace('.yaml', ''));
  const rows = areas.flatMap((area) => [
    ...(readYaml(`${folder}/${area}.yaml`) as Row[]).map((row) => ({ area, ...row })),
    ...events.filter((row) => row.area === area),
  ]);
  const lost = events.find(({ area }) => !areas.includes(area));
  if (lost) throw new Error(`${fileOf(lost)}: ${lost.area} is no area`);
  for (const row of rows) {
    const complete = ID.test(row.id) && row.says && row.source;
    if (!complete) throw new Error(`${fileOf(row)}: ${row.id} lacks id, says or source`);
  }
  unique(rows.map((row) => row.id));
  const needs = new Map(rows.flatMap((row) => (row.excluded ? [] : [[row.id, row.needs ?? []] as const])));
  for (const row of rows) checkNeeds(row.id, [], needs);
  return rows;
}

/** Throws for a clause that is needed twice, is not in the ledger or cannot be checked, or needs itself; `path` needs it. */
function checkNeeds(
  id: string,
  path: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
): void {
  const own = needs.get(id) ?? [];
  const unknown = own.find((need, index) => !needs.has(need) || own.indexOf(need) !== index);
  if (unknown) throw new Error(`${id} needs ${unknown} twice, or it is no clause that is checked`);
  if (path.includes(id)) throw new Error(`a circle of needs: ${[...path, id].join(', ')}`);
  for (const need of own) checkNeeds(need, [...path, id], needs);
}

type Row = Omit<Clause, 'area' | 'event'>;

/** The rows in the files of the events, a list for each area. Every event has such a file, and there are no others. */
function ofEvents(folder: string): Clause[] {
  const events = eventFiles();
  const odd = new Set(events).symmetricDifference(new Set(yamlFiles(`${folder}/events`)));
  for (const file of odd)
    throw new Error(`${file} needs a webhook in openapi/access.yaml and a file in ${FOLDER}/events/`);
  return events.flatMap((file) => {
    const areas = readYaml(`${folder}/events/${file}`) as Record<string, Row[]>;
    const event = file.replace('.yaml', '');
    return Object.entries(areas).flatMap(([area, rows]) => rows.map((row) => ({ area, event, ...row })));
  });
}

function fileOf({ area, event }: Clause): string {
  return event === undefined ? `${FOLDER}/${area}.yaml` : `${FOLDER}/events/${event}.yaml`;
}

function yamlFiles(folder: string): string[] {
  const files = readdirSync(join(PROJECT, folder)).filter((name) => name.endsWith('.yaml'));
  return files.sort();
}

type FactRow = Omit<OpenFact, 'choices'> & Partial<SettingRow>;

/** The rows of the facts that the documentation leaves open: with a setting, or out of contract. */
function factRows(): FactRow[] {
  const rows = readYaml(NOT_SHOWN) as FactRow[];
  for (const row of rows) {
    const isComplete = ID.test(row.id) && row.fact && row.source;
    if (!isComplete || (row.setting === undefined) === (row.outOfContract === undefined))
      throw new Error(`${NOT_SHOWN}: ${row.id} has id, fact, source and either a setting or outOfContract`);
    const problem = row.setting === undefined ? undefined : settingProblem(row);
    if (problem) throw new Error(`${NOT_SHOWN}: ${row.id}: ${problem}`);
  }
  unique(rows.map((row) => row.id));
  return rows;
}

/** The rows with a setting. */
export function settingRows(): SettingRow[] {
  return factRows().filter((row): row is FactRow & SettingRow => row.setting !== undefined);
}

/** Every fact that the documentation leaves open, as it is published: choices in words, clauses as ids. */
export function openFacts(): OpenFact[] {
  const known = clauses().filter(({ excluded }) => !excluded);
  const settings = new Map(settingRows().map((row) => [row.id, row]));
  return factRows().map(({ choices: _, ...fact }) => {
    const row = settings.get(fact.id);
    if (!row) return fact;
    return {
      ...fact,
      choices: choicesOf(row),
      example: exampleOf(row),
      affects: affectedClauses(row, known),
    };
  });
}

/** The clauses that a row affects, in the order of the ledger. */
function affectedClauses({ id, affects }: SettingRow, known: readonly Clause[]): string[] {
  const named = affects.map((name) => {
    const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
    const found = known.filter((clause) => clause.area === name || pattern.test(clause.id));
    if (found.length === 0) throw new Error(`${NOT_SHOWN}: ${id} affects ${name}, which is no clause`);
    return found;
  });
  const all = new Set(named.flat());
  return known.filter((clause) => all.has(clause)).map((clause) => clause.id);
}

function unique(ids: string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`${twice} occurs twice in the ledger`);
}
