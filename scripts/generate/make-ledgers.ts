/** Makes the lists of clauses and of facts that the documentation does not show. contracts/yaml-schemas/ has their shape. */
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { eventFiles } from './make-events.ts';
import { choicesOf, exampleOf, type SettingRow } from './make-settings.ts';
import { readChecked, yamlFiles } from './read-checked.ts';

const FOLDER = 'contracts/clauses';

/**
 * Every clause, area by area: first the rows of the area's own file, then those for it in the files of the trigger events, in
 * the order of the events. What a star in `needs` stands for is written out.
 */
export function clauses(): Clause[] {
  const events = ofEvents();
  const areas = yamlFiles(FOLDER).map((file) => file.replace('.yaml', ''));
  const all = areas.flatMap((area) => {
    const { clauses, ...file } = readChecked<AreaFile>(`${FOLDER}/${area}.yaml`, 'clauses');
    return [
      ...rowsOf(clauses).map(({ needs, ...row }) => {
        const own = needs ?? (row.excluded ? undefined : file.needs);
        return { area, ...row, ...(own && { needs: own }), source: row.source ?? file.source };
      }),
      ...events.filter((row) => row.area === area),
    ];
  });
  return all.map((row) =>
    row.needs ? { ...row, needs: row.needs.flatMap((name) => named(name, all)) } : row,
  );
}

/** The ids that a name with a star stands for; a name that stands for none is returned as it is. */
function named(name: string, all: readonly Clause[]): string[] {
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
  const ids = all.flatMap(({ id, excluded }) => (pattern.test(id) && !excluded ? [id] : []));
  return ids.length > 0 ? ids : [name];
}

/** Clauses as a file has them, by their ids: one that only says something is a text. */
type Rows = Readonly<Record<string, string | Row>>;
type Row = Omit<Clause, 'id' | 'area' | 'event' | 'source'> & Partial<Pick<Clause, 'source'>>;

/** A file of contracts/clauses/. */
interface AreaFile {
  /** The source of clauses that name none. */
  readonly source: string;
  /** The needs of checked clauses that name none. */
  readonly needs?: readonly string[];
  readonly clauses: Rows;
}

function rowsOf(rows: Rows): (Row & { readonly id: string })[] {
  return Object.entries(rows).map(([id, row]) => ({
    id,
    ...(typeof row === 'string' ? { says: row } : row),
  }));
}

/** The rows in the files of the events, a list for each area. */
function ofEvents(): Clause[] {
  return eventFiles().flatMap(({ file, event }) => {
    const areas = readChecked<Record<string, Rows>>(`${FOLDER}/events/${file}.yaml`, 'event-clauses');
    return Object.entries(areas).flatMap(([area, rows]) => {
      const source = area === 'rules' ? 'params per triggerEvent' : `Events, ${event}`;
      return rowsOf(rows).map((row) => ({ area, event: file, ...row, source: row.source ?? source }));
    });
  });
}

type FactRow = Omit<OpenFact, 'choices'> & Partial<SettingRow>;

const isSetting = (row: FactRow): row is FactRow & SettingRow => row.setting !== undefined;

/** The rows of the facts that the documentation leaves open: with a setting, or out of contract. */
function factRows(): FactRow[] {
  const rows = readChecked<FactRow[]>('contracts/not-shown.yaml', 'not-shown');
  return rows.map((row) => {
    if (!isSetting(row) || !Array.isArray(row.choices)) return row;
    const { id, fact, source, setting, usedBy, meaning = fact, choices, affects = [], ...more } = row;
    const { default: assumed = choices[0], ...others } = more;
    return { id, fact, source, setting, usedBy, meaning, default: assumed, choices, affects, ...others };
  });
}

/** The rows with a setting. */
export function settingRows(): SettingRow[] {
  return factRows().filter(isSetting);
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

/** The clauses that a row affects by id, by area or with a star, in the order of the ledger. */
function affectedClauses({ affects }: SettingRow, known: readonly Clause[]): string[] {
  const ids = new Set(affects.flatMap((name) => named(name, known)));
  const affected = known.filter(({ id, area }) => affects.includes(area) || ids.has(id));
  return affected.map(({ id }) => id);
}
