/** Derives faults of single places: the ways to be wrong that schemas and mapping table imply, and those that contracts/faults/ lists. */

import { flowKinds, flows } from '../../contracts/src/base/flows.ts';
import type { SchemaNode } from '../../contracts/src/base/schema.ts';
import { placeOf, placesIn, type SchemaPlace } from '../../contracts/src/base/schema-place.ts';
import type { MigrationTable } from '../../contracts/src/migration/mapping-table.ts';
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
  /** Further ways to be wrong, by place. */
  readonly ways?: Readonly<Record<Place, readonly Way[]>>;
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
  readonly implied: readonly Way[];
}
type Fields = Map<Place, Field>;

/** Throws for a way that is unknown, and for one whose place states no clause and that says of none. */
export function derivedFaults(groups: Readonly<Record<string, PlaceGroup>>, documented: Documented) {
  return Object.entries(groups).flatMap(([name, { hook, of, in: holder, ways = {} }]) => {
    const owners = of ?? eventsOf(documented);
    const [first, ...others] = owners.map((owner) => fieldsOf(hook, owner, documented));
    const fields: Fields = (of && first) ?? new Map();
    return [...new Set([...fields.keys(), ...Object.keys(ways)])].flatMap((place) => {
      const stated = clausesAt(first, place).filter((clause) =>
        others.every((other) => clausesAt(other, place).includes(clause)),
      );
      const names = namesIn(place);
      const what = [names.join('.'), holder].filter(Boolean).join(' of ');
      return [...(fields.get(place)?.implied ?? []), ...(ways[place] ?? [])].map((way) => {
        const { id: ownEnd, breaks, is, ...rest } = typeof way === 'string' ? { is: way } : way;
        const [[verb, value] = ['']] = is === undefined ? Object.entries(rest) : [[is]];
        const made = WAYS[verb]?.(place, what, value as never);
        // A place with two clauses says first that the field is there, then what its value is.
        const clause = breaks ?? (is === undefined ? stated.at(-1) : stated[0]);
        if (!made || !clause)
          throw new Error(`${place} of ${holder}: ${verb} is unknown or breaks no clause`);
        const [end, says, edit] = made;
        const id = [name, ...names, ownEnd ?? end].map(inCapitals).join('-');
        return { id, clause, says, hook, ...(of && { of }), edit };
      });
    });
  });
}

/** An item breaks what is stated of its list. */
function clausesAt(fields: Fields | undefined, place: Place): readonly string[] {
  return (fields?.get(place) ?? fields?.get(place.replace(/\/(\*|\d+)$/, '')))?.clauses ?? [];
}

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

/** The fields of an operation or trigger event that faults of a hook change. */
function fieldsOf(hook: PlaceGroup['hook'], owner: string, documented: Documented): Fields {
  const { schemas } = documented;
  if (hook === 'mapping') return mappedFields(owner, documented);
  if (hook === 'message') return messageFields(owner, documented);
  if (hook === 'answer') {
    const status = ['451', '201', '2XX'].find((one) => `${owner}.${one}` in schemas);
    return statedIn(schemas[`${owner}.${status}`], answerWays);
  }
  if (hook !== 'decision') return new Map();
  if (!(`${owner}.message` in schemas)) return statedIn(schemas[`${owner}.request`], requestWays);
  const rule = schemas['createNotificationRule.request'];
  const general = statedIn(rule, () => []);
  // What is stated of the rules of every event is not what this one adds.
  const added = [...statedIn(rule, ruleWays, owner)].map(([place, { clauses, implied }]) => {
    const own = clauses.filter((clause) => !general.get(place)?.clauses.includes(clause));
    return [place, { clauses: own, implied: own.length > 0 ? implied : [] }] as const;
  });
  return new Map(added);
}

/** Its fields, and those of its details. A field that messages of several events have is wrong in those of the first. */
function messageFields(event: string, documented: Documented): Fields {
  const { schemas } = documented;
  const fields = statedIn(schemas[`${event}.message`], messageWays);
  const holder = [...fields.keys()].find((place) => place.endsWith('/details'));
  const details = holder === undefined ? [] : statedIn(schemas[`${event}.details`], detailWays);
  for (const [place, field] of details) if (place !== '') fields.set(`${holder}${place}`, field);
  const events = eventsOf(documented);
  const known = events
    .slice(0, events.indexOf(event))
    .flatMap((one) => [`${one}.message`, `${one}.details`])
    .flatMap((name) => [...statedIn(schemas[name], () => []).values()].flatMap(({ clauses }) => clauses));
  for (const [place, { clauses }] of fields)
    if (clauses.every((clause) => known.includes(clause))) fields.set(place, { clauses, implied: [] });
  return fields;
}

/** The fields of a V2 request. */
function mappedFields(operation: string, { migration }: Documented): Fields {
  const flow = flowKinds.find((kind) => flows[kind].v2 === operation);
  const fields: Fields = new Map();
  for (const { to, clause } of flow ? migration[flow] : []) {
    if (to === null) continue;
    const place = `/${to.replaceAll('[]', '/*').replaceAll('.', '/')}`.replace(/\/\*$/, '');
    fields.set(place, { clauses: [clause], implied: ['missing'] });
  }
  return fields;
}

/** Every place of a schema that states a clause. */
function statedIn(
  schema: SchemaNode = {},
  implies: (place: SchemaPlace, isRequired: boolean) => readonly Way[],
  event?: string,
): Fields {
  const fields: Fields = new Map();
  for (const { place, isRequired, condition } of placesIn(placeOf(schema).for({ triggerEvent: event }))) {
    if (condition) continue;
    // What a list contains is stated of one of its items.
    const own = place.nodes.flatMap((node) => ('contains' in node ? [] : (node['x-clauses'] ?? [])));
    const clauses =
      own.length > 0 ? [...new Set(own)] : isItem(place) ? clausesAt(fields, place.pointer) : [];
    if (clauses.length > 0) fields.set(place.pointer, { clauses, implied: implies(place, isRequired) });
  }
  return fields;
}

function isItem({ pointer }: SchemaPlace): boolean {
  return pointer.endsWith('/*');
}

function answerWays(place: SchemaPlace, isRequired: boolean): Way[] {
  const [type = ''] = place.nodes.flatMap((node) => node.type ?? []);
  const asText = ['number', 'integer', 'boolean'].includes(type) ? 'as text' : 'as a list';
  const retyped = { recode: type === 'array' ? 'as its first item' : asText };
  if (place.pointer === '') return [retyped];
  return isItem(place) || !isRequired ? [] : ['missing', retyped];
}

function messageWays(place: SchemaPlace, isRequired: boolean): Way[] {
  return isRequired && !isItem(place) && !/^$|\/details$/.test(place.pointer) ? ['missing'] : [];
}

function detailWays(place: SchemaPlace): Way[] {
  return place.names.size > 0 || place.items || isItem(place) ? [] : ['missing'];
}

function requestWays(place: SchemaPlace): Way[] {
  const words = place.nodes.flatMap((node) => ('x-open' in node ? [] : (node.enum ?? [])));
  if (words.length > 0) return [{ refuse: `^${words.at(-1)}$` }];
  return isItem(place) || place.pointer === '' ? [] : ['refused'];
}

function ruleWays({ pointer }: SchemaPlace, isRequired: boolean): Way[] {
  if (isRequired) return ['not demanded'];
  return pointer === '/params' ? ['demanded'] : ['refused'];
}
