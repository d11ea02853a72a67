/** Derives the faults that the documents and the mapping table imply: one place of an answer, a message, a request or a migration, wrong in one way. */

import type { SchemaNode } from '../../../contracts/src/base/schema.ts';
import { placeOf, placesIn, type SchemaPlace } from '../../../contracts/src/base/schema-place.ts';
import type { FieldRow, MigrationTable } from '../../../contracts/src/migration/mapping-table.ts';
import { type Place, RECODINGS, type Recoding } from '../../faults/edit-tree.ts';
import type { DerivedFaultRow, Edit, FaultRow, HookName, Sight } from '../../faults/fault-row.ts';
import { derivedId, TREE_VERBS } from '../../faults/fault-row.ts';
import type { Schemas } from './make-schemas.ts';

export interface Documented {
  readonly schemas: Schemas;
  readonly migration: MigrationTable;
}

/** An entry of `places` in a file of contracts/faults/; its key begins the ids of its faults. */
export interface PlaceGroup {
  readonly hook: 'answer' | 'message' | 'decision' | 'mapping';
  /** The operations or trigger events whose places these are; all trigger events without it. */
  readonly of?: NonNullable<FaultRow['of']>;
  /** What has the places, as a sentence names it. */
  readonly in: string;
  /** The ways that are not implied, by place. */
  readonly ways?: Readonly<Record<Place, readonly Way[]>>;
}

/**
 * How a place is wrong: the name of a recoding (`null` for the one of this name), or a verb with its value, if it
 * takes one. `id` ends the id of the fault where the value would make no good one; `sees` is there where it is not what the
 * place suggests.
 */
type Way =
  | string
  | null
  | (Readonly<Record<string, unknown>> & { readonly id?: string; readonly sees?: Sight });

interface Field {
  readonly clauses: readonly string[];
  /** The ways in which the field is wrong in every catalogue. */
  readonly implied: readonly Way[];
}
type Fields = ReadonlyMap<Place, Field>;
type Hook = PlaceGroup['hook'];

/** `done` are the clauses of messages that have faults already. Throws for a place that states no clause, and for a way that is none. */
export function derivedFaults(
  groups: Readonly<Record<string, PlaceGroup>>,
  documented: Documented,
  done: Set<string>,
): (Omit<DerivedFaultRow, 'class'> & { readonly id: string })[] {
  return Object.entries(groups).flatMap(([name, { hook, of, in: holder, ways = {} }]) => {
    const [fields = new Map(), ...others] = (of ?? eventsOf(documented)).map((owner) =>
      fieldsOf(hook, owner, documented),
    );
    return [...new Set([...fields.keys(), ...Object.keys(ways)])].flatMap((place) => {
      const clauses = clausesAt(fields, place).filter((clause) =>
        others.every((other) => clausesAt(other, place).includes(clause)),
      );
      // Its own first, and last one that it has in common with other places.
      const [own] = clauses;
      // A field that several events have is tried with the first of them.
      const isDone = hook === 'message' && (of === undefined || done.has(`${own}`));
      const implied = isDone ? [] : (fields.get(place)?.implied ?? []);
      if (implied.length > 0) done.add(`${own}`);
      return [...implied, ...(ways[place] ?? [])].map((way) => {
        const { edit, end, sees = sightOf(hook, edit), isOfForm } = madeOf(way, place, holder);
        const parts = { group: name, ...(end !== undefined && { end }), edit };
        const id = derivedId(parts);
        const clause = isOfForm ? clauses.at(-1) : own;
        if (clause === undefined) throw new Error(`${id}: ${place} of ${holder} states no clause`);
        return { id, clause, in: holder, sees, hook, ...(of && { of }), ...parts };
      });
    });
  });
}

/** An item breaks what is stated of its list. */
function clausesAt(fields: Fields, place: Place): readonly string[] {
  return (fields.get(place) ?? fields.get(place.replace(/\/(\*|\d+)$/, '')))?.clauses ?? [];
}

