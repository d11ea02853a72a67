/** What `explain` prints for a field: its places, its type, its clauses, and what the mapping does with it. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import table from '../../contracts/generated/migration.json' with { type: 'json' };
import open from '../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../contracts/src/base/schema.ts';
import { count, TYPE_NAMES } from '../../contracts/src/base/text.ts';
import { type EntryRow, entryText, someOf } from './explain-text.ts';

const AREAS = new Map(ledger.clauses.map(({ id, area }) => [id, area]));

/**
 * `name` is a field or the end of its path, after an area, an operation or a trigger event where it has several places:
 * `balanceChange`, `errors[].code`, `V2 url`. A few lines, ending with a newline; undefined for an unknown field.
 */
export function explainField(name: string): string | undefined {
  const words = name.trim().split(/\s+/);
  const field = (words.at(-1) ?? '').replace(/\[\d*\]/g, '[]').toLowerCase();
  const scope = words.slice(0, -1).join(' ').toLowerCase();
  const places = documentedPlaces().filter((place) => isAt(place.path, field) && isWithin(place, scope));
  const found = new Set(places.map(keyOf));
  const mapped = mappedFields().filter(
    ({ schemas, path }) =>
      isAt(path, field) &&
      (places.length === 0 || schemas.some((schema) => found.has(keyOf({ schema, path })))),
  );
  // A header is in no schema and in no area.
  const [first] = places.length === 0 && scope === '' ? mapped : places;
  return first && fieldText(lastName(first.path), places, [...new Set(mapped.map(({ text }) => text))]);
}

/** The names of all fields, for suggestions. */
export function fieldNames(): string[] {
  return [...new Set([...documentedPlaces(), ...mappedFields()].map(({ path }) => lastName(path)))];
}

/** The fields that may have this word as a value, in lower case. */
export function fieldsWithWord(word: string): string[] {
  const found = documentedPlaces().filter(({ words }) => words.some((one) => one.toLowerCase() === word));
  return [...new Set(found.map(({ schema, path }) => `${schema} ${path}`))];
}

function fieldText(name: string, places: readonly DocumentedPlace[], mapping: readonly string[]): string {
  const groups = [...Map.groupBy(places, ({ path, is }) => `${path}: ${is}`).values()];
  const clauses = [...new Set(places.flatMap((place) => place.clauses))];
  const open = [...new Set(places.flatMap((place) => place.open))];
  const sentence =
    places.length === 0
      ? 'It is a header, so no schema of a body has it.'
      : `The documents have it in ${count(places.length, 'place')}.`;
  const shown = groups.slice(0, 3);
  const others = places.length - shown.flat().length;
  return entryText(`${name}, a field`, sentence, [
    ...shown.map((group): EntryRow => ['in', placeText(group)]),
    ['and', others === 0 ? undefined : `${others} more places; put the area or the event before the name`],
    ['clauses', someOf(clauses)],
    ['left open', someOf(open)],
    ...mapping.slice(0, 2).map((text): EntryRow => ['mapping', text]),
  ]);
}

function placeText(group: readonly DocumentedPlace[]): string {
  const [{ path = '', is = '' } = {}] = group;
  const names = group.map(({ schema }) => schema.replace('createNotificationRule.request of', 'rules of'));
  const schemas = someOf(names);
  return path.includes('.') || path.includes('[') ? `${schemas} at ${path}: ${is}` : `${schemas}: ${is}`;
}

function isAt(path: string, field: string): boolean {
  const whole = bare(path.toLowerCase());
  return whole === bare(field) || whole.endsWith(`.${bare(field)}`);
}

function isWithin({ schema, clauses }: DocumentedPlace, scope: string): boolean {
  if (scope === '') return true;
  return schema.toLowerCase().includes(scope) || clauses.some((id) => AREAS.get(id) === scope);
}

function keyOf({ schema, path }: Pick<DocumentedPlace, 'schema' | 'path'>): string {
  return `${schema} ${bare(path)}`;
}

function lastName(path: string): string {
  return bare(path.slice(path.lastIndexOf('.') + 1));
}

/** A list of texts or numbers is one field, with or without its brackets. */
function bare(path: string): string {
  return path.replace(/\[\]$/, '');
}

/** One place of a field: in a request, a response, a message or decrypted details. */
interface DocumentedPlace {
  /** `createUser.request`, `NEW_TRANSACTIONS.details`; params are followed by their trigger event. */
  readonly schema: string;
  /** `transactionDetails[].amount`. */
  readonly path: string;
  /** `a number, required`. */
  readonly is: string;
  /** The values that are documented, where only some are. */
  readonly words: readonly string[];
  readonly clauses: readonly string[];
  /** The facts about it that are not shown. */
  readonly open: readonly string[];
}

type Described = SchemaNode & { readonly const?: unknown; readonly enum?: readonly unknown[] };

let known: readonly DocumentedPlace[] | undefined;

