/** Derives faults of single fields: those that contracts/faults/ lists, else the one that the schema or mapping table implies. */

import { flowKinds, flows } from '../../contracts/src/base/flows.ts';
import type { SchemaNode } from '../../contracts/src/base/schema.ts';
import { placeOf, type SchemaPlace } from '../../contracts/src/base/schema-place.ts';
import type { MigrationTable } from '../../contracts/src/migration/mapping-table.ts';
import { placesIn } from '../../src/base/schema-places.ts';
import type { Place } from '../../src/faults/edit-tree.ts';
import type { Edit, FaultRow, HookName } from '../../src/faults/fault-row.ts';
import type { Recoding } from '../../src/faults/recode.ts';
import type { Schemas } from './make-schemas.ts';

export interface Documented {
  readonly schemas: Schemas;
  readonly migration: MigrationTable;
}

/** An entry of `places` in a file of contracts/faults/; its key begins the ids of its faults. */
export interface PlaceGroup extends Pick<FaultRow, 'of'> {
  readonly hook: HookName | 'mapping';
  /** What has the places, as a sentence names it. */
  readonly in: string;
  /** The ways to be wrong by place. A place without any has the one that is derived; those of a mapping have it too. */
  readonly ways?: Readonly<Record<Place, readonly Way[]>>;
  /** The clauses of which faults are derived; all without it. */
  readonly own?: ReadonlySet<string>;
}

/** A name of WAYS: alone, under `is`, or as a key with its value. */
type Way = string | WrittenWay;
interface WrittenWay extends Readonly<Record<string, unknown>> {
  /** Ends the id of the fault. */
  readonly id?: string;
  /** The clause that it breaks, where the place states no clause or another one. */
  readonly breaks?: string;
  readonly is?: string;
}

/** The end of the id, what the provider does, and the edit; `what` is the place and what holds it. */
const WAYS: Readonly<
  Record<
    string,
    (place: Place, what: string, value: never) => readonly [end: string, says: string, edit: Edit]
  >
> = {
  missing: (place, what) => ['MISSING', `leaves out ${what}`, { remove: place }],
  constant: (place, what) => ['CONSTANT', `gives the first ${what} every time`, { keep: place }],
  set: (place, what, to) => [`${to}`, `gives ${JSON.stringify(to)} for ${what}`, { set: place, to }],
  add: (place, what, to) => {
    const says = `gives ${JSON.stringify(to)} for ${what} where it has no value`;
    return [`FILLED-WITH-${to}`, says, { add: place, to }];
  },
  recode: (place, what, by: Recoding) => [by, `gives ${what} ${by}`, { recode: place, by }],
  replace: (place, what, by: Readonly<Record<string, string>>) => {
    return ['REPLACED', `replaces words of ${what}: ${JSON.stringify(by)}`, { replace: place, by }];
  },
  rename: (place, what, to) => [`CALLED-${to}`, `calls ${what} ${to}`, { rename: place, to }],
  refused: (where, what) => ['REFUSED', `refuses ${what}`, { refuse: 'request', ...(where && { where }) }],
  refuse: (where, what, like) => {
    return [`${like}-REFUSED`, `refuses ${what} like ${like}`, { refuse: 'request', where, like }];
  },
  demanded: (without, what) => ['DEMANDED', `demands ${what}`, { refuse: 'request', without }],
  'not demanded': (without, what) => {
    const where = without.slice(0, without.lastIndexOf('/'));
    return ['NOT-DEMANDED', `does not demand ${what}`, { accept: 'request', where, without }];
  },
};

interface Field {
  readonly clauses: readonly string[];
  readonly implied?: Way | undefined;
}
type Fields = ReadonlyMap<Place, Field>;

/** Throws for a way that is unknown, and for one whose place states no clause and that says of none. */
export function derivedFaults(groups: Readonly<Record<string, PlaceGroup>>, documented: Documented) {
  return Object.entries(groups).flatMap(([name, { hook, of, in: holder, ways = {}, own }]) => {
    // The fields of the first of a group are those of all.
    const fields = fieldsOf(hook, of?.[0] ?? '', documented);
    return [...new Set([...fields.keys(), ...Object.keys(ways)])].flatMap((place) => {
      const clauses = clausesAt(fields, place);
      const implied = fields.get(place)?.implied;
      const owned = own ? clauses.filter((clause) => own.has(clause)) : clauses;
      const stated = owned.length > 0 ? owned : clauses;
      const names = namesIn(place);
      const what = [names.join('.'), holder].filter(Boolean).join(' of ');
      // A mapping loses each of its fields, whatever else is wrong with it.
      const isDerived = implied && owned.length > 0 && (hook === 'mapping' || !ways[place]);
      return [...(isDerived ? [implied] : []), ...(ways[place] ?? [])].map((way) => {
        const { id: ownEnd, breaks, is, ...rest } = typeof way === 'string' ? { is: way } : way;
        const [[verb, value] = [''], ...others] = is === undefined ? Object.entries(rest) : [[is]];
        const made = WAYS[verb]?.(place, what, value as never);
        // A place with two clauses says first that the field is there, then what its value is.
        const clause = breaks ?? (is === undefined ? stated.at(-1) : stated[0]);
        if (!made || !clause || others.length > 0)
          throw new Error(`${place} of ${holder}: ${verb} is unknown, not alone, or breaks no clause`);
        const [end, says, edit] = made;
        const id = [name, ...names, ownEnd ?? end].map(inCapitals).join('-');
        return { id, clause, says, hook, ...(of && { of }), edit };
      });
    });
  });
}

