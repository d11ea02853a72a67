// Every case passes on a sandbox behind a reverse proxy, which is called over its URLs and nowhere else.
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import type { Urls } from '../../sandbox/http-server.ts';
import { served } from '../../test-support/served.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import { runTarget } from '../run.ts';
import { describeTarget } from '../targets/describe-target.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { openTarget } from './open-target.ts';

test.each(['upstream', 'requested'] as const)(
  'behind one reverse proxy with the %s Host it passes them too, and only the proxy calls it',
  async (host) => {
    const { urls } = await listeningSandbox();
    const proxy = await startProxy(urls, host);
    // The web forms of V1, and without the requested host those of V2, are at the sandbox's own address.
    const settings = {
      webFormHosts: [urls.webFormUrl, proxy.urls.webFormUrl].map((url) => new URL(url).host),
    };
    const path = targetFolder().file({ ...proxy.urls, settings, testData: OWN_TEST_DATA });
    const { target, stop } = await openTarget(await describeTarget(path));
    const { cases, clauses } = await runTarget(target, catalogue);
    await stop();
    expect(cases.filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
    expect(clauses.filter(({ verdict }) => /violated|unproven/.test(verdict))).toEqual([]);
    await proxy.readLog();
    const { control, ...forwarded } = proxy.forwarded;
    expect(proxy.logged).toEqual(forwarded);
    expect(proxy.strays).toEqual([]);
    expect(forwarded.access).toBeGreaterThan(catalogue.exchanges.length);
    expect(forwarded.webForm).toBeGreaterThan(0);
    expect(control).toBeGreaterThan(0);
  },
);

/** The page of a web form, which is called where its address says. */
function isPage(path: string): boolean {
  return path.startsWith('/forms/');
}

/** One port for all three APIs, chosen by the first step of the path. Its Host is that of the upstream, or the requested one. */
async function startProxy({ accessUrl, webFormUrl, controlUrl }: Urls, host: 'upstream' | 'requested') {
  const apis = { access: accessUrl, webForm: webFormUrl, control: controlUrl };
  const forwarded = { access: 0, webForm: 0, control: 0 };
  const logged = { access: 0, webForm: 0 };
  const strays: unknown[] = [];
  const readLog = async (): Promise<void> => {
    const { requests, dropped } = await (await fetch(`${controlUrl}/requests`)).json();
    expect(dropped).toBe(0);
    for (const { api, path } of requests as { api: keyof typeof logged; path: string }[])
      if (!isPage(path)) logged[api]++;
  };
  const base = await served(async (incoming, outgoing) => {
    // Web forms are at the root.
    const called = (incoming.url ?? '').replace(/^\/forms\//, '/webForm/forms/');
    const [, step = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(called) ?? [];
    if (!(step in apis)) {
      strays.push(incoming.url);
      return void outgoing.writeHead(404).end();
    }
    const api = step as keyof typeof apis;
    if (!isPage(path)) forwarded[api]++;
    // A reset clears the log of the sandbox.
    if (api === 'control' && path === '/reset') await readLog();
    const { method = '', headers } = incoming;
    if (host === 'upstream') headers.host = new URL(apis[api]).host;
    const passing = request(apis[api] + path, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passing.on('error', () => outgoing.destroy()));
  });
  const urls: Urls = {
    accessUrl: `${base}/access`,
    webFormUrl: `${base}/webForm`,
    controlUrl: `${base}/control`,
  };
  return { urls, forwarded, logged, strays, readLog };
}
