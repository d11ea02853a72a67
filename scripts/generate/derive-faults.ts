/** Derives faults of single places: the ways to be wrong that schemas and mapping table imply, and those that contracts/faults/ lists. */

import { flowKinds, flows } from '../../contracts/src/base/flows.ts';
import type { SchemaNode } from '../../contracts/src/base/schema.ts';
import { placeOf, placesIn, type SchemaPlace } from '../../contracts/src/base/schema-place.ts';
import type { FieldRow, MigrationTable } from '../../contracts/src/migration/mapping-table.ts';
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

type Word = 'missing' | 'constant' | 'refused' | 'demanded' | 'not demanded';
/** `missing` is short for `{ is: missing }`. Of the other keys of a way one says what is wrong. */
type Way = Word | WrittenWay;
interface WrittenWay {
  /** Ends the id of the fault. */
  readonly id?: string;
  /** The clause that it breaks, where the place states no clause or another one. */
  readonly breaks?: string;
  readonly is?: Word;
  readonly set?: unknown;
  /** Where there is no value. */
  readonly add?: unknown;
  readonly recode?: Recoding;
  /** One word for another. */
  readonly replace?: Readonly<Record<string, string>>;
  readonly rename?: string;
  /** A regular expression of the values that are refused. */
  readonly refuse?: string;
}

export interface DerivedFault extends Pick<PlaceGroup, 'hook' | 'of'> {
  readonly id: string;
  readonly clause: string;
  readonly says: string;
  readonly edit: Edit;
}

interface Field {
  readonly clauses: readonly string[];
  readonly implied: readonly Way[];
}
type Fields = ReadonlyMap<Place, Field>;

/** Throws for a way whose place states no clause and that says of none. */
export function derivedFaults(
  groups: Readonly<Record<string, PlaceGroup>>,
  documented: Documented,
): DerivedFault[] {
  return Object.entries(groups).flatMap(([name, { hook, of, in: holder, ways = {} }]) => {
    const [fields, ...others] = (of ?? eventsOf(documented)).map((owner) =>
      fieldsOf(hook, owner, documented),
    );
    return [...new Set([...(of ? (fields?.keys() ?? []) : []), ...Object.keys(ways)])].flatMap((place) => {
      const stated = clausesAt(fields, place).filter((clause) =>
        others.every((other) => clausesAt(other, place).includes(clause)),
      );
      const implied = (of && fields?.get(place)?.implied) ?? [];
      return [...implied, ...(ways[place] ?? [])].map((way) => {
        const { id, breaks, ...rest } = typeof way === 'string' ? { is: way } : way;
        const { end, says, edit } = madeOf(
          rest,
          place,
          [namesIn(place).join('.'), holder].filter(Boolean).join(' of '),
        );
        // A place with two clauses says first that the field is there, then what its value is.
        const clause = breaks ?? (rest.is === undefined ? stated.at(-1) : stated[0]);
        const whole = [name, ...namesIn(place), id ?? end].map(inCapitals).join('-');
        if (clause === undefined) throw new Error(`${whole}: ${place} of ${holder} states no clause`);
        return { id: whole, clause, says, hook, ...(of && { of }), edit };
      });
    });
  });
}

/** An item breaks what is stated of its list. */
function clausesAt(fields: Fields | undefined, place: Place): readonly string[] {
  return (fields?.get(place) ?? fields?.get(place.replace(/\/(\*|\d+)$/, '')))?.clauses ?? [];
}

interface Made {
  /** Of the id. */
  readonly end: string;
  readonly says: string;
  readonly edit: Edit;
}

const IS: Readonly<Record<Word, (place: Place, what: string) => Omit<Made, 'end'>>> = {
  missing: (place, what) => ({ says: `leaves out ${what}`, edit: { remove: place } }),
  constant: (place, what) => ({ says: `gives the first ${what} every time`, edit: { keep: place } }),
  refused: (place, what) => ({
    says: `refuses ${what}`,
    edit: { refuse: 'request', ...(place && { where: place }) },
  }),
  demanded: (place, what) => ({ says: `demands ${what}`, edit: { refuse: 'request', without: place } }),
  'not demanded': (place, what) => ({
    says: `does not demand ${what}`,
    edit: { accept: 'request', where: place.slice(0, place.lastIndexOf('/')), without: place },
  }),
};

function madeOf(way: WrittenWay, place: Place, what: string): Made {
  const { is, recode, replace, rename, refuse } = way;
  if (is) return { end: is, ...IS[is](place, what) };
  if (recode) return { end: recode, says: `gives ${what} ${recode}`, edit: { recode: place, by: recode } };
  if (replace) {
    const words = JSON.stringify(replace);
    return {
      end: 'REPLACED',
      says: `replaces words of ${what}: ${words}`,
      edit: { replace: place, by: replace },
    };
  }
  if (rename)
    return { end: `CALLED-${rename}`, says: `calls ${what} ${rename}`, edit: { rename: place, to: rename } };
  if (refuse) {
    const edit = { refuse: 'request', where: place, like: refuse } as const;
    return { end: `${refuse}-REFUSED`, says: `refuses ${what} like ${refuse}`, edit };
  }
  if ('add' in way) {
    const says = `gives ${JSON.stringify(way.add)} for ${what} where it has no value`;
    return { end: `FILLED-WITH-${way.add}`, says, edit: { add: place, to: way.add } };
  }
  const says = `gives ${JSON.stringify(way.set)} for ${what}`;
  return { end: String(way.set), says, edit: { set: place, to: way.set } };
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
  const { schemas, migration } = documented;
  const flow = flowKinds.find((kind) => flows[kind].v2 === owner);
  if (hook === 'mapping') return mappedFields(flow ? migration[flow] : []);
  if (hook === 'answer') return new Map(statedIn(responseOf(owner, schemas), answerWays));
  if (hook === 'message') return messageFields(owner, documented);
  if (hook !== 'decision') return new Map();
  if (!(`${owner}.message` in schemas)) return new Map(statedIn(schemas[`${owner}.request`], requestWays));
  const rule = schemas['createNotificationRule.request'];
  const general = new Map(statedIn(rule, () => []));
  // What is stated of the rules of every event is not what this one adds.
  return new Map(
    statedIn(rule, ruleWays, owner).flatMap(([place, { clauses, implied }]) => {
      const added = clauses.filter((clause) => !general.get(place)?.clauses.includes(clause));
      return added.length > 0 ? [[place, { clauses: added, implied }]] : [];
    }),
  );
}

