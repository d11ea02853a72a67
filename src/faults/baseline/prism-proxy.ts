/** Prism's proxy in front of a provider, one a document, as `prism proxy --errors` runs it. */
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import access from '../../../contracts/generated/access.json' with { type: 'json' };
import webForm from '../../../contracts/generated/web-form.json' with { type: 'json' };
import { type Exchange, jsonOf, member } from '../../../contracts/src/judge/exchange.ts';

export interface Proxied {
  readonly accessUrl: string;
  readonly webFormUrl: string;
  stop(): Promise<void>;
}

export async function startPrismProxy(provider: Pick<Proxied, 'accessUrl' | 'webFormUrl'>): Promise<Proxied> {
  const proxies = [
    await proxy(access, provider.accessUrl),
    await proxy(webForm, provider.webFormUrl),
  ] as const;
  return {
    accessUrl: proxies[0].url,
    webFormUrl: proxies[1].url,
    stop: async () => {
      await Promise.all(proxies.map(({ close }) => close()));
    },
  };
}

async function proxy(document: object, upstream: string) {
  const operations = await getHttpOperationsFromSpec(document);
  const server = createServer(operations, {
    cors: false,
    components: { logger: createLogger('proxy', { level: 'silent' }) },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: true,
      mock: { dynamic: false },
    },
  });
  return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() };
}

/** Whether Prism put its own answer in place of one that breaks the document. */
export function isNoticedByPrism({ response }: Exchange): boolean {
  const type = member(jsonOf(response.body), 'type');
  return type === 'https://stoplight.io/prism/errors#VIOLATIONS';
}
