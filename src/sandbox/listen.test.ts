// The three doors on their ports: reachable by both names, free again afterwards, and a taken port is one line.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { PortError } from './listen.ts';
import { createSandbox } from './sandbox.ts';

function sandbox() {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const portOf = (url: string) => Number(new URL(url).port);

test('every door is reachable as 127.0.0.1 and as localhost, and each has its own operations', async () => {
  const urls = await sandbox().listen();
  expect(new Set(Object.values(urls)).size).toBe(3);
  for (const [url, path, status] of [
    [urls.accessUrl, '/clientConfiguration', 401],
    [urls.webFormUrl, '/forms/x', 404],
    [urls.controlUrl, '/requests', 200],
  ] as const) {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect((await fetch(`http://${host}:${portOf(url)}${path}`)).status).toBe(status);
    }
  }
});

test('the location of V1 and the url of V2 lead to the page, whichever name the caller used', async () => {
  const service = sandbox();
  const { accessUrl, webFormUrl } = await service.listen();
  const { id, secret } = service.client;
  const token = async (grant: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: id, client_secret: secret, ...grant });
    const answer = await fetch(`${accessUrl}/oauth/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const post = async (url: string, bearer: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post(`${accessUrl}/users`, await token({ grant_type: 'client_credentials' }), {
    id: 'anna',
    password: 'x',
  });
  const user = await token({ grant_type: 'password', username: 'anna', password: 'x' });
  const v1 = await post(`${accessUrl}/api/v1/bankConnections/import`, user, { bankId: 1 });
  expect(v1.status).toBe(451);
  const byName = webFormUrl.replace('127.0.0.1', 'localhost');
  const v2 = await post(`${byName}/api/webForms/bankConnectionImport`, user, { bank: { id: 1 } });
  const { url } = (await v2.json()) as { url: string };
  expect(url.startsWith(`${byName}/`)).toBe(true);
  for (const address of [v1.headers.get('location') ?? '', url]) {
    expect(await (await fetch(address)).text()).toContain('<dt>Bank</dt><dd>1</dd>');
  }
});

for (const host of ['127.0.0.1', '::1']) {
  test(`a port that is taken on ${host} is one line that names port and flag, and nothing stays open`, async () => {
    const taken = createServer().listen(0, host);
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const failed = sandbox().listen({ webFormPort: port });
    await expect(failed).rejects.toThrow(PortError);
    await expect(failed).rejects.toThrow(
      new RegExp(`^port ${port} .*in use.* --web-form-port \\(0 = any\\)$`),
    );
  });
}

test('a host of another machine is one line that names the host and its flag, and not the port', async () => {
  const failed = sandbox().listen({ host: '192.0.2.1' });
  await expect(failed).rejects.toThrow(PortError);
  await expect(failed).rejects.toThrow(/^192\.0\.2\.1 is no address of this machine; pass one .* --host/);
});

test('the ports are free again after close, with a request that is still coming', async () => {
  const first = createSandbox();
  const urls = await first.listen({ patience: 600_000 });
  await fetch(`${urls.controlUrl}/requests`);
  const caller = connect(portOf(urls.accessUrl), '127.0.0.1').on('error', () => {});
  await once(caller, 'connect');
  caller.write('POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  // Answered once the service has seen the caller before it.
  await fetch(`${urls.accessUrl}/nowhere`);
  await first.close();
  const [port, webFormPort, controlPort] = Object.values(urls).map(portOf) as [number, number, number];
  expect(await sandbox().listen({ port, webFormPort, controlPort })).toEqual(urls);
});

test('twenty sandboxes listen side by side', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => sandbox().listen()));
  expect(new Set(all.flatMap((urls) => Object.values(urls))).size).toBe(60);
});

test('a host that is given is the only one, and is called on loopback where it stands for every address', async () => {
  const urls = await sandbox().listen({ host: '0.0.0.0' });
  expect(urls.accessUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${urls.controlUrl}/requests`)).status).toBe(200);
  const six = await sandbox().listen({ host: '::1' });
  expect(six.accessUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${six.controlUrl}/requests`)).status).toBe(200);
});
