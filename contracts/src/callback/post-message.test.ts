// Where a message is sent when the name of its receiver is looked up.
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { postMessage } from './post-message.ts';

/** A name server that knows these addresses of every name. */
function resolvingTo(...addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_, { all }, callback) =>
    all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family);
}

test('a name is called at the address that was looked up', async () => {
  const server = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = new URL(`http://client.example:${(server.address() as AddressInfo).port}/`);
  expect(await postMessage(url, '{}', 5000, resolvingTo('127.0.0.1'))).toEqual({ status: 204 });
});

for (const addresses of [['169.254.169.254'], ['127.0.0.1', '169.254.1.1'], ['fe80::1'], ['fd00:ec2::254']]) {
  test(`a name that resolves to ${addresses} is not called`, async () => {
    const posted = await postMessage(
      new URL('http://client.example/'),
      '{}',
      5000,
      resolvingTo(...addresses),
    );
    const failure = expect.stringContaining('is a link-local or metadata address');
    expect(posted).toEqual({ failure, isReached: false });
  });
}
