/** Everything of the fixtures that is generated, as contents by path below `contracts/generated`. */
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import type { ExchangeFixture } from '../../../contracts/src/base/ledgers.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { madeFrom } from '../project.ts';
import { messageFixtures } from './make-message-fixtures.ts';
import { type Answer, bundled, type Document, type Operation, resolved } from './openapi-documents.ts';

const MADE_FROM_MESSAGES = 'openapi/ and contracts/src/messages/';

/**
 * A file each, in a folder for every operation and trigger event, and a module that leads to those of the calls. Messages
 * are made by the published code, which reads generated schemas: generate those first.
 */
export async function fixtureFiles(): Promise<Record<string, string>> {
  const documents = [await bundled('access'), await bundled('web-form')];
  const exchanges = exchangeFixtures(documents);
  const files: Record<string, string> = { 'exchanges.ts': exchangesModule(exchanges) };
  for (const [operationId, fixtures] of Object.entries(exchanges)) {
    for (const [name, fixture] of Object.entries(fixtures))
      files[pathOf(operationId, name)] = json({ generated: madeFrom('openapi/'), ...fixture });
  }
  for (const event of Object.keys(documents[0]?.webhooks ?? {}) as TriggerEvent[]) {
    for (const fixture of await messageFixtures(event))
      files[pathOf(event, fixture.name)] = json({ generated: madeFrom(MADE_FROM_MESSAGES), ...fixture });
  }
  return files;
}

function pathOf(subject: string, name: string): string {
  return `fixtures/${subject}/${name.replaceAll(' ', '-')}.json`;
}

function json(value: object): string {
  return `${writeJson(value, 2)}\n`;
}

/** Typed by their names, so that a fixture that is not there does not compile. */
function exchangesModule(exchanges: ExchangeFixtures): string {
  const imports: string[] = [];
  const entries = Object.entries(exchanges).map(([operationId, fixtures]) => {
    const fields = Object.keys(fixtures).map((name) => {
      const variable = `${operationId}_${name.replaceAll('-', '_')}`;
      imports.push(`import ${variable} from './${pathOf(operationId, name)}' with { type: 'json' };`);
      return `    '${name}': ${variable},`;
    });
    const names = Object.keys(fixtures).map((name) => `'${name}'`);
    const type = `  readonly ${operationId}: Readonly<Record<${names.join(' | ')}, ExchangeFixture>>;`;
    return { type, value: `  ${operationId}: {\n${fields.join('\n')}\n  },` };
  });
  return [
    `// ${madeFrom('openapi/')}`,
    "import type { ExchangeFixture } from '../src/base/ledgers.ts';",
    ...imports,
    'export const exchanges: {',
    ...entries.map(({ type }) => type),
    '} = {',
    ...entries.map(({ value }) => value),
    '};\n',
  ].join('\n');
}

type Request = ExchangeFixture['request'];
type Named = Readonly<Record<string, { readonly value: unknown }>>;

/** By operationId and name. */
export type ExchangeFixtures = Record<string, Record<string, ExchangeFixture>>;

/** The documentation shows no number for these (REFUSAL-STATUS); the fixtures have to have one. */
const NUMBERS: Record<string, number> = { '2XX': 200, '4XX': 400 };
const REFUSAL = '4XX';
const LATER = { fieldOfALaterVersion: { since: '9.9.9' } };

/**
 * A success for each example, its answer the example of the same name; one with a field that no document has, since
 * more is not wrong; and a refusal. Tokens and addresses are those of the examples.
 */
export function exchangeFixtures(documents: readonly Document[]): ExchangeFixtures {
  const fixtures: ExchangeFixtures = {};
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const call = { method: method.toUpperCase(), path };
        fixtures[operation.operationId] = fixturesOf(document, operation, call);
      }
    }
  }
  return fixtures;
}

function fixturesOf(document: Document, operation: Operation, call: Pick<Request, 'method' | 'path'>) {
  const { operationId, requestBody } = operation;
  const headers = requestHeaders(document, operation);
  const requests = examplesIn(requestBody);
  const fixture = (documented: string, body: unknown, answered: string, more = {}): ExchangeFixture => {
    const answer = resolved(document, operation.responses[documented] as Answer);
    return {
      operationId,
      documented,
      clauses: [...(operation['x-clauses'] ?? []), ...(answer['x-clauses'] ?? [])],
      request: { ...call, headers, ...(body !== undefined && { body }) },
      response: responseOf(document, answer, { documented, answered, more }),
    };
  };
  const success = Object.keys(operation.responses).find((status) => status !== REFUSAL) ?? '';
  const answers = examplesIn(resolved(document, operation.responses[success] as Answer));
  const names = Object.keys(requestBody ? requests : answers);
  const [first = ''] = names;
  const withoutOwn = Object.keys(answers)[0] ?? '';
  const good = names.map((name) => {
    const answered = name in answers ? name : withoutOwn;
    return [name, fixture(success, requests[name]?.value, answered)] as const;
  });
  const body = requests[first]?.value;
  return {
    ...Object.fromEntries(good),
    'an-unknown-extra-field': fixture(success, body, withoutOwn, LATER),
    refused: fixture(REFUSAL, body, 'refused'),
  };
}

function responseOf(
  document: Document,
  answer: Answer,
  { documented, answered, more }: { documented: string; answered: string; more: object },
): ExchangeFixture['response'] {
  const value = examplesIn(answer)[answered]?.value;
  // How a refusal is written is not shown; a text that is no JSON is what readers are prepared for least.
  const isText = typeof value === 'string';
  return {
    status: NUMBERS[documented] ?? Number(documented),
    headers: {
      'content-type': isText ? 'text/plain' : 'application/json',
      ...documentedHeaders(document, answer),
    },
    body: isText ? value : { ...(value as object), ...more },
  };
}

function documentedHeaders(document: Document, { headers = {} }: Answer): Record<string, string> {
  const examples = Object.entries(headers).map(([name, header]) => {
    const { example } = resolved(document, header) as { example?: string };
    if (example === undefined) throw new Error(`the header ${name} has no example`);
    return [name, example];
  });
  return Object.fromEntries(examples);
}

function requestHeaders(document: Document, { security, requestBody }: Operation): Record<string, string> {
  const [token] = security ?? document.security ?? [];
  const [contentType] = Object.keys(requestBody?.content ?? {});
  return {
    accept: 'application/json',
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(token !== undefined &&
      Object.keys(token).length > 0 && { authorization: 'Bearer example-access-token' }),
  };
}

function examplesIn(body: { content?: Record<string, { examples?: Named }> } | undefined): Named {
  return Object.values(body?.content ?? {})[0]?.examples ?? {};
}
