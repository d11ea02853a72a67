/** The documented service as request handlers of your own msw, which respond with the fixtures. */
import { type OfFixtures, ofFixtures, type ServiceUrls } from './fixture-answers.ts';

/** The part of the user's `msw` that is called; `Handler` is the type of its handlers. */
interface Msw<Handler, Answer> {
  readonly http: Readonly<Record<'get' | 'post', (url: string, answer: () => Answer) => Handler>>;
  readonly HttpResponse: new (
    text: string,
    about: { status: number; headers: Record<string, string> },
  ) => Answer;
}

/**
 * Handlers for `setupServer` and `server.use`, by operation and fixture: each responds to every such call, whatever is sent.
 * They throw Error for a fixture that does not exist.
 *
 * @example
 * import { contractHandlers } from 'bank-access-contracts/msw';
 * import * as msw from 'msw';
 * import { setupServer } from 'msw/node';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const server = setupServer(contractHandlers(msw, urls).createUser('refused'));
 */
export function contractHandlers<Handler, Answer>(
  { http, HttpResponse }: Msw<Handler, Answer>,
  urls: ServiceUrls,
): OfFixtures<Handler> {
  return ofFixtures(urls, ({ method, base, path, status, headers, text }) => {
    const answer = () => new HttpResponse(text, { status, headers });
    return http[method === 'GET' ? 'get' : 'post'](base + path, answer);
  });
}