/** `end` of the id, where it does not follow from the edit; `isOfForm` where the value is there in another form, so that a common clause is broken. */
function madeOf(way: Way, place: Place, holder: string) {
  const word = String(way);
  const isRecoding = (RECODINGS as readonly string[]).includes(word);
  const named = isRecoding ? { recode: word } : { [word]: undefined };
  const { id: end, sees, ...verbs }: Extract<Way, object> = typeof way === 'object' && way ? way : named;
  const [[verb, value] = ['']] = Object.entries(verbs);
  const { [verb]: ofTree } = TREE_VERBS;
  const tree = { [verb]: place, ...(ofTree?.key && { [ofTree.key]: value }) };
  const edit = ofTree ? tree : DECISIONS[verb]?.(place, value);
  if (edit === undefined) throw new Error(`${place} of ${holder}: ${verb} is no way to be wrong`);
  const isOfForm = verb === 'recode' || verb === 'set' || 'like' in edit;
  return { edit: edit as Edit, end, ...(sees && { sees }), isOfForm };
}

/** The verbs of decisions: the edit that each makes of the value of a way. Those of trees are in TREE_VERBS. */
const DECISIONS: Readonly<Record<string, (place: Place, value: unknown) => object>> = {
  refuse: (where, like) => ({ refuse: 'request', where, ...(like !== undefined && { like }) }),
  accept: (where, like) => ({ accept: 'request', where, ...(like !== undefined && { like }) }),
  demand: (without) => ({ refuse: 'request', without }),
  forgo: (without) => {
    const where = without.slice(0, without.lastIndexOf('/'));
    return { accept: 'request', ...(where && { where }), without };
  },
};

/** Changes of a value that keep its form: a check must know the expected value to see them. */
const OTHER_VALUES: readonly Recoding[] = [
  ...(['one more', 'one hundredth more', 'rounded', 'negated', 'upper case', 'cut short'] as const),
];

/** What has to be looked at to see an edit, where its row does not say it. */
export function sightOf(hook: HookName, edit: Edit): Sight {
  if (hook === 'mapping' || hook === 'clock') return hook;
  if (hook === 'encrypted message') return 'decryption';
  if (hook === 'message' && JSON.stringify(edit).includes('/details/')) return 'decryption';
  const isValue = 'function' in edit || ('recode' in edit && OTHER_VALUES.includes(edit.by));
  const isOfSeveral = ['keep', 'rotate', 'repeat', 'drop'].some((verb) => verb in edit);
  if (['rule', 'match', 'delivery'].includes(hook) || isOfSeveral) return 'memory';
  return hook === 'message' && isValue ? 'memory' : 'one exchange';
}

function eventsOf({ schemas }: Documented): string[] {
  return Object.keys(schemas).flatMap((name) =>
    name.endsWith('.message') ? name.replace('.message', '') : [],
  );
}

/** The fields of an operation or trigger event at a hook; details are fields of their message. */
function fieldsOf(hook: Hook, owner: string, { schemas, migration }: Documented): Fields {
  if (hook === 'mapping')
    return mappedFields(owner === 'createBankConnectionImport' ? migration.import : migration.payment);
  if (hook === 'decision' && `${owner}.message` in schemas)
    return schemaFields(hook, schemas['createNotificationRule.request'], owner);
  if (hook === 'decision') return schemaFields(hook, schemas[`${owner}.request`]);
  const [answer] = Object.keys(schemas).filter((name) => /^\.[0-9]/.test(name.replace(owner, '')));
  if (hook === 'answer') return schemaFields(hook, schemas[answer ?? '']);
  const fields = new Map(schemaFields(hook, schemas[`${owner}.message`]));
  const place = [...fields.keys()].find((one) => one.endsWith('/details'));
  const details = place === undefined ? [] : schemaFields('details', schemas[`${owner}.details`]);
  for (const [at, field] of details) if (at !== '') fields.set(`${place}${at}`, field);
  return fields;
}

