/** The documented service as request handlers of your own msw, which answer with the fixtures. */
import { type OfFixtures, ofFixtures, type ServiceUrls } from './fixture-answers.ts';

/** `http` of the user's msw, as far as it is called; `Handler` is the type of its handlers. */
type Http<Handler> = Readonly<Record<'get' | 'post', (url: string, answer: () => Response) => Handler>>;

/** Handlers for `setupServer` and `server.use`, by operation and fixture: each answers every such call, whatever is sent. */
export function contractHandlers<Handler>(http: Http<Handler>, urls: ServiceUrls): OfFixtures<Handler> {
  return ofFixtures(urls, ({ method, url, status, headers, text }) =>
    http[method === 'GET' ? 'get' : 'post'](url.href, () => new Response(text, { status, headers })),
  );
}
