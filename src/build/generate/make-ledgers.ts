/** Makes the ledgers: the clauses, and the facts that the documentation does not show. Their shape is in contracts/yaml-schemas/. */
import { InputError } from '../../../contracts/src/base/errors.ts';
import type { Clause, OpenFact } from '../../../contracts/src/base/ledgers.ts';
import { eventFiles } from './make-events.ts';
import { choicesOf, exampleOf, type SettingRow } from './make-settings.ts';
import { readChecked, refuseTwice, yamlFiles } from './read-checked.ts';

const FOLDER = 'contracts/clauses';
const NOT_SHOWN = 'contracts/not-shown.yaml';

/**
 * Every clause, area by area: first the rows of the area's own file, then those for it in the files of the trigger events, in
 * the order of the events.
 */
export function clauses(): Clause[] {
  const events = ofEvents();
  const areas = yamlFiles(FOLDER).map((file) => file.replace('.yaml', ''));
  const lost = events.find(({ area }) => !areas.includes(area));
  if (lost) throw new InputError(`${lost.id} is of ${lost.area}, which is no area`);
  const rows = areas.flatMap((area) => {
    const { source, clauses } = readChecked<AreaFile>(`${FOLDER}/${area}.yaml`, 'clauses');
    return [
      ...clauses.map((row) => ({ area, ...row, source: row.source ?? source })),
      ...events.filter((row) => row.area === area),
    ];
  });
  refuseTwice(rows);
  const needs = new Map(rows.flatMap((row) => (row.excluded ? [] : [[row.id, row.needs ?? []] as const])));
  for (const { id } of rows) checkNeeds(id, [], needs);
  return rows;
}

/** Throws for a need that is no clause or cannot be checked, and for a clause that needs itself; `path` needs it. */
export function checkNeeds(
  id: string,
  path: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
): void {
  const own = needs.get(id) ?? [];
  const unknown = own.find((need) => !needs.has(need));
  if (unknown) throw new InputError(`${id} needs ${unknown}, which is no clause that is checked`);
  if (path.includes(id)) throw new InputError(`a circle of needs: ${[...path, id].join(', ')}`);
  for (const need of own) checkNeeds(need, [...path, id], needs);
}

/** A clause as its file has it. */
type Row = Omit<Clause, 'area' | 'event' | 'source'> & Partial<Pick<Clause, 'source'>>;

/** A file of contracts/clauses/. */
interface AreaFile {
  /** Of the clauses that have none. */
  readonly source: string;
  readonly clauses: readonly Row[];
}

/** The rows in the files of the events, a list for each area. Every event has such a file, and there are no others. */
function ofEvents(): Clause[] {
  const events = eventFiles();
  const files = events.map(({ file }) => file);
  const written = yamlFiles(`${FOLDER}/events`).map((path) => path.replace('.yaml', ''));
  for (const file of new Set(files).symmetricDifference(new Set(written)))
    throw new InputError(`${file} needs a file in openapi/messages/ and in ${FOLDER}/events/`);
  return events.flatMap(({ file, event }) => {
    const areas = readChecked<Record<string, Row[]>>(`${FOLDER}/events/${file}.yaml`, 'event-clauses');
    return Object.entries(areas).flatMap(([area, rows]) => {
      const source = area === 'rules' ? 'params per triggerEvent' : `Events, ${event}`;
      return rows.map((row) => ({ area, event: file, ...row, source: row.source ?? source }));
    });
  });
}

type FactRow = Omit<OpenFact, 'choices'> & Partial<SettingRow>;

/** The rows of the facts that the documentation leaves open: with a setting, or out of contract. */
function factRows(): FactRow[] {
  const rows = readChecked<FactRow[]>(NOT_SHOWN, 'not-shown');
  refuseTwice(rows);
  for (const { id, choices, default: assumed } of rows)
    if (Array.isArray(choices) && !choices.includes(assumed))
      throw new InputError(`${NOT_SHOWN}: the default of ${id} is not among its choices`);
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
    if (found.length === 0) throw new InputError(`${NOT_SHOWN}: ${id} affects ${name}, which is no clause`);
    return found;
  });
  const all = new Set(named.flat());
  return known.filter((clause) => all.has(clause)).map((clause) => clause.id);
}