function documentedPlaces(): readonly DocumentedPlace[] {
  known ??= Object.entries<{ schema: SchemaNode }>(open).flatMap(([name, { schema }]) =>
    placesIn(name, schema, ''),
  );
  return known;
}

function placesIn(schema: string, node: SchemaNode, at: string): DocumentedPlace[] {
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`;
    // The constant that selects a branch: the field itself is beside the branches.
    const isTag = Object.keys(field).length === 1 && 'const' in field;
    const isRequired = node.required?.includes(name) ?? false;
    return [...(isTag ? [] : [placeOf(schema, path, field, isRequired)]), ...placesIn(schema, field, path)];
  });
  const items = node.items === undefined ? [] : placesIn(schema, node.items, `${at}[]`);
  const parts = (node.allOf ?? []).flatMap((part) => placesIn(schema, part, at));
  // What is true for one trigger event only. `params` itself is beside the branches.
  const tag = Object.values(node.if?.properties ?? {})[0] as Described | undefined;
  const branch = tag === undefined ? schema : `${schema} of ${tag.const}`;
  const ofBranch = node.then ? placesIn(branch, node.then, at) : [];
  return [...fields, ...items, ...parts, ...ofBranch.filter(({ path }) => path !== 'params')];
}

function placeOf(schema: string, path: string, field: Described, isRequired: boolean): DocumentedPlace {
  const all: Described[] = [field, ...(field.allOf ?? []), ...(field.items ? [field.items] : [])];
  const own = all.slice(0, 1 + (field.allOf?.length ?? 0));
  const is = [
    kindOf(own, field.items),
    isRequired ? 'required' : 'not required',
    ...(all.some((part) => part['x-encrypted']) ? ['encrypted'] : []),
    ...(all.some((part) => part['x-personal']) ? ['personal'] : []),
  ].join(', ');
  return {
    schema,
    path,
    is,
    words: all.flatMap(wordsOf).map(String),
    clauses: [...new Set(all.flatMap((part) => part['x-clauses'] ?? []))],
    open: [...new Set(all.flatMap((part) => part['x-not-shown'] ?? []))],
  };
}

function wordsOf(part: Described): readonly unknown[] {
  return part.const === undefined ? (part.enum ?? []) : [part.const];
}

function kindOf(parts: readonly Described[], items: Described | undefined): string {
  const values = parts.flatMap(wordsOf);
  const types = parts.flatMap(({ type = [] }) => type);
  const format = parts.find((part) => part.format)?.format;
  const kinds = [...new Set(types)].map((type) => TYPE_NAMES[type] ?? type).join(' or ') || 'anything';
  if (values.length > 0) return `${kinds}: ${values.join(', ')}`;
  if (items?.type !== undefined && items.type !== 'object')
    return `${kinds} of ${kindOf([items], undefined)}`;
  return format === undefined ? kinds : `${kinds} (${format})`;
}

interface MappedRow {
  readonly from: string | null;
  readonly to: string | null;
  readonly fate: string;
  readonly by: string | null;
  readonly loses: string;
}

/** The rows of the requests, with their operations in V1 and V2. */
const REQUESTS: readonly (readonly [rows: readonly MappedRow[], v1: string, v2: string])[] = [
  [table.import, 'importBankConnectionV1', 'createBankConnectionImport'],
  [table.payment, 'createMoneyTransferV1', 'createStandalonePayment'],
  [table.submit, 'submitPaymentV1', ''],
];

/** The mapping names places of a response by its status; both flows have the same 451 and the same 201. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  451: ['importBankConnectionV1.451', 'submitPaymentV1.451'],
  '2XX': ['createMoneyTransferV1.2XX'],
  201: ['createBankConnectionImport.201', 'createStandalonePayment.201'],
};

/** Every place that the mapping names, and what the mapping does with it. */
function mappedFields(): { schemas: readonly string[]; path: string; text: string }[] {
  const requests = REQUESTS.flatMap(([rows, v1, v2]) =>
    rows.flatMap((row) => [
      { row, path: row.from, schemas: [`${v1}.request`] },
      { row, path: row.to, schemas: [`${v2}.request`] },
    ]),
  );
  const answers = table.answers.flatMap((row) =>
    [row.from, row.to].map((place) => {
      const [status = '', path = ''] = place?.split('#') ?? [];
      return { row, path, schemas: ANSWERS[status] ?? [] };
    }),
  );
  return [...requests, ...answers].flatMap(({ row, path, schemas }) =>
    path ? [{ schemas, path, text: textOf(row) }] : [],
  );
}

function textOf({ from, to, fate, by, loses }: MappedRow): string {
  if (from === null) return `${to} is new in V2${by === null ? '' : `: pass it as --${by}`}`;
  if (to === null) return `${from} has no place in V2: lost is ${loses}`;
  const way = by === null ? fate : `${fate} by ${by}`;
  return `${from} becomes ${to} (${way}), ${loses === 'nothing' ? 'nothing is lost' : `lost is ${loses}`}`;
}
