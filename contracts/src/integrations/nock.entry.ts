/** The documented service as scopes of your own nock, which respond with the fixtures. */
import { type OfFixtures, ofFixtures, type ServiceUrls } from './fixture-answers.ts';

/** The part of the user's `nock` that is called; `Scope` is the type of its scopes. */
type Nock<Scope> = (baseUrl: string) => {
  intercept(
    path: string,
    method: string,
  ): { reply(status: number, body: string, headers: Record<string, string>): Scope };
};

/**
 * Scopes of the user's nock, by operation and fixture: each responds to the next such call, whatever is sent; with
 * `.persist()` to all of them. They throw Error for a fixture that does not exist.
 *
 * @example
 * import { contractScopes } from 'bank-access-contracts/nock';
 * import nock from 'nock';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * contractScopes(nock, urls).createUser('refused').isDone(); // false
 */
export function contractScopes<Scope>(nock: Nock<Scope>, urls: ServiceUrls): OfFixtures<Scope> {
  return ofFixtures(urls, ({ method, base, path, status, headers, text }) =>
    nock(base).intercept(path, method).reply(status, text, headers),
  );
}
