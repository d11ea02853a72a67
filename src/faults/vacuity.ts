/** The forms in which the cases saw each optional, nullable and list field: a check of what never came proves nothing. */
import open from '../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../contracts/src/base/compiled-schema.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { jsonOf } from '../../contracts/src/judge/exchange.ts';
import { answerKind, operationOf } from '../../contracts/src/judge/operation.ts';
import type { CaseResult } from '../runner/verdict.ts';
import type { FieldForm, SeenField } from './strength.ts';

/** The fields of one kind of answer, message or details, by place. */
type Fields = ReadonlyMap<string, { readonly due: readonly FieldForm[]; readonly seen: Set<FieldForm> }>;

/** `results` are those of a run of all cases against a provider without a fault. Sorted by kind and place. */
export function vacuity(results: readonly CaseResult[]): SeenField[] {
  const kinds = new Map(
    Object.entries(open)
      .filter(([name]) => !name.endsWith('.request'))
      .sort()
      .map(([name, { schema }]) => [name, fieldsOf(schema)]),
  );
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

function fieldsOf(root: SchemaNode): Fields {
  const fields = new Map<string, { due: readonly FieldForm[]; seen: Set<FieldForm> }>();
  const walk = (schema: SchemaNode, place: string): void => {
    const { properties = {}, required = [], items } = flat(schema);
    if (items) walk(items, `${place}/*`);
    for (const [name, field] of Object.entries(properties)) {
      const due = formsOf(flat(field), required.includes(name));
      if (due.length > 0) fields.set(`${place}/${name}`, { due, seen: new Set() });
      walk(field, `${place}/${name}`);
    }
  };
  walk(root, '');
  return fields;
}

/** The forms that are documented for a field, where there is more than one. */
function formsOf({ type = [] }: SchemaNode, isRequired: boolean): FieldForm[] {
  const types = [type].flat();
  return [
    ...(isRequired ? [] : (['present', 'absent'] as const)),
    ...(types.includes('null') ? (['null', 'filled'] as const) : []),
    ...(types.includes('array') ? (['empty', 'filled'] as const) : []),
  ];
}

/** The schema with what its `allOf` adds. */
function flat(schema: SchemaNode): SchemaNode {
  const all = [schema, ...(schema.allOf ?? []).map(flat)];
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
