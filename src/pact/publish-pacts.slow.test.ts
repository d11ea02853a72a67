// What is sent to a broker, and what happens with one that is not there, is none or refuses.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { CheckFailed } from '../../contracts/src/base/errors.ts';
import { publish, publishPacts } from './publish-pacts.ts';

interface Heard {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/**
 * What the stock client asks a broker for: GET / for its links, then a POST to pb:publish-contracts for each pact,
 * whose answer has to name the pacticipant and the version.
 */
async function broker(
  answer: { status?: number; index?: string } = {},
): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, url, headers } = request;
    heard.push({ call: `${method} ${url}`, authorization: headers.authorization, body });
    const links = { 'pb:publish-contracts': { href: `${at()}/contracts/publish` } };
    const index = answer.index ?? JSON.stringify({ _links: links });
    const published = {
      notices: [],
      _embedded: { pacticipant: { name: 'c' }, version: { number: '1' } },
      _links: {},
    };
    const status = method === 'POST' ? (answer.status ?? 200) : 200;
    response.writeHead(status, { 'content-type': 'application/hal+json' });
    response.end(method === 'POST' ? JSON.stringify(published) : index);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: at(), heard };
}

const names = { branch: 'main', tag: 'v0' };
const honest = async () => 'it is honest';

test('every pact is published with its version, branch and tag, and the credentials of the environment', async () => {
  vi.stubEnv('PACT_BROKER_TOKEN', 'made-up');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url, heard } = await broker();
  const lines = await publish({ broker: url, ...names }, honest);
  expect(lines.at(-1)).toBe(`the pacts are published to ${url}`);
  const bodies = heard
    .filter(({ call }) => call === 'POST /contracts/publish')
    .map(({ body }) => JSON.parse(body));
  expect(new Set(heard.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer made-up']));
  expect(bodies).toHaveLength(3);
  for (const body of bodies) {
    expect(body).toMatchObject({ branch: 'main', tags: ['v0'] });
    expect(body.pacticipantVersionNumber).toMatch(/^\d+\.\d+\.\d+$/);
  }
  const providers = bodies.flatMap(({ contracts: [{ providerName }] }) => providerName);
  expect(providers.sort()).toEqual(['bank-access-api', 'bank-access-notifications', 'bank-access-web-form']);
});

test('a dry run says what would be published and calls no broker', async () => {
  const lines = await publish(names, honest);
  expect(lines[0]).toMatch(/^version \d+\.\d+\.\d+: it is honest$/);
  expect(lines[1]).toMatch(/^tarball bank-access-contracts-.*\.tgz: \d+ bytes, \d+ files$/);
  expect(lines.slice(2, -1)).toHaveLength(3);
  expect(lines.at(-1)).toBe('nothing is published: a dry run');
});

test('a version that is too small a step is not published', async () => {
  const { url, heard } = await broker();
  const tooSmall = () => {
    throw new CheckFailed('0.1.0 is too small a step');
  };
  await expect(publish({ broker: url, ...names }, tooSmall)).rejects.toThrow('0.1.0 is too small a step');
  expect(heard).toEqual([]);
});

test('a broker that refuses a pact is reported', async () => {
  const { url } = await broker({ status: 409 });
  await expect(publishPacts(url, '1.0.0', names.branch, names.tag)).rejects.toThrow(
    'the pacts are not published: ',
  );
});

test('an address with nothing behind it, or another service, is reported without its password', async () => {
  const { url: other } = await broker({ index: '<html>' });
  const { url: gone } = await broker();
  servers.at(-1)?.close().closeAllConnections();
  for (const url of [other, gone]) {
    const secret = url.replace('//', '//ada:made-up@');
    const published = publishPacts(secret, '1.0.0', names.branch, names.tag);
    await expect(published).rejects.toThrow(new RegExp(`^(?!.*made-up).*URL: '${url}'`));
  }
});
