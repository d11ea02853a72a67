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
import { placeOf } from '../../contracts/src/base/schema-place.ts';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import { eventChecks } from '../../contracts/src/judge/judge-message.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { table } from '../../contracts/src/migration/mapping-table.ts';
import { callName } from '../base/call-text.ts';
import { clausesOfCall, clausesOfSchemas, placesIn } from '../base/schema-places.ts';
import { faultRows, mappingFaults } from '../faults/generated/fault-rows.ts';
import { benignVariants } from '../faults/row-hooks.ts';
import { commandOf, isClone } from '../report/printed-texts.ts';
import { type Catalogue, type NamedCase, namedCases } from '../runner/planned-case.ts';

/** A label and what is printed after it. Of a list the first ones are printed, of nothing no row. */
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
export const OPERATION_IDS = Object.keys(operations) as OperationId[];
const SCHEMAS = Object.entries<{ schema: SchemaNode }>(open);

/** Where clauses are judged: in a schema, in a call with its response, in a message. */
const JUDGED: readonly (readonly [place: string, clauses: readonly string[]])[] = [
  ...SCHEMAS.map(([name]) => [name, clausesOfSchemas([name])] as const),
  ...OPERATION_IDS.map((id) => [id, [...clausesOfCall(id), ...clausesOf(exchangeChecks[id])]] as const),
  ...triggerEvents.map((event) => [event, clausesOf(eventChecks[event])] as const),
];

/** All entries. Keys: kinds. The published package does not hold the files of cases. */
export function entriesOf(
  catalogue: Catalogue,
  inClone = isClone,
): Readonly<Record<string, readonly Entry[]>> {
  const cases = namedCases(catalogue).map((one) => (inClone ? one : { ...one, file: '' }));
  const areas = Map.groupBy(CLAUSES, ({ area }) => area);
  const keys = Object.entries<{ description: string; properties?: object }>(targetSchema.properties);
  return {
    clauses: CLAUSES.map(({ needs, ...row }) =>
      entry('a clause', [row.id], row, referencesTo(row, needs, cases)),
    ),
    cases: cases.map(({ id, clause, says, file }) =>
      entry('a case', [id], { clause, says, file: file || undefined }, [['proof', proofOf(id)]]),
    ),
    areas: [...areas].map(([area, clauses]) => entry('an area', [area], {}, said(clauses))),
    events: triggerEvents.map((event) => {
      const file = event.toLowerCase().replaceAll('_', '-');
      return entry('a trigger event', [event], {}, said(CLAUSES.filter((clause) => clause.event === file)));
    }),
    operations: OPERATION_IDS.map((id) => {
      const { token, path, answers } = operations[id];
      const row = { call: callName(id), token, responses: Object.keys(answers) };
      const own = JUDGED.filter(([place]) => place.split('.', 1)[0] === id);
      const clauses = own.flatMap(([, ids]) => ids);
      const all = said(CLAUSES.filter((clause) => clauses.includes(clause.id)));
      return entry('an operation', [id, row.call, path], row, all);
    }),
    settings: FACTS.flatMap((row) => (row.setting ? entry('a setting', [row.setting], row) : [])),
    'open facts': FACTS.map((row) => entry('an open fact', [row.id], row)),
    'target file': keys.map(([key, { description, properties = {} }]) =>
      entry('a key of a target file', [key], { description, keys: Object.keys(properties) }),
    ),
    'test data': testDataRows.map((row) => entry('test data of a target file', [row.key], row)),
    faults: faultRows.map((row) => entry('a fault', [row.id], row, runOf(row))),
    variants: benignVariants.map((row) => entry('a benign variant', [row.id], row, runOf(row))),
    'mapping faults': mappingFaults.map((row) =>
      entry('a fault of the mapping', [row.id], row, [['played', 'by npm run faults alone']]),
    ),
  };
}

/** The fields of the row, but for its name, and more. */
function entry(kind: string, names: readonly string[], row: object, more: Rows = []): Entry {
  const fields = Object.entries(row).filter(([, value]) => value !== names[0]);
  return { names, kind, rows: [...fields, ...more] };
}

function said(clauses: readonly Clause[]): Rows {
  return clauses.map(({ id, says }) => [id, says]);
}

function clausesOf(rows: readonly { readonly clause: string }[]): string[] {
  return rows.map(({ clause }) => clause);
}

function runOf({ id }: { readonly id: string }): Rows {
  return [['run', `${commandOf('sandbox')} --fault ${id}`]];
}

function proofOf(name: string): string {
  return `${commandOf('verify')} --target sandbox --only ${name}`;
}

function referencesTo({ id, excluded }: Clause, needs: unknown, cases: readonly NamedCase[]): Rows {
  const breaking = (rows: readonly { id: string; clause: string }[]) =>
    rows.flatMap((row) => (row.clause === id ? row.id : []));
  const own = cases.filter(({ clause, finds }) => clause === id || [...finds].some((one) => one === id));
  const proofs = own.map(({ id: name, file }) => (file === '' ? name : `${name} in ${file}`));
  return [
    ['judged in', JUDGED.flatMap(([place, clauses]) => (clauses.includes(id) ? place : []))],
    ['settings', FACTS.flatMap(({ setting = [], affects }) => (affects?.includes(id) ? setting : []))],
    ['proven by', proofs],
    ['depends on', needs],
    ['dependents', CLAUSES.flatMap((other) => (other.needs?.includes(id) ? other.id : []))],
    ['faults', breaking(faultRows)],
    ['mapping faults', breaking(mappingFaults)],
    ['proof', excluded ? undefined : proofOf(id)],
  ];
}