function schemaFields(hook: Hook | 'details', schema: SchemaNode = {}, event?: string): Fields {
  const fields = new Map<Place, Field>();
  const general = event ? schemaFields(hook, schema) : fields;
  // Of the branches of trigger events that of `event`.
  for (const { place, isRequired, condition } of placesIn(placeOf(schema).for({ triggerEvent: event }))) {
    if (condition) continue;
    const { pointer: name } = place;
    const own = new Set(place.nodes.flatMap((node) => ('contains' in node ? [] : (node['x-clauses'] ?? []))));
    // What is stated for every event is not what this one adds.
    const added = own.difference(new Set(general.get(name)?.clauses));
    // An item breaks what is stated of its list.
    const clauses =
      own.size > 0 ? [...(added.size > 0 ? added : own)] : name.endsWith('/*') ? clausesAt(fields, name) : [];
    // What an event adds to the request of a rule implies nothing.
    const implied = clauses.length === 0 || event ? [] : impliedWays(hook, place, isRequired);
    fields.set(name, { clauses, implied });
  }
  return fields;
}

function impliedWays(
  hook: Hook | 'details',
  { pointer: place, nodes, names, items }: SchemaPlace,
  isRequired: boolean,
): Way[] {
  const isItem = place.endsWith('/*');
  const isLeaf = names.size === 0 && !items;
  if (hook === 'details') return isLeaf && !isItem ? ['remove'] : [];
  if (hook === 'message' || (place === '' && hook === 'decision')) return [];
  const words = nodes.flatMap((node) => node.enum ?? []);
  const isOpen = nodes.some((node) => 'x-open' in node);
  if (hook === 'decision') {
    if (words.length > 0 && !isOpen) return words.map((word) => ({ refuse: `^${word}$` }));
    return isItem ? [] : ['refuse'];
  }
  const types = nodes.flatMap(({ type = [] }) => type);
  if (place === '') return ['list'];
  if (isItem || !isRequired) return [];
  return types.length === 0 || types.includes('null') ? ['remove'] : ['remove', null];
}

/** The fields of a V2 request; what holds mapped fields alone breaks the clause of the first. */
function mappedFields(rows: readonly FieldRow[]): Fields {
  const fields = new Map<Place, Field>();
  for (const row of rows) {
    if (row.to === null) continue;
    const place = `/${row.to.replaceAll('[]', '/*').replaceAll('.', '/')}`.replace(/\/\*$/, '');
    const steps = place.split('/');
    for (const end of steps.keys()) {
      const holder = steps.slice(0, end + 1).join('/');
      if (end > 0 && !fields.has(holder)) fields.set(holder, { clauses: [row.clause], implied: [] });
    }
    fields.set(place, { clauses: [row.clause], implied: mappedWays(row, row.to) });
    // A field that V2 has in an object or list may stay where V1 has it.
    const source = row.to.endsWith('[]') ? `${place}/0` : place;
    const holder = source.slice(0, source.lastIndexOf('/'));
    if (row.from === null || !['moved', 'wrapped'].includes(row.fate) || holder === '') continue;
    const move = `${holder.slice(0, holder.lastIndexOf('/'))}/${lastName(row.from)}`;
    const implied = [...(fields.get(source)?.implied ?? []), { move, id: 'AS-IN-V1' }];
    fields.set(source, { clauses: [row.clause], implied });
  }
  return fields;
}

function mappedWays({ from, fate, by, type, words }: FieldRow, to: string): Way[] {
  const isList = to.endsWith('[]');
  const isFreeText = type === 'string' && from !== null && !words && by !== 'calendar-date';
  const name = from === null ? lastName(to) : lastName(from);
  const ofType: Way[] = isList
    ? ['empty', 'first item', ...(fate === 'wrapped' ? [] : ['drop', 'repeat'])]
    : {
        boolean: [{ set: true }, { set: false }, 'text'],
        number: ['text'],
        string: isFreeText ? ['cut short'] : [],
        object: [],
      }[type];
  const renamed: Way[] = name === lastName(to) ? [] : [{ rename: name }];
  return ['remove', ...ofType, ...renamed, ...(fate === 'renamed' ? [{ copy: name }] : [])];
}

/** Of a path of the mapping table, such as `orders[].recipient.name`. */
function lastName(path: string): string {
  return path.replace(/.*\./, '').replace('[]', '');
}
