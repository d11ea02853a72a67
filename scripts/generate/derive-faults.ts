/** Derives the faults that the documents and the mapping table imply: one place of an answer, a message, a request or a migration, wrong in one way. */

import { flowKinds, flows } from '../../contracts/src/base/flows.ts';
import type { SchemaNode } from '../../contracts/src/base/schema.ts';
import { placeOf, placesIn, type SchemaPlace } from '../../contracts/src/base/schema-place.ts';
import type { FieldRow, MigrationTable } from '../../contracts/src/migration/mapping-table.ts';
import { type Place, VERBS } from '../../src/faults/edit-tree.ts';
import type { DecisionEdit, Edit, FaultRow } from '../../src/faults/fault-row.ts';
import { RECODE } from '../../src/faults/recode.ts';
import type { Schemas } from './make-schemas.ts';

export interface Documented {
  readonly schemas: Schemas;
  readonly migration: MigrationTable;
}

/** An entry of `places` in a file of contracts/faults/; its key begins the ids of its faults. */
export interface PlaceGroup extends Pick<FaultRow, 'hook' | 'of'> {
  /** What has the places, as a sentence names it. */
  readonly in: string;
  /** What its faults break, where the documents do not say so. */
  readonly clause?: string;
  /** The ways that are not implied, by place. */
  readonly ways?: Readonly<Record<Place, readonly Way[]>>;
}

/**
 * How a place is wrong: the name of a recoding (`null` for the one of this name), or a verb, alone or with its value. `id`
 * ends the id of the fault where the value would make no good one, and `clause` is what it breaks where the place states
 * another one.
 */
type Way =
  | string
  | null
  | (Readonly<Record<string, unknown>> & { readonly id?: string; readonly clause?: string });

interface Field {
  readonly clauses: readonly string[];
  /** The ways in which the field is wrong in every catalogue. */
  readonly implied: readonly Way[];
}
type Fields = ReadonlyMap<Place, Field>;
type Hook = FaultRow['hook'];

/** `done` are the clauses of messages that have faults already. Throws for a place that states no clause, and for a way that is none. */
export function derivedFaults(
  groups: Readonly<Record<string, PlaceGroup>>,
  documented: Documented,
  done: Set<string>,
): Omit<FaultRow, 'class'>[] {
  return Object.entries(groups).flatMap(([name, { hook, of, in: holder, clause: stated, ways = {} }]) => {
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
        const made = madeOf(way, place, holder);
        const id = [name, ...namesIn(place), made.end].map(inCapitals).join('-');
        const clause = made.clause ?? stated ?? (made.isOfForm ? clauses.at(-1) : own);
        if (clause === undefined) throw new Error(`${id}: ${place} of ${holder} states no clause`);
        return { id, clause, says: made.says, hook, ...(of && { of }), edit: made.edit };
      });
    });
  });
}

/** An item breaks what is stated of its list. */
function clausesAt(fields: Fields, place: Place): readonly string[] {
  return (fields.get(place) ?? fields.get(place.replace(/\/(\*|\d+)$/, '')))?.clauses ?? [];
}

/** The edit of a way, its sentence and the end of its id; `isOfForm` where the value is there in another form, so that a common clause is broken. */
function madeOf(way: Way, place: Place, holder: string) {
  const { id, clause, ...verbs } = typeof way === 'object' && way ? way : { [`${way}`]: undefined };
  const [[name, given] = ['']] = Object.entries(verbs);
  const [verb, value] = name in RECODE ? ['recode', name] : [name, given ?? undefined];
  const what = [namesIn(place).join('.'), holder].filter(Boolean).join(' of ');
  const { [verb]: ofTree } = VERBS;
  const { [verb]: ofDecision } = DECISIONS;
  const words = ofTree ?? ofDecision;
  if (!words) throw new Error(`${place} of ${holder}: ${verb} is no way to be wrong`);
  const edit: Edit = ofDecision
    ? ofDecision.edit(place, value as string | undefined)
    : { [verb]: place, ...(ofTree?.key && { [ofTree.key]: value }) };
  const isOfForm = verb === 'recode' || verb === 'set' || (ofDecision && value !== undefined);
  return { edit, says: words.says(what, value), end: id ?? words.end(value), clause, isOfForm };
}

interface DecisionVerb extends Pick<(typeof VERBS)[string], 'end' | 'says'> {
  readonly edit: (place: Place, like?: string) => DecisionEdit;
}

/** The verbs of decisions on requests. Those of trees are in VERBS. */
const DECISIONS: Readonly<Record<string, DecisionVerb>> = {
  refuse: {
    end: (like) => (like === undefined ? 'REFUSED' : `${like}-REFUSED`),
    says: (what, like) => (like === undefined ? `refuses ${what}` : `refuses ${what} like ${like}`),
    edit: (where, like) => ({
      refuse: 'request',
      ...(where && { where }),
      ...(like !== undefined && { like }),
    }),
  },
  demand: {
    end: () => 'DEMANDED',
    says: (what) => `demands ${what}`,
    edit: (without) => ({ refuse: 'request', without }),
  },
  forgo: {
    end: () => 'NOT-DEMANDED',
    says: (what) => `does not demand ${what}`,
    edit: (without) => {
      const where = without.slice(0, without.lastIndexOf('/'));
      return { accept: 'request', ...(where && { where }), without };
    },
  },
};

/** As a part of an id. */
export function inCapitals(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toUpperCase();
}

/** The names of the fields of a place, without those of the lists that hold the others. */
function namesIn(place: Place): string[] {
  const steps = place.split('/').slice(1);
  return steps.filter(
    (step, index) => step !== '*' && (steps[index + 1] !== '*' || index + 2 === steps.length),
  );
}

function eventsOf({ schemas }: Documented): string[] {
  return Object.keys(schemas).flatMap((name) =>
    name.endsWith('.message') ? name.replace('.message', '') : [],
  );
}

/** The fields of an operation or trigger event at a hook; details are fields of their message. */
function fieldsOf(hook: Hook, owner: string, { schemas, migration }: Documented): Fields {
  const flow = flowKinds.find((kind) => flows[kind].v2 === owner);
  if (hook === 'mapping') return mappedFields(flow ? migration[flow] : []);
  if (hook === 'decision' && `${owner}.message` in schemas)
    return schemaFields(hook, schemas['createNotificationRule.request'], owner);
  if (hook === 'decision') return schemaFields(hook, schemas[`${owner}.request`]);
  const [answer] = Object.keys(schemas).filter((name) => /^\.[0-9]/.test(name.replace(owner, '')));
  if (hook === 'answer') return schemaFields(hook, schemas[answer ?? '']);
  if (hook !== 'message') return new Map();
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