/** An item breaks what is stated of its list. */
function clausesAt(fields: Fields, place: Place): readonly string[] {
  return (fields.get(place) ?? fields.get(place.replace(/\/(\*|\d+)$/, '')))?.clauses ?? [];
}

/** The text as a part of an id. */
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

/** The fields of an operation or trigger event that faults of a hook change. */
function fieldsOf(hook: PlaceGroup['hook'], owner: string, { schemas, migration }: Documented): Fields {
  if (hook === 'mapping') return mappedFields(owner, migration);
  if (hook === 'message') return messageFields(owner, schemas);
  if (hook === 'answer') {
    const status = ['451', '201', '2XX'].find((one) => `${owner}.${one}` in schemas);
    return statedIn(schemas[`${owner}.${status}`], answerWay);
  }
  if (hook !== 'decision') return new Map();
  if (`${owner}.message` in schemas)
    return statedIn(schemas['createNotificationRule.request'], ruleWay, owner);
  return statedIn(schemas[`${owner}.request`], requestWay);
}

/** The fields of a message and of its details. */
function messageFields(event: string, schemas: Schemas): Fields {
  const fields = statedIn(schemas[`${event}.message`], messageWay);
  const holder = [...fields.keys()].find((place) => place.endsWith('/details'));
  const details = holder === undefined ? [] : statedIn(schemas[`${event}.details`], detailWay);
  return new Map([...fields, ...[...details].map(([place, field]) => [`${holder}${place}`, field] as const)]);
}

/** The fields of a V2 request. */
function mappedFields(operation: string, migration: MigrationTable): Fields {
  const flow = flowKinds.find((kind) => flows[kind].v2 === operation);
  const rows = flow ? migration[flow] : [];
  const fields = rows.flatMap(({ to, clause }) => {
    const place = `/${to?.replaceAll('[]', '/*').replaceAll('.', '/')}`.replace(/\/\*$/, '');
    return to === null ? [] : [[place, { clauses: [clause], implied: 'missing' }] as const];
  });
  return new Map(fields);
}

/** Every place of a schema that states a clause. */
function statedIn(
  schema: SchemaNode = {},
  implied: (place: SchemaPlace, isRequired: boolean) => Way | undefined,
  event?: string,
): Fields {
  const fields = new Map<Place, Field>();
  for (const { place, isRequired, condition } of placesIn(placeOf(schema).for({ triggerEvent: event }))) {
    if (condition) continue;
    // What a list contains is stated of one of its items.
    const own = place.nodes.flatMap((node) => ('contains' in node ? [] : (node['x-clauses'] ?? [])));
    const clauses =
      own.length > 0 ? [...new Set(own)] : isItem(place) ? clausesAt(fields, place.pointer) : [];
    if (clauses.length > 0) fields.set(place.pointer, { clauses, implied: implied(place, isRequired) });
  }
  return fields;
}

function isItem({ pointer }: SchemaPlace): boolean {
  return pointer.endsWith('/*');
}

function answerWay(place: SchemaPlace, isRequired: boolean): Way | undefined {
  return place.pointer === '' ? { recode: 'as a list' } : messageWay(place, isRequired);
}

function messageWay(place: SchemaPlace, isRequired: boolean): Way | undefined {
  return isRequired && !isItem(place) && !/^$|\/details$/.test(place.pointer) ? 'missing' : undefined;
}

function detailWay(place: SchemaPlace): Way | undefined {
  return place.names.size > 0 || place.items || isItem(place) ? undefined : 'missing';
}

function requestWay(place: SchemaPlace): Way | undefined {
  const words = place.nodes.flatMap((node) => ('x-open' in node ? [] : (node.enum ?? [])));
  if (words.length > 0) return { refuse: `^${words.at(-1)}$` };
  return isItem(place) || place.pointer === '' ? undefined : 'refused';
}

function ruleWay({ pointer }: SchemaPlace, isRequired: boolean): Way {
  if (isRequired) return 'not demanded';
  return pointer === '/params' ? 'demanded' : 'refused';
}