/** The schema of the documented success, or of the 451. */
function responseOf(operation: string, schemas: Schemas): SchemaNode | undefined {
  return schemas[`${operation}.451`] ?? schemas[`${operation}.201`] ?? schemas[`${operation}.2XX`];
}

/** A field that messages of several events have is wrong in those of the first. */
function messageFields(event: string, documented: Documented): Fields {
  const fields = new Map(statedInMessage(event, documented));
  const earlier = eventsOf(documented).slice(0, eventsOf(documented).indexOf(event));
  const known = new Set(
    earlier.flatMap((other) => statedInMessage(other, documented).flatMap(([, { clauses }]) => clauses)),
  );
  for (const [place, { clauses }] of fields)
    if (clauses[0] && known.has(clauses[0])) fields.set(place, { clauses, implied: [] });
  return fields;
}

/** Its fields, and those of its details. */
function statedInMessage(event: string, { schemas }: Documented): [Place, Field][] {
  const fields = statedIn(schemas[`${event}.message`], messageWays);
  const [holder] = fields.find(([place]) => place.endsWith('/details')) ?? [];
  if (holder === undefined) return fields;
  const details = statedIn(schemas[`${event}.details`], detailWays).filter(([place]) => place !== '');
  return [...fields, ...details.map(([place, field]): [Place, Field] => [`${holder}${place}`, field])];
}

type Implies = (place: SchemaPlace, isRequired: boolean) => readonly Way[];

/** Every place of a schema that states a clause. */
function statedIn(schema: SchemaNode = {}, implies: Implies, event?: string): [Place, Field][] {
  const fields = new Map<Place, Field>();
  for (const { place, isRequired, condition } of placesIn(placeOf(schema).for({ triggerEvent: event }))) {
    if (condition) continue;
    // What a list contains is stated of one of its items.
    const own = place.nodes.flatMap((node) => ('contains' in node ? [] : (node['x-clauses'] ?? [])));
    const clauses =
      own.length > 0 ? [...new Set(own)] : isItem(place) ? clausesAt(fields, place.pointer) : [];
    if (clauses.length > 0) fields.set(place.pointer, { clauses, implied: implies(place, isRequired) });
  }
  return [...fields];
}

function isItem({ pointer }: SchemaPlace): boolean {
  return pointer.endsWith('/*');
}

function isLeaf({ names, items }: SchemaPlace): boolean {
  return names.size === 0 && !items;
}

/** How a value of each type is given as another. */
const AS_ANOTHER_TYPE: Readonly<Record<string, WrittenWay>> = {
  string: { recode: 'as a list' },
  object: { recode: 'as a list' },
  array: { recode: 'as its first item' },
  number: { recode: 'as text' },
  integer: { recode: 'as text' },
  boolean: { recode: 'as text' },
};

function answerWays(place: SchemaPlace, isRequired: boolean): Way[] {
  const [type = ''] = place.nodes.flatMap((node) => node.type ?? []);
  const retyped = [AS_ANOTHER_TYPE[type] ?? []].flat();
  if (place.pointer === '') return retyped;
  return isItem(place) || !isRequired ? [] : ['missing', ...retyped];
}

function messageWays(place: SchemaPlace, isRequired: boolean): Way[] {
  return isRequired && !isItem(place) && place.pointer !== '' && !place.pointer.endsWith('/details')
    ? ['missing']
    : [];
}

function detailWays(place: SchemaPlace): Way[] {
  return isLeaf(place) && !isItem(place) ? ['missing'] : [];
}

function requestWays(place: SchemaPlace): Way[] {
  const words = place.nodes.flatMap((node) => ('x-open' in node ? [] : (node.enum ?? [])));
  if (words.length > 0) return [{ refuse: `^${words.at(-1)}$` }];
  return isItem(place) || place.pointer === '' ? [] : ['refused'];
}

function ruleWays(place: SchemaPlace, isRequired: boolean): Way[] {
  if (isRequired) return ['not demanded'];
  return place.pointer === '/params' ? ['demanded'] : ['refused'];
}

/** The fields of a V2 request. */
function mappedFields(rows: readonly FieldRow[]): Fields {
  return new Map(
    rows.flatMap(({ to, clause }) => {
      if (to === null) return [];
      const place = `/${to.replaceAll('[]', '/*').replaceAll('.', '/')}`.replace(/\/\*$/, '');
      return [[place, { clauses: [clause], implied: ['missing'] }]];
    }),
  );
}
