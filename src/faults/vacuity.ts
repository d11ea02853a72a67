/** Which optional, nullable and list fields of answers and messages the cases saw in which forms: a check of what never came is empty. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { jsonOf } from '../../contracts/src/judge/exchange.ts';
import { answerKind, operationOf } from '../../contracts/src/judge/operation.ts';
import type { CaseResult } from '../runner/verdict.ts';
import type { FieldForm, SeenField } from './strength.ts';

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Fields by the place that they stand at in one kind of answer, message or details. */
type Fields = ReadonlyMap<string, { readonly due: readonly FieldForm[]; readonly seen: Set<FieldForm> }>;

const SCHEMAS = join(import.meta.dirname, '../../contracts/generated/schemas');

/** `results` are those of a run of all cases against a provider without a fault. Sorted by kind and place. */
export function vacuity(results: readonly CaseResult[]): SeenField[] {
  const kinds = new Map(answersAndMessages().map((name) => [name, fieldsOf(name)]));
  const see = (name: string, value: unknown): void => {
    const fields = kinds.get(name);
    if (fields) seeValue(value, '', fields);
  };
  for (const { exchanges, played } of results) {
    for (const { request, response } of exchanges) {
      const operation = operationOf(request);
      const kind = operation && answerKind(operation, response.status)?.status;
      if (kind) see(`${operation}.${kind}`, jsonOf(response.body));
    }
    for (const step of played?.story ?? []) {
      for (const { message } of 'received' in step ? step.received : []) seeMessage(message, see);
    }
  }
  return [...kinds].flatMap(([name, fields]) =>
    [...fields].map(([place, { due, seen }]) => ({
      of: name.replace('.message', '').replace('.', ' '),
      place,
      seen: due.filter((form) => seen.has(form)),
      unseen: due.filter((form) => !seen.has(form)),
    })),
  );
}

/** Details are encrypted, and have a schema of their own. */
function seeMessage(message: unknown, see: (name: string, value: unknown) => void): void {
  if (!isObject(message)) return;
  const { triggerEvent } = message;
  see(`${triggerEvent}.message`, message);
  for (const items of Object.values(message).filter(Array.isArray)) {
    for (const item of items)
      if (isObject(item) && 'details' in item) see(`${triggerEvent}.details`, item['details']);
  }
}

function answersAndMessages(): string[] {
  const names = readdirSync(SCHEMAS).map((file) => file.replace('.json', ''));
  return names.filter((name) => !name.includes('.request')).sort();
}

function fieldsOf(name: string): Fields {
  const root = JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), 'utf8')) as Schema;
  const fields = new Map<string, { due: FieldForm[]; seen: Set<FieldForm> }>();
  const walk = (schema: Schema, place: string): void => {
    const { properties = {}, required = [], items } = schema;
    if (items) walk(resolved(items, root), `${place}/*`);
    for (const [field, written] of Object.entries(properties)) {
      const own = resolved(written, root);
      const due = formsOf(own, required.includes(field));
      if (due.length > 0) fields.set(`${place}/${field}`, { due, seen: new Set() });
      walk(own, `${place}/${field}`);
    }
  };
  walk(resolved(root, root), '');
  return fields;
}

/** The forms that are documented for a field, where there is more than one. */
function formsOf({ type = [] }: Schema, isRequired: boolean): FieldForm[] {
  const types = [type].flat();
  return [
    ...(isRequired ? [] : (['present', 'absent'] as const)),
    ...(types.includes('null') ? (['null', 'filled'] as const) : []),
    ...(types.includes('array') ? (['empty', 'filled'] as const) : []),
  ];
}

/** Branches and parts count together. */
function resolved(schema: Schema, root: Schema): Schema {
  if (schema.$ref !== undefined) {
    const [, , name = ''] = schema.$ref.split('/');
    return resolved(root.$defs?.[name] ?? {}, root);
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map((part) => resolved(part, root));
  if (parts.length === 0) return schema;
  const all = [schema, ...parts];
  const items = all.find((part) => part.items)?.items;
  return {
    type: all.flatMap(({ type = [] }) => [type].flat()),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required = [] }) => required),
    ...(items && { items }),
  };
}

function seeValue(value: unknown, place: string, fields: Fields): void {
  if (Array.isArray(value)) {
    for (const item of value) seeValue(item, `${place}/*`, fields);
    return;
  }
  if (!isObject(value)) return;
  for (const [field, { seen }] of fields) {
    const end = field.lastIndexOf('/');
    if (field.slice(0, end) !== place) continue;
    const name = field.slice(end + 1);
    for (const form of Object.hasOwn(value, name) ? formsIn(value[name]) : (['absent'] as const))
      seen.add(form);
  }
  for (const [name, member] of Object.entries(value)) seeValue(member, `${place}/${name}`, fields);
}

function formsIn(value: unknown): FieldForm[] {
  if (value === null) return ['present', 'null'];
  return ['present', Array.isArray(value) && value.length === 0 ? 'empty' : 'filled'];
}
