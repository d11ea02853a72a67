/** Bodies that a validator is asked about, made of its schema: one that has everything, and it with one thing wrong. */
import type { Schema } from '../generate/schema.ts';
import { type SchemaForm, schemaForm } from './schema-form.ts';

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'envelope-time': '2026-11-20 09:15:00.123',
  'german-time': '2026-11-20 09:15:00.123',
  'web-form-time': '2026-11-20T09:15:00.123+0100',
  uri: 'https://bank.example/1',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
};
const WRONG = [null, true, -1, 0.5, 101, '', 'text', [], {}];

type Fields = Record<string, unknown>;

/** Whether a validator takes them or not: what two validators say of one probe differs only when they differ. */
export function probes(schema: Schema): unknown[] {
  const form = schemaForm(schema);
  const whole = sample(form);
  const branched = [...form.branches.values()].map(({ when, then }) =>
    joined(joined(whole, sample(schemaForm(when))), sample(schemaForm(then))),
  );
  return [whole, ...branched].flatMap((body) => [body, ...wrong(body)]);
}

function sample({ values, types, properties, items, keywords }: SchemaForm): unknown {
  const [value] = values ?? [];
  if (value !== undefined) return JSON.parse(value);
  if (properties.size > 0)
    return Object.fromEntries([...properties].map(([name, part]) => [name, sample(schemaForm(part))]));
  if (items) return [sample(schemaForm(items))];
  const [type] = types ?? [];
  if (type === 'string') return TEXTS[`${keywords.get('format')}`] ?? 'text';
  if (type === 'number' || type === 'integer') return Number(keywords.get('minimum') ?? 1);
  return type === 'boolean' ? true : type === 'array' ? [] : {};
}

function joined(body: unknown, more: unknown): unknown {
  if (!isFields(body) || !isFields(more)) return more;
  const added = Object.entries(more).map(([name, part]) => [
    name,
    name in body ? joined(body[name], part) : part,
  ]);
  return { ...body, ...Object.fromEntries(added) };
}

/** The body once for each thing that is wrong of each of its places. */
function* wrong(body: unknown): Generator<unknown> {
  if (Array.isArray(body)) {
    for (const item of wrong(body[0])) yield [item];
    return;
  }
  if (!isFields(body)) return;
  for (const [name, part] of Object.entries(body)) {
    const { [name]: _, ...others } = body;
    yield others;
    for (const value of WRONG) yield { ...body, [name]: value };
    for (const value of wrong(part)) yield { ...body, [name]: value };
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
