/** Reads the catalogue of faults and the list of benign variants. Their shape is in contracts/yaml-schemas/. */
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import type { Edit, FaultRow, HookName, VariantRow } from '../../src/faults/fault-row.ts';
import { HOOKS } from '../../src/faults/fault-row.ts';
import type { Documented, PlaceGroup } from './derive-faults.ts';
import { derivedFaults, inCapitals } from './derive-faults.ts';
import { type EventFile, eventFiles } from './make-events.ts';
import { clauses } from './make-ledgers.ts';
import { readChecked, yamlFiles } from './read-checked.ts';

const FOLDER = 'contracts/faults';

/** A row as its file has it: the edit is under the name of its hook. */
type WrittenRow = { readonly id: string; readonly each?: readonly string[] } & Partial<
  Omit<FaultRow, 'class' | 'hook' | 'edit'>
>;

/** A file of contracts/faults/: rows alone, or groups of places from which others are derived. */
type FaultFile =
  | readonly WrittenRow[]
  | { readonly places: Readonly<Record<string, PlaceGroup>>; readonly faults?: readonly WrittenRow[] };

/** A file of contracts/faults/events/: the further ways in which places are wrong, by what has them, and rows of this event alone. */
type EventFaultFile = { readonly [Holder in keyof typeof EVENT_GROUPS]?: PlaceGroup['ways'] } & {
  readonly faults?: readonly WrittenRow[];
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
  readonly faults: readonly WrittenRow[];
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
  const groups = Object.entries(EVENT_GROUPS).map(([holder, { hook, end, in: holding }]) => {
    const ways = content[holder as keyof typeof EVENT_GROUPS] ?? {};
    return [name + end, { hook, of, in: holding(event), ways }];
  });
  const fires = clauses().find((clause) => clause.event === file && clause.id.endsWith('-FIRES'));
  const silent = {
    id: `${name}-LAST-RULE-SILENT`,
    clause: fires?.id ?? '',
    match: { drop: '' },
    says: `sends no message of the last ${event} rule that matches`,
  };
  const twice = {
    id: `${name}-RULE-TWICE`,
    clause: unique?.clause ?? '',
    decision: { accept: 'duplicate' },
    says: `creates ${event} rules that duplicate each other`,
  };
  const faults = [silent, ...(unique ? [twice] : []), ...(content.faults ?? [])];
  return {
    class: file,
    places: Object.fromEntries(groups),
    faults: faults.map((row) => ({ of, ...row })),
  };
}

/** Every fault, class by class; a class is a file. */
export function faults(documented: Documented): FaultRow[] {
  const done = new Set<string>();
  return faultClasses().flatMap(({ class: of, places, faults: written }) =>
    [...derivedFaults(places, documented, done), ...written.flatMap(forEach).map(unfolded)].map((one) => {
      const { id, ...rest } = one;
      return { id, class: of, ...rest } as FaultRow;
    }),
  );
}

/** Every benign variant, in the order of its file. */
export function variants(): VariantRow[] {
  return readChecked<VariantRow[]>('contracts/variants.yaml', 'variants').map(unfolded);
}

/** A row for each of the operations that it names so. */
function forEach({ each, ...row }: WrittenRow): WrittenRow[] {
  if (!each) return [row];
  return each.map((name) => ({
    ...row,
    id: `${row.id}-${inCapitals(name)}`,
    says: `${row.says}: ${name}`,
    of: [name as TriggerEvent],
  }));
}

/** The row with hook and edit under these names. */
function unfolded<Row extends object>(row: Row): Row & { readonly hook?: HookName; readonly edit?: Edit } {
  const hook = HOOKS.find((name) => name in row);
  if (hook === undefined) return row;
  const { [hook]: edit, ...rest } = row as Row & Record<HookName, Edit>;
  // What is left is the row without a key that its type does not have.
  return { ...(rest as unknown as Row), hook, edit };
}
