/** Reads the catalogue of faults and the list of benign variants. Their shape is in contracts/yaml-schemas/. */
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import {
  type Edit,
  type FaultRow,
  HOOKS,
  type HookName,
  type VariantRow,
} from '../../src/faults/fault-row.ts';
import { madeFrom } from '../project.ts';
import type { Documented, PlaceGroup } from './derive-faults.ts';
import { derivedFaults, inCapitals } from './derive-faults.ts';
import { type EventFile, eventFiles } from './make-events.ts';
import { clauses } from './make-ledgers.ts';
import { readChecked, yamlFiles } from './read-checked.ts';

const FOLDER = 'contracts/faults';

/** A row as its file has it: the edit is under the name of its hook. */
type WrittenRow<Row> = Omit<Row, 'class' | 'hook' | 'edit'> & Partial<Record<HookName, FaultRow['edit']>>;
interface WrittenFault extends Omit<WrittenRow<FaultRow>, 'clause'> {
  readonly clause: string;
  readonly each?: FaultRow['of'];
}

/** A file of contracts/faults/: rows alone, or groups of places from which others are derived. */
type FaultFile =
  | readonly WrittenFault[]
  | { readonly places: Readonly<Record<string, PlaceGroup>>; readonly faults?: readonly WrittenFault[] };

/** A file of contracts/faults/events/: the ways in which places are wrong, by what has them, and rows of this event alone. */
type EventFaultFile = { readonly [Holder in keyof typeof EVENT_GROUPS]?: PlaceGroup['ways'] } & {
  readonly faults?: readonly WrittenFault[];
};

/** What has places of an event: the hook, what ids begin with after the event, and what sentences call it. */
const EVENT_GROUPS = {
  message: { hook: 'message', end: '', in: (event: string) => `${event} messages` },
  'encrypted message': {
    hook: 'encrypted message',
    end: '-SENT',
    in: (event: string) => `encrypted ${event} messages`,
  },
  rule: { hook: 'rule', end: '-READ', in: (event: string) => `a ${event} rule that an update reads` },
  request: { hook: 'decision', end: '-RULE', in: (event: string) => `a ${event} rule` },
} as const;

interface FaultClass {
  readonly class: string;
  readonly places: Readonly<Record<string, PlaceGroup>>;
  readonly faults: readonly WrittenFault[];
}

/** The files of the folder, then those of the trigger events. */
function faultClasses(): FaultClass[] {
  const general = yamlFiles(FOLDER).map((path) => {
    const content = readChecked<FaultFile>(`${FOLDER}/${path}`, 'faults');
    const { places, faults = [] } = 'places' in content ? content : { places: {}, faults: content };
    return { class: path.replace('.yaml', ''), places, faults };
  });
  return [...general, ...eventFiles().map(eventFaults)];
}

/** What is in the file of an event, and the faults that every event has. */
function eventFaults({ file, event, unique }: EventFile): FaultClass {
  const content = readChecked<EventFaultFile>(`${FOLDER}/events/${file}.yaml`, 'event-faults');
  const of = [event as TriggerEvent];
  const name = file.toUpperCase();
  const own = new Set(clauses().flatMap((clause) => (clause.event === file ? [clause.id] : [])));
  const groups = Object.entries(EVENT_GROUPS).map(([holder, { hook, end, in: holding }]) => {
    const ways = content[holder as keyof typeof EVENT_GROUPS] ?? {};
    return [name + end, { hook, of, in: holding(event), ways, own }];
  });
  const fires = [...own].find((id) => id.endsWith('-FIRES'));
  if (!fires) throw new Error(`contracts/clauses/events/${file}.yaml has no clause that ends in FIRES`);
  const silent: WrittenFault = {
    id: `${name}-LAST-RULE-SILENT`,
    clause: fires,
    says: `sends no message of the last ${event} rule that matches`,
    match: { recode: '', by: 'without the last item' },
  };
  const twice: WrittenFault[] = unique
    ? [
        {
          id: `${name}-RULE-TWICE`,
          clause: unique.clause,
          says: `creates ${event} rules that duplicate each other`,
          decision: { accept: 'duplicate' },
        },
      ]
    : [];
  const faults = [silent, ...twice, ...(content.faults ?? [])].map((row) => ({ of, ...row }));
  return { class: file, places: Object.fromEntries(groups), faults };
}

/** A module with a row a line, class by class; a class is a file. Its types check what the rows say. */
export function faultsModule(documented: Documented): string {
  const rows = faultClasses().flatMap(({ class: of, places, faults: written }) =>
    [...derivedFaults(places, documented), ...written.flatMap(forEach).map(unfolded)].map(
      ({ id, ...row }) => ({ id, class: of, ...row }),
    ),
  );
  // Faults of a mapping are no faults of a provider.
  const [mapping = [], provider = []] = [true, false].map((is) =>
    rows.filter(({ hook }) => (hook === 'mapping') === is),
  );
  return rowsModule('contracts/faults/, openapi/ and contracts/migration/', [
    ['faultRows', 'FaultRow', provider],
    ['mappingFaults', 'MappingFault', mapping.map(({ hook: _, ...row }) => row)],
  ]);
}

/** The module of the benign variants, in the order of their file. */
export function variantsModule(): string {
  const written = readChecked<WrittenRow<VariantRow>[]>('contracts/variants.yaml', 'variants');
  const rows = written.map((row) => (HOOKS.some((name) => name in row) ? unfolded(row) : row));
  return rowsModule('contracts/variants.yaml', [['variantRows', 'VariantRow', rows]]);
}

function rowsModule(
  sources: string,
  lists: readonly (readonly [name: string, type: string, rows: readonly object[]])[],
): string {
  const types = lists.map(([, type]) => type).join(', ');
  const constants = lists.map(
    ([name, type, rows]) =>
      `\nexport const ${name}: readonly ${type}[] = [\n${rows.map((row) => `  ${JSON.stringify(row)},\n`).join('')}];\n`,
  );
  return `// ${madeFrom(sources)}\nimport type { ${types} } from '../fault-row.ts';\n${constants.join('')}`;
}

/** A row for each of the operations that it names so. */
function forEach({ each, ...row }: WrittenFault): WrittenFault[] {
  if (!each) return [row];
  return each.map((name) => ({
    ...row,
    id: `${row.id}-${inCapitals(name)}`,
    says: `${row.says}: ${name}`,
    of: [name],
  }));
}

/** The row with hook and edit under these names. Throws for a row that has not one hook. */
function unfolded<Row extends Partial<Record<HookName, Edit | readonly Edit[]>> & { readonly id: string }>(
  row: Row,
) {
  const [hook, ...others] = HOOKS.filter((name) => name in row);
  const edit = hook && row[hook];
  if (!edit || others.length > 0) throw new Error(`${row.id} must have one hook`);
  const { [hook]: _, ...rest } = row;
  return { ...rest, hook, edit };
}
