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

/** One function per operation. Without a name, the fixture is `minimal`, else the first one; `refused` is an error response. */
export type OfFixtures<Answering> = {
  readonly [Id in OperationId]: (fixture?: keyof Exchanges[Id]) => Answering;
};

/** A mocked call: method, URL in two parts, and response. */
interface FixtureAnswer {
  readonly method: 'GET' | 'POST';
  readonly base: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** Calls `answering` for each fixture. The functions throw Error for a fixture that does not exist. */
export function ofFixtures<Answering>(
  { accessUrl, webFormUrl }: ServiceUrls,
  answering: (answer: FixtureAnswer) => Answering,
): OfFixtures<Answering> {
  const urls = { access: accessUrl, 'web-form': webFormUrl };
  const made = Object.entries(exchanges).map(([id, fixtures]) => {
    const operationId = id as OperationId;
    const { document, method } = operations[operationId];
    const base = urls[document].replace(/\/$/, '');
    const make = (name?: string): Answering => {
      const { request, response } = fixtureNamed(operationId, fixtures, name);
      const [headers, text] = [{ ...response.headers }, JSON.stringify(response.body)];
      return answering({ method, base, path: request.path, status: response.status, headers, text });
    };
    return [operationId, make];
  });
  return Object.fromEntries(made);
}

function fixtureNamed(id: OperationId, fixtures: Exchanges[OperationId], name: string | undefined) {
  const names = Object.keys(fixtures) as (keyof typeof fixtures)[];
  const found = names.find((each) => each === (name ?? names[0]));
  if (found !== undefined) return fixtures[found];
  throw new Error(`${id} has no fixture ${JSON.stringify(name)}; there is ${names.join(', ')}.`);
}
