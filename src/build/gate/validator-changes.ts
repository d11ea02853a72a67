/** Compares the validators: each is run on bodies made of its schema, good ones and wrong ones. */
import type { SchemaNode } from '../../../contracts/src/base/compiled-schema.ts';
import { isObject } from '../../../contracts/src/base/json-value.ts';
import { conjuncts } from '../generate/schema-places.ts';
import { type Artefact, filesBelow, type GateRow, gateRow, inBoth } from './changes.ts';
import { type Answers, askValidators, json, type PackageContent } from './release.ts';
import { isSent, keywordsOf, typesOf, valuesOf } from './schema-changes.ts';

const FOLDER = 'dist/validators/';

export const validators: Artefact = {
  name: 'validators',
  files: /^dist\/validators\/.*\.js$/,
  // Their shared code is in chunks.
  also: /^dist\/chunks\/.*\.js$/,
  rows: (before, after) => {
    const shared = inBoth(filesBelow(before, FOLDER, '.js'), filesBelow(after, FOLDER, '.js'));
    const names = shared.map(({ name }) => name.replace('.js', ''));
    // They must keep accepting bodies of the old schema where these are sent, of the new one where they are read.
    const bodies = Object.fromEntries(
      names.map((name) => [`${FOLDER}${name}.js`, probes(name, isSent(name) ? before : after)]),
    );
    const [old, now] = [askValidators(before, bodies), askValidators(after, bodies)];
    const answer = (answers: Answers, name: string) => answers[`${FOLDER}${name}.js`] ?? null;
    return names.flatMap((name) => rowsOf(name, answer(old, name), answer(now, name)));
  },
};

function rowsOf(name: string, old: Answers[string], now: Answers[string]): GateRow[] {
  const artefact = `validator ${name}`;
  if (old === null)
    return [gateRow(artefact, '', 'did not run before, so what changed is unknown', 'importers')];
  if (now === null) return [gateRow(artefact, '', 'no longer runs', 'importers')];
  const refused = new Set(now.flatMap((places, at) => places.filter((place) => !old[at]?.includes(place))));
  const taken = new Set(old.flatMap((places, at) => places.filter((place) => !now[at]?.includes(place))));
  const [onRefused, onTaken] = isSent(name)
    ? (['senders', 'minor'] as const)
    : (['minor', 'readers'] as const);
  return [
    ...[...refused].map((place) => gateRow(artefact, place, 'refuses what it took', onRefused)),
    ...[...taken].map((place) => gateRow(artefact, place, 'takes what it refused', onTaken)),
  ];
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

/** Whether a validator takes them or not: what two validators say of one probe differs only when they differ. */
function probes(name: string, release: PackageContent): unknown[] {
  const path = `dist/schemas/${name}.json`;
  if (!release.files.has(path)) return [];
  const schema = json(release, path) as SchemaNode;
  const branched = conjuncts(schema).flatMap(({ if: when, then }) =>
    when && then ? [sample({ allOf: [schema, when, then] })] : [],
  );
  return [sample(schema), ...branched].flatMap((body) => [body, ...wrong(body)]);
}

function sample(schema: SchemaNode): unknown {
  const parts = conjuncts(schema);
  const [value] = valuesOf(parts) ?? [];
  if (value !== undefined) return JSON.parse(value);
  const fields = Map.groupBy(
    parts.flatMap(({ properties = {} }) => Object.entries(properties)),
    ([name]) => name,
  );
  if (fields.size > 0) {
    const samples = [...fields].map(([name, own]) => [name, sample({ allOf: own.map(([, part]) => part) })]);
    return Object.fromEntries(samples);
  }
  const items = parts.find((part) => part.items)?.items;
  if (items) return [sample(items)];
  const { format, minimum = 1 } = keywordsOf(parts);
  const [type] = typesOf(parts) ?? [];
  if (type === 'string') return TEXTS[`${format}`] ?? 'text';
  if (type === 'number' || type === 'integer') return minimum;
  return type === 'boolean' ? true : type === 'array' ? [] : {};
}

/** The body once for each thing that is wrong of each of its places. */
function* wrong(body: unknown): Generator<unknown> {
  if (Array.isArray(body)) {
    for (const item of wrong(body[0])) yield [item];
    return;
  }
  if (!isObject(body)) return;
  for (const [name, part] of Object.entries(body)) {
    const { [name]: _, ...others } = body;
    yield others;
    for (const value of WRONG) yield { ...body, [name]: value };
    for (const value of wrong(part)) yield { ...body, [name]: value };
  }
}
