/** Compares the validators: those whose schemas have no breaking change are run on bodies made of their schemas. */
import type { Schema } from '../generate/openapi-documents.ts';
import {
  type Artefact,
  type Bump,
  breaking,
  filesBelow,
  type GateRow,
  gravest,
  harmless,
  inBoth,
} from './changes.ts';
import { json, type PackageContent } from './release.ts';
import { type Answers, askValidators } from './run-release.ts';
import { directionOf, schemaRows } from './schema-changes.ts';
import { type SchemaForm, schemaForm } from './schema-form.ts';

const FOLDER = 'dist/validators/';
const FILE = /^dist\/validators\/.*\.js$/;

/** The bodies for one validator, and the gravest step that its schema demands by itself. */
interface Question {
  readonly name: string;
  readonly file: string;
  /** None where a release has no schema for it. */
  readonly bodies?: readonly unknown[];
  readonly step?: Bump | undefined;
}

export const validators: Artefact = {
  name: 'validators',
  files: FILE,
  // Their shared code is in chunks.
  also: /^dist\/chunks\/.*\.js$/,
  rows: (before, after) => {
    const shared = inBoth(filesBelow(before, FOLDER, '.js'), filesBelow(after, FOLDER, '.js'));
    const questions = shared
      .map(({ name }) => question(name.replace(/\.js$/, ''), before, after))
      .filter(({ step }) => step !== 'major');
    const bodies = Object.fromEntries(
      questions.flatMap((each) => (each.bodies ? [[each.file, each.bodies]] : [])),
    );
    const [old, now] = [askValidators(before, bodies), askValidators(after, bodies)];
    return questions.flatMap((each) => rowsOf(each, old[each.file], now[each.file]));
  },
};

/**
 * A validator whose schema has a breaking change is judged by its schema. Every other one must keep accepting: bodies of the old
 * schema where they are sent, bodies of the new one where they are read.
 */
function question(name: string, before: PackageContent, after: PackageContent): Question {
  const [file, schema] = [`${FOLDER}${name}.js`, `dist/schemas/${name}.json`];
  if (!before.files.has(schema) || !after.files.has(schema)) return { name, file };
  const [old, now] = [before, after].map((release) => json(release, schema) as Schema) as [Schema, Schema];
  const direction = directionOf(name);
  const step = gravest(schemaRows(name, old, now, direction));
  return { name, file, step, bodies: probes(direction === 'sent' ? old : now) };
}

function rowsOf(
  { name, step }: Question,
  old: Answers[string] = null,
  now: Answers[string] = null,
): GateRow[] {
  const artefact = `validator ${name}`;
  if (old === null)
    return [breaking(artefact, '', 'did not run before, so what changed is unknown', 'importers')];
  if (now === null) return [breaking(artefact, '', 'no longer runs', 'importers')];
  const refused = new Set(now.flatMap((places, at) => places.filter((place) => !old[at]?.includes(place))));
  const taken = new Set(old.flatMap((places, at) => places.filter((place) => !now[at]?.includes(place))));
  const isSent = directionOf(name) === 'sent';
  const row = (place: string, change: string, breaks: boolean) =>
    breaks
      ? breaking(artefact, place, change, isSent ? 'senders' : 'readers')
      : harmless(artefact, place, change, 'minor');
  const rows = [
    ...[...refused].map((place) => row(place, 'refuses what it took, and no schema says so', isSent)),
    ...[...taken].map((place) => row(place, 'takes what it refused, and no schema says so', !isSent)),
  ];
  // What breaks none of them may be what the schema says.
  return rows.filter(({ bump }) => bump === 'major' || step !== 'minor');
}

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
function probes(schema: Schema): unknown[] {
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
