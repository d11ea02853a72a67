/** The documented service as scopes of your own nock, which answer with the fixtures. */
import { exchanges } from '../../generated/exchanges.ts';
import { operations } from '../../generated/operations.ts';

type Exchanges = typeof exchanges;
type OperationId = keyof Exchanges;

/** The `nock` of the user, as far as it is called; `Scope` is the type of its scopes. */
type Nock<Scope> = (baseUrl: string) => {
  intercept(
    path: string,
    method: string,
  ): { reply(status: number, body: string, headers: Record<string, string>): Scope };
};

export interface ContractScopesOptions {
  /** {base_url} and {webform_url}, absolute, with or without a path. */
  readonly accessUrl: string;
  readonly webFormUrl: string;
}

/** One function an operation. It answers the next such call, whatever is sent, with the fixture of this name. */
export type ContractScopes<Scope> = {
  readonly [Id in OperationId]: (fixture?: keyof Exchanges[Id]) => Scope;
};

/**
 * Scopes of the user's nock. Without a name the fixture is `minimal`, else the first one: 451 with its location, 201 with
 * a web form; `refused` is a refusal. `.persist()` makes a scope answer again. Throws for a fixture that does not exist.
 */
export function contractScopes<Scope>(
  nock: Nock<Scope>,
  { accessUrl, webFormUrl }: ContractScopesOptions,
): ContractScopes<Scope> {
  const urls = { access: accessUrl, 'web-form': webFormUrl };
  const scopes = Object.entries(exchanges).map(([id, fixtures]) => {
    const operationId = id as OperationId;
    const scope = (name?: string): Scope => {
      const { request, response } = named(operationId, fixtures, name);
      const { status, headers, body } = response;
      const text = JSON.stringify(body);
      const intercepted = nock(urls[operations[operationId].document]).intercept(
        request.path,
        request.method,
      );
      return intercepted.reply(status, text, { ...headers });
    };
    return [operationId, scope];
  });
  return Object.fromEntries(scopes);
}

function named(id: OperationId, fixtures: Exchanges[OperationId], name: string | undefined) {
  const names = Object.keys(fixtures) as (keyof typeof fixtures)[];
  const found = names.find((each) => each === (name ?? names[0]));
  if (found !== undefined) return fixtures[found];
  throw new Error(`${id} has no fixture ${JSON.stringify(name)}; there is ${names.join(', ')}.`);
}
