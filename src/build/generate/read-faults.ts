/** Reads the catalogue of faults and the list of benign variants. Their shape is in contracts/yaml-schemas/. */
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { DerivedFaultRow, Edit, FaultRow, HookName, VariantRow } from '../../faults/fault-row.ts';
import { HOOKS } from '../../faults/fault-row.ts';
import type { Documented, PlaceGroup } from './derive-faults.ts';
import { derivedFaults, sightOf } from './derive-faults.ts';
import { eventFiles } from './make-events.ts';
import { clauses, openFacts } from './make-ledgers.ts';
import { readChecked, refuseTwice, yamlFiles } from './read-checked.ts';

const FOLDER = 'contracts/faults';
const VARIANTS = 'contracts/variants.yaml';

/** A row as its file has it: the edit is under the name of its hook, and `sees` is there where the edit does not suggest it. */
type WrittenRow = { readonly id: string } & Partial<Omit<FaultRow, 'class' | 'hook' | 'edit'>>;

/** A file of contracts/faults/: rows alone, or with groups of places from which others are derived. */
type FaultFile =
  | readonly WrittenRow[]
  | { readonly places: Readonly<Record<string, PlaceGroup>>; readonly faults: readonly WrittenRow[] };

/** A file of contracts/faults/events/: the further ways in which places of message and rule are wrong, and rows of this event alone. */
interface EventFaultFile {
  readonly message?: PlaceGroup['ways'];
  readonly rule?: PlaceGroup['ways'];
  readonly faults: readonly WrittenRow[];
}

interface FaultClass {
  readonly class: string;
  readonly places: Readonly<Record<string, PlaceGroup>>;
  readonly faults: readonly WrittenRow[];
}

/** A row with its id, which that of a derived one has only until it is stored. */
type CatalogueRow = FaultRow | (DerivedFaultRow & { readonly id: string });

/** The files of the folder, then those of the trigger events. */
function faultClasses(): FaultClass[] {
  const general = yamlFiles(FOLDER).map((path) => {
    const content = readChecked<FaultFile>(`${FOLDER}/${path}`, 'faults');
    const { places, faults } = 'places' in content ? content : { places: {}, faults: content };
    return { class: path.replace('.yaml', ''), places, faults };
  });
  const ofEvents = eventFiles().map(({ file, event }) => {
    const content = readChecked<EventFaultFile>(`${FOLDER}/events/${file}.yaml`, 'event-faults');
    const { message = {}, rule = {}, faults } = content;
    const of = [event as TriggerEvent];
    const group = file.toUpperCase();
    const places: FaultClass['places'] = {
      [group]: { hook: 'message', of, in: `${event} messages`, ways: message },
      [`${group}-RULE`]: { hook: 'decision', of, in: `a ${event} rule`, ways: rule },
    };
    return { class: file, places, faults: faults.map((row) => ({ of, ...row })) };
  });
  return [...general, ...ofEvents];
}

/** Every fault, class by class; a class is a file. Throws for a row that is wrong. */
export function faults(names: readonly string[], documented: Documented): CatalogueRow[] {
  const known = new Set(clauses().flatMap(({ id, excluded }) => (excluded ? [] : id)));
  const done = new Set<string>();
  const rows = faultClasses().flatMap(({ class: of, places, faults: written }) =>
    [...derivedFaults(places, documented, done), ...written.map(unfolded)].map((one) => {
      const { id, sees = one.hook && one.edit && sightOf(one.hook, one.edit), ...rest } = one;
      return { id, class: of, sees, ...rest } as CatalogueRow;
    }),
  );
  refuseTwice(rows);
  for (const { id, clause } of rows)
    if (!known.has(clause))
      throw new InputError(`${id} breaks ${clause}, which is no clause that can be observed`);
  refuseStrangers(rows, names);
  refuseSameEffect(rows);
  return rows;
}

/** Every benign variant, in the order of its file. Throws for a row that is wrong. */
export function variants(names: readonly string[]): VariantRow[] {
  const rows = readChecked<VariantRow[]>(VARIANTS, 'variants').map(unfolded);
  const allowing = new Set(['more is not wrong', ...openFacts().map(({ id }) => id)]);
  refuseTwice(rows);
  for (const { id, allowedBy } of rows)
    if (!allowing.has(allowedBy))
      throw new InputError(`${id} is allowed by ${allowedBy}, which is no open fact`);
  refuseStrangers(rows, names);
  return rows;
}

/** The row with hook and edit under these names. */
function unfolded<Row extends object>(row: Row): Row & { readonly hook?: HookName; readonly edit?: Edit } {
  const hook = HOOKS.find((name) => name in row);
  if (hook === undefined) return row;
  const { [hook]: edit, ...rest } = row as Row & Record<HookName, Edit>;
  // What is left is the row without a key that its type does not have.
  return { ...(rest as unknown as Row), hook, edit };
}

/** Throws for a name in `of` that is no operation or trigger event, so that nothing in a row is ignored. */
function refuseStrangers(rows: readonly Pick<CatalogueRow, 'id' | 'of'>[], names: readonly string[]): void {
  for (const { id, of } of rows) {
    const unknown = of?.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new InputError(`${id} has ${unknown} in of, which is none`);
  }
}

/** Throws for a row that does what one before it does: it would be counted twice. */
export function refuseSameEffect(
  rows: readonly Pick<FaultRow, 'id' | 'hook' | 'of' | 'on' | 'edit'>[],
): void {
  const known = new Map<string, string>();
  for (const { id, hook, of, on, edit } of rows) {
    // The order of `of` is no difference, nor is the hook that a function is written under.
    const place = 'function' in edit && hook !== 'mapping' ? 'function' : hook;
    const effect = canonical({ place, of: of?.toSorted(), on, edit });
    const before = known.get(effect);
    if (before) throw new InputError(`${id} does what ${before} does: same hook, of, on and edit`);
    known.set(effect, id);
  }
}
