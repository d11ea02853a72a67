// Every validator says what ajv says of the same schema: of the documented examples, and of these with any one place wrong.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import exampleMessages from '../../generated/example-messages.json' with { type: 'json' };
import examples from '../../generated/examples.json' with { type: 'json' };
import targetFile from '../../generated/target-file.schema.json' with { type: 'json' };
import closed from '../../generated/validators/closed.js';
import open from '../../generated/validators/open.js';
import outputs from '../../generated/validators/outputs.js';
import { compiled, type SchemaError, type SchemaNode, type Validate } from './compiled-schema.ts';
import { germanFormats } from './german-time.ts';

const WRONG = [null, true, -1, 101, 0.5, '', ' ', 'text', '7', [], ['text', 1], {}, { other: 1 }];

/** The value, and copies of it with something else, or nothing, in one place, or with a further field. */
function* spoilt(value: unknown): Generator<unknown> {
  yield value;
  yield* WRONG;
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value, undocumented: 1 };
  for (const [name, part] of Object.entries(value)) {
    const withPart = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    yield withPart(undefined);
    for (const other of spoilt(part)) yield withPart(other);
  }
}

const ajv = new Ajv2020({
  allErrors: true,
  messages: false,
  strict: false,
  formats: { ...germanFormats, password: true },
});

/** What a schema means here, in the keywords of JSON Schema. */
function plain(node: unknown, isClosed: boolean): unknown {
  if (Array.isArray(node)) return node.map((part) => plain(part, isClosed));
  if (typeof node !== 'object' || node === null) return node;
  const { 'x-open': open = [], ...own } = node as Record<string, unknown>;
  const entries = Object.entries(own)
    .filter(([name]) => isClosed || !(open as string[]).includes(name))
    // A format includes its pattern.
    .filter(([name]) => name !== 'pattern' || !(`${own['format']}` in germanFormats))
    .map(([name, part]) => [name, plain(part, isClosed)]);
  const others =
    isClosed && own['type'] === 'object' && own['properties'] ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(entries), ...others };
}

/** Place, keyword and place in the schema of each error; of a choice only that none fits. */
function placesOf(errors: readonly (ErrorObject | SchemaError)[] | null | undefined): string[] {
  const own = (errors ?? []).filter(
    ({ keyword, schemaPath }) => keyword !== 'if' && !/\/(contains|anyOf|not)\/./.test(schemaPath),
  );
  const field = ({ params }: ErrorObject | SchemaError) =>
    params['missingProperty'] ?? params['additionalProperty'] ?? '';
  return own
    .map((error) => `${error.instancePath} ${error.schemaPath} ${error.keyword} ${field(error)}`)
    .sort();
}

function differences(validate: Validate, oracle: ValidateFunction, values: Iterable<unknown>): unknown[] {
  const found: unknown[] = [];
  for (const value of values) {
    const verdicts = [validate(value), oracle(value)];
    const places = [placesOf(validate.errors), placesOf(oracle.errors)];
    if (verdicts[0] !== verdicts[1] || `${places[0]}` !== `${places[1]}`)
      found.push({ value, verdicts, places });
  }
  return found;
}

/** Every documented example by the name of its schema; details are in the items of messages. */
const VALUES = new Map<string, unknown[]>();
function keepExamples(name: string, named: object): void {
  VALUES.set(name, [...(VALUES.get(name) ?? []), ...Object.values(named)]);
}
for (const [operation, of] of Object.entries(examples.requests)) keepExamples(`${operation}.request`, of);
for (const [operation, answers] of Object.entries(examples.answers))
  for (const [status, of] of Object.entries(answers)) keepExamples(`${operation}.${status}`, of);
for (const [event, of] of Object.entries(exampleMessages.messages)) {
  keepExamples(`${event}.message`, of);
  const items = Object.values(of.full).flatMap((part) => (Array.isArray(part) ? (part as unknown[]) : []));
  const details = items.flatMap((item) => (item as { details?: object } | null)?.details ?? []);
  keepExamples(`${event}.details`, details);
}

const ALL: [name: string, validate: Validate, schema: SchemaNode, isClosed: boolean][] = [
  ...Object.entries(open).map(([name, { validate, schema }]) => [name, validate, schema, false] as const),
  ...Object.entries(closed).map(
    ([name, validate]) => [name, validate, open[name as keyof typeof open].schema, true] as const,
  ),
].map(([...row]) => row);

test.each(ALL)('%s finds what ajv finds, closed or not', (name, validate, schema, isClosed) => {
  const oracle = ajv.compile(plain(schema, isClosed) as object);
  const values = VALUES.get(name) ?? [];
  expect(values.length).toBeGreaterThan(0);
  expect(values.flatMap((value) => differences(validate, oracle, spoilt(value)))).toEqual([]);
});

test('the schema of target files finds what ajv finds', () => {
  const target = {
    name: 'my-sandbox',
    environment: 'sandbox',
    writes: 'allowed',
    accessUrl: 'https://sandbox.example',
    webFormUrl: 'https://webform.example',
    credentials: { clientId: { env: 'ID' }, clientSecret: { env: 'SECRET' } },
    settings: { fieldAliases: { id: ['identifier'] }, apiVersionSelectors: { v1: '/v1' }, webFormHosts: [] },
    deviations: [{ clause: 'A-B', reason: 'text', until: '2030-01-01' }],
  };
  const oracle = ajv.compile(plain(targetFile, false) as object);
  expect(differences(compiled(targetFile, germanFormats).validate, oracle, spoilt(target))).toEqual([]);
});

test('the schemas of what verbs print have no keyword that is not checked', () => {
  for (const validate of Object.values(outputs)) expect(validate({})).toBe(false);
});

test.each([
  [{ oneOf: [] }, 'the keyword oneOf'],
  [{ format: 'ipv4' }, 'the format ipv4'],
  [{ $ref: '#/$defs/none' }, 'there is no #/$defs/none'],
])('%j is refused when it is first used: what is not checked would always be valid', (schema, says) => {
  const { validate } = compiled(schema as SchemaNode, germanFormats);
  expect(() => validate({})).toThrow(says);
});