/** A word of clauses, with every clause that has it. */
export function wordEntries(name: string): Entry[] {
  const word = name.trim();
  if (!/^[\w .-]{3,60}$/.test(word)) return [];
  const found = new RegExp(`(?<![\\w-])${word.replaceAll('.', '\\.')}(?![\\w-])`, 'i');
  const clauses = CLAUSES.filter(({ says }) => found.test(says));
  return clauses.length === 0 ? [] : [entry('a word', [name], {}, said(clauses))];
}

/** All described fields of requests, responses, messages and decrypted details. */
const FIELDS = SCHEMAS.flatMap(([name, { schema }]) =>
  placesIn(placeOf(schema)).flatMap((described) => fieldAt(name, described)),
);

export const fieldNames = [...new Set(FIELDS.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)))];

/** What is said of the field at a place; nothing for items of a list, a condition and the constant that selects it. */
function fieldAt(name: string, { place, isRequired, condition }: ReturnType<typeof placesIn>[number]) {
  const { pointer, nodes, items } = place;
  if (/^$|\*$/.test(pointer) || nodes.every((node) => Object.keys(node).join() === 'const')) return [];
  const all = [...nodes, ...(items?.nodes ?? [])];
  const typesOf = (parts: readonly SchemaNode[] = []) =>
    [...new Set(parts.flatMap(({ type = [] }) => type))].join(' or ');
  const is = [
    [typesOf(nodes), typesOf(items?.nodes)].filter(Boolean).join(' of '),
    ...all.flatMap(({ format = [] }) => format),
    ...all.flatMap(({ const: value, enum: values = [value] }) => values.join(' | ')),
    isRequired ? 'required' : 'not required',
    all.some((node) => node['x-encrypted']) && 'encrypted',
    all.some((node) => node['x-personal']) && 'personal',
  ];
  const constants = Object.entries(condition?.properties ?? {}).map(([tag, node]) => `${tag} ${node.const}`);
  const clauses = all.flatMap((node) => node['x-clauses'] ?? []);
  return {
    /** `createUser.request`, `NEW_TRANSACTIONS.details`; followed by the condition under which it is there. */
    schema: condition ? `${name} (${constants.join(', ')})` : name,
    /** `transactionDetails[].amount`. */
    path: pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.'),
    /** `number, required`. */
    is: is.filter(Boolean).join(', '),
    clauses,
    areas: CLAUSES.filter(({ id }) => clauses.includes(id)).map(({ area }) => area),
    /** The facts about it that are not shown. */
    open: all.flatMap((node) => node['x-not-shown'] ?? []),
  };
}

/**
 * `name` is a field or the end of its path, after an area, an operation or a trigger event where it has several places:
 * `balanceChange`, `errors[].code`, `V2 url`.
 */
export function fieldEntries(name: string): Entry[] {
  const [, scope = '', field = ''] =
    /^(.*?)(\S*)$/.exec(name.trim().toLowerCase().replace(/\s+/g, ' ')) ?? [];
  const isMeant = (path: string | null) => path !== null && plainPath(path).endsWith(plainPath(field));
  const fields = FIELDS.filter(
    ({ path, schema, areas }) => isMeant(path) && `${schema} ${areas}`.toLowerCase().includes(scope.trim()),
  );
  // A header is in no schema and in no area.
  const areas = fields.length === 0 && scope === '' ? ['v1', 'v2'] : fields.flatMap((it) => it.areas);
  const rows = [...requestKinds.flatMap((kind) => table[kind]), ...table.answers].filter(
    ({ from, to }) => (areas.includes('v1') && isMeant(from)) || (areas.includes('v2') && isMeant(to)),
  );
  if (fields.length + rows.length === 0) return [];
  const places = Map.groupBy(fields, ({ path, is }) => `${path}: ${is}`);
  return [
    entry('a field', [name], {}, [
      ...[...places].map(
        ([text, own]) => ['in', `${someOf(own.map((it) => it.schema))} at ${text}`] as const,
      ),
      ['clauses', [...new Set(fields.flatMap(({ clauses }) => clauses))]],
      ['left open', [...new Set(fields.flatMap((it) => it.open))]],
      ...rows.map(({ from, to, fate, loses }) => {
        return [
          'mapping',
          `${from ?? 'nothing'} becomes ${to ?? 'nothing'} (${fate}), loses ${loses}`,
        ] as const;
      }),
    ]),
  ];
}

/** `2XX#iban` is `.2xx.iban`. A list of texts is one field, with or without its brackets, and any item is meant by its first. */
function plainPath(path: string): string {
  return `.${path
    .toLowerCase()
    .replace('#', '.')
    .replace(/\[\d*\]/g, '[]')
    .replace(/\[\]$/, '')}`;
}

/** The first three, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return names.slice(0, 3).join(', ') + more;
}
