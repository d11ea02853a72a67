/** Makes the fixtures of the calls out of the examples of the documents: every request, every documented answer. */
import type { ExchangeFixture } from '../../contracts/src/contract/exchange-fixture.ts';
import { type Answer, type Document, type Operation, resolved } from './documents.ts';

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
