/** Turns the fixtures into mocks of the service, for any library that mocks HTTP in a test. */
import { exchanges } from '../../generated/exchanges.ts';
import { operations } from '../../generated/operations.ts';

type Exchanges = typeof exchanges;
type OperationId = keyof Exchanges;

export interface ServiceUrls {
  /** {base_url} and {webform_url}, absolute, with or without a path. */
  readonly accessUrl: string;
  readonly webFormUrl: string;
}

/** One function per operation. The default fixture is `minimal`, or else the first; `refused` is an error response. */
export type OfFixtures<Mock> = {
  readonly [Id in OperationId]: (fixture?: keyof Exchanges[Id]) => Mock;
};

/** A mocked call: method, URL in two parts, and response. */
interface MockedCall {
  readonly method: 'GET' | 'POST';
  readonly base: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** Makes the functions; each calls `mock` with its fixture, and throws Error for a fixture that does not exist. */
export function ofFixtures<Mock>(
  { accessUrl, webFormUrl }: ServiceUrls,
  mock: (call: MockedCall) => Mock,
): OfFixtures<Mock> {
  const urls = { access: accessUrl, 'web-form': webFormUrl };
  const functions = Object.entries(exchanges).map(([id, fixtures]) => {
    const operationId = id as OperationId;
    const { document, method } = operations[operationId];
    const base = urls[document].replace(/\/$/, '');
    const make = (name?: string): Mock => {
      const { request, response } = fixtureNamed(operationId, fixtures, name);
      const [headers, text] = [{ ...response.headers }, JSON.stringify(response.body)];
      return mock({ method, base, path: request.path, status: response.status, headers, text });
    };
    return [operationId, make];
  });
  return Object.fromEntries(functions);
}

function fixtureNamed(id: OperationId, fixtures: Exchanges[OperationId], name: string | undefined) {
  const names = Object.keys(fixtures) as (keyof typeof fixtures)[];
  const found = names.find((each) => each === (name ?? names[0]));
  if (found !== undefined) return fixtures[found];
  throw new Error(`${id} has no fixture ${JSON.stringify(name)}; there is ${names.join(', ')}.`);
}
