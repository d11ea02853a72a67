/** What `explain` prints of a name: its row in a ledger or its place in the documents, and what refers to it. */

import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import targetSchema from '../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { testDataRows } from '../../contracts/generated/test-data.ts';
import open from '../../contracts/generated/validators/open.js';
import { requestKinds } from '../../contracts/src/base/flows.ts';
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import type { SchemaNode } from '../../contracts/src/base/schema.ts';
import { type DescribedPlace, placeOf, placesIn } from '../../contracts/src/base/schema-place.ts';
import { textTable } from '../../contracts/src/base/table.ts';
import { count } from '../../contracts/src/base/text.ts';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import { eventChecks } from '../../contracts/src/judge/judge-message.ts';
import { clausesOfCall, clausesOfSchemas, type OperationId } from '../../contracts/src/judge/operation.ts';
import { table } from '../../contracts/src/migration/mapping-table.ts';
import type { FaultRow } from '../faults/fault-row.ts';
import { faultRows, mappingFaults } from '../faults/generated/fault-rows.ts';
import { commandOf } from '../report/printed-texts.ts';
import type { Catalogue } from '../runner/planned-case.ts';

/** Its rows: a label and what is printed after it. Of a list the first ones are printed, of nothing no row. */
type Rows = readonly (readonly [label: string, value: unknown])[];

export interface Entry {
  /** Each of them finds it, in any case of letters. */
  readonly names: readonly string[];
  /** a clause */
  readonly kind: string;
  readonly rows: Rows;
}

export const FACTS = openFacts.facts as OpenFact[];
const CLAUSES = ledger.clauses as Clause[];
const OPERATIONS = Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][];
const SCHEMAS = Object.entries<{ schema: SchemaNode }>(open);

/** The first three, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return names.slice(0, 3).join(', ') + more;
}

/** Where clauses are judged: in a schema, in a call with its response, in a message. */
const JUDGED: readonly (readonly [place: string, clauses: readonly string[]])[] = [
  ...SCHEMAS.map(([name]) => [name, clausesOfSchemas([name])] as const),
  ...OPERATIONS.map(([id]) => [id, [...clausesOfCall(id), ...exchangeChecks[id].map(clauseOf)]] as const),
  ...triggerEvents.map((event) => [event, eventChecks[event].map(clauseOf)] as const),
];

/** By kind. */
export function entriesOf(catalogue: Catalogue): Readonly<Record<string, readonly Entry[]>> {
  const areas = Map.groupBy(CLAUSES, ({ area }) => area);
  const keys = Object.entries<{ description: string; properties?: object }>(targetSchema.properties);
  return {
    clauses: CLAUSES.map((row) => clauseEntry(row, catalogue)),
    areas: [...areas].map(([area, clauses]) => entry('an area', area, {}, said(clauses))),
    events: triggerEvents.map((event) => {
      const file = event.toLowerCase().replaceAll('_', '-');
      return entry('a trigger event', event, {}, said(CLAUSES.filter((clause) => clause.event === file)));
    }),
    operations: OPERATIONS.map(operationEntry),
    settings: FACTS.flatMap((row) => (row.setting ? entry('a setting', row.setting, row) : [])),
    'open facts': FACTS.map((row) => entry('an open fact', row.id, row)),
    'target file': keys.map(([key, { description, properties = {} }]) =>
      entry('a key of a target file', key, { description, keys: Object.keys(properties) }),
    ),
    'test data': testDataRows.map((row) => entry('test data of a target file', row.key, row)),
    faults: faultRows.map((row) =>
      entry('a fault', row.id, row, [['run', `${commandOf('sandbox')} --fault ${row.id}`]]),
    ),
    'mapping faults': mappingFaults.map((row) =>
      entry('a fault of the mapping', row.id, row, [['played', 'by npm run faults alone']]),
    ),
  };
}

/** The fields of the row, but for its name, and more. */
function entry(kind: string, name: string, row: object, more: Rows = []): Entry {
  const fields = Object.entries(row).filter(([, value]) => value !== name);
  return { names: [name], kind, rows: [...fields, ...more] };
}

function said(clauses: readonly Clause[]): Rows {
  return clauses.map(({ id, says }) => [id, says]);
}

function clauseEntry({ needs = [], ...row }: Clause, catalogue: Catalogue): Entry {
  const { id, excluded } = row;
  const { exchanges, migrations, scenarios } = catalogue;
  // A clause can have its cases in the reserve of others alone.
  const all = exchanges.map(({ file, cases }) => {
    return { file, cases: cases.flatMap((row) => [row, ...(row.reserve ?? [])]) };
  });
  const proofs = [...all, ...migrations, ...scenarios].flatMap(({ file, cases }) => {
    const own = cases.filter(({ clause }) => clause === id);
    return own.length > 0 ? `${count(own.length, 'case')} in ${file}` : [];
  });
  return entry('a clause', id, row, [
    ['judged in', JUDGED.filter(([, clauses]) => clauses.includes(id)).map(([place]) => place)],
    ['settings', FACTS.flatMap(({ setting = [], affects }) => (affects?.includes(id) ? setting : []))],
    ['proven by', proofs],
    ['depends on', needs],
    ['dependents', CLAUSES.filter((other) => other.needs?.includes(id)).map((other) => other.id)],
    ['faults', breaking(faultRows, id)],
    ['mapping faults', breaking(mappingFaults, id)],
    ['proof', excluded ? undefined : `${commandOf('verify')} --target sandbox --only ${id}`],
  ]);
}

function breaking(rows: readonly Pick<FaultRow, 'id' | 'clause'>[], clause: string): string[] {
  return rows.flatMap((row) => (row.clause === clause ? [row.id] : []));
}

/** Every fault by the calls or messages that it changes and by the clause that it breaks, then those of the mapping. */
export function faultList(): string {
  const order: string[] = [...Object.keys(operations), ...triggerEvents];
  const rankOf = ({ of }: FaultRow) => order.indexOf(of?.[0] ?? '');
  const sorted = faultRows.toSorted((one, other) => rankOf(one) - rankOf(other));
  const groups = Map.groupBy(sorted, ({ of = ['every call and message'] }) => of.map(callOf).join(', '));
  return [...groups, ['the mapping: played by npm run faults alone', mappingFaults] as const]
    .map(([changed, rows]) => `${changed}\n${faultsByClause(rows)}`)
    .join('\n');
}

function callOf(name: string): string {
  const operation = OPERATIONS.find(([id]) => id === name)?.[1];
  return operation ? `${operation.method} ${operation.path}` : name;
}

function faultsByClause(rows: readonly Pick<FaultRow, 'id' | 'clause' | 'says'>[]): string {
  return [...Map.groupBy(rows, ({ clause }) => clause)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([clause, own]) => {
      const lines = textTable(own.map(({ id, says }) => [id, says]));
      return `  ${clause}\n${lines.replace(/^(?=.)/gm, '    ')}`;
    })
    .join('');
}

function operationEntry([id, { answers, ...row }]: (typeof OPERATIONS)[number]): Entry {
  const call = `${row.method} ${row.path}`;
  const own = JUDGED.filter(([place]) => place === id || place.startsWith(`${id}.`));
  const ids = new Set(own.flatMap(([, clauses]) => clauses));
  const clauses = said(CLAUSES.filter((clause) => ids.has(clause.id)));
  return {
    ...entry('an operation', id, { call, token: row.token, responses: Object.keys(answers) }, clauses),
    names: [id, call, row.path],
  };
}

function clauseOf({ clause }: { readonly clause: string }): string {
  return clause;
}

/** A word of clauses, with every clause that has it; undefined for another. */
export function wordEntry(name: string): Entry | undefined {
  const word = name.trim();
  if (!/^[\w .-]{3,60}$/.test(word)) return undefined;
  const found = new RegExp(`(?<![\\w-])${word.replaceAll('.', '\\.')}(?![\\w-])`, 'i');
  const clauses = CLAUSES.filter(({ says }) => found.test(says));
  return clauses.length === 0 ? undefined : entry('a word', name, {}, said(clauses));
}

/** Of requests, responses, messages and decrypted details, wherever a document describes one. */
const FIELDS = SCHEMAS.flatMap(([name, { schema }]) =>
  placesIn(placeOf(schema)).flatMap((described) => fieldAt(name, described)),
);

/** For suggestions. */
export const fieldNames = [...new Set(FIELDS.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)))];

/** None for the items of a list, for a condition, and for the constant that selects it. */
function fieldAt(name: string, { place, isRequired, condition }: DescribedPlace) {
  const { pointer, nodes: parts, items: { nodes: items = [] } = {} } = place;
  if (/^$|\*$/.test(pointer) || parts.every((part) => Object.keys(part).join() === 'const')) return [];
  const constants = Object.entries(condition?.properties ?? {}).map(
    ([tag, { const: value }]) => `${tag} ${value}`,
  );
  const all = [...parts, ...items];
  const [types, itemTypes] = [parts, items].map((of) => [...new Set(of.flatMap(({ type = [] }) => type))]);
  const is = [
    [types, itemTypes]
      .map((list = []) => list.join(' or '))
      .filter(Boolean)
      .join(' of '),
    ...all.flatMap(({ format = [] }) => format),
    ...all.flatMap(({ const: value, enum: values = [value] }) => values.join(' | ')),
    isRequired ? 'required' : 'not required',
    ...['x-encrypted' as const, 'x-personal' as const].filter((key) => all.some((part) => part[key])),
  ];
  const clauses = all.flatMap((part) => part['x-clauses'] ?? []);
  return {
    /** `createUser.request`, `NEW_TRANSACTIONS.details`; followed by the condition under which it is there. */
    schema: condition ? `${name} (${constants.join(', ')})` : name,
    /** `transactionDetails[].amount`. */
    path: pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.'),
    /** `number, required`. */
    is: is.filter(Boolean).join(', ').replaceAll('x-', ''),
    clauses,
    areas: CLAUSES.filter(({ id }) => clauses.includes(id)).map(({ area }) => area),
    /** The facts about it that are not shown. */
    open: all.flatMap((part) => part['x-not-shown'] ?? []),
  };
}

const MAPPING = [...requestKinds.flatMap((kind) => table[kind]), ...table.answers];

/**
 * `name` is a field or the end of its path, after an area, an operation or a trigger event where it has several places:
 * `balanceChange`, `errors[].code`, `V2 url`. undefined for an unknown field.
 */
export function fieldEntry(name: string): Entry | undefined {
  const words = name.trim().toLowerCase().split(/\s+/);
  const end = plainPath(words.pop() ?? '');
  const scope = words.join(' ');
  const isMeant = (path: string | null) => path !== null && plainPath(path).endsWith(end);
  const fields = FIELDS.filter(
    ({ path, schema, areas }) => isMeant(path) && `${schema} ${areas}`.toLowerCase().includes(scope),
  );
  const areas = fields.flatMap((field) => field.areas);
  // A header is in no schema and in no area.
  const isHeader = fields.length === 0 && scope === '';
  const isIn = (version: string) => isHeader || areas.includes(version);
  const rows = MAPPING.filter(({ from, to }) => (isIn('v1') && isMeant(from)) || (isIn('v2') && isMeant(to)));
  if (fields.length + rows.length === 0) return undefined;
  const groups = Map.groupBy(fields, ({ path, is }) => `${path}: ${is}`);
  return entry('a field', name, {}, [
    ...[...groups].map(
      ([text, own]) => ['in', `${someOf(own.map(({ schema }) => schema))} at ${text}`] as const,
    ),
    ['clauses', [...new Set(fields.flatMap(({ clauses }) => clauses))]],
    ['left open', [...new Set(fields.flatMap((field) => field.open))]],
    ...rows.map(
      ({ from, to, fate, loses }) =>
        ['mapping', `${from ?? 'nothing'} becomes ${to ?? 'nothing'} (${fate}), loses ${loses}`] as const,
    ),
  ]);
}

/** `2XX#iban` is `.2xx.iban`. A list of texts is one field, with or without its brackets, and any item is meant by its first. */
function plainPath(path: string): string {
  const plain = path
    .toLowerCase()
    .replace('#', '.')
    .replace(/\[\d*\]/g, '[]');
  return `.${plain.replace(/\[\]$/, '')}`;
}
