// The load of the bench sends what it counts, over no more connections than it says, and counts no refusal.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxLoad } from './sandbox-load.ts';

/** Hangs up instead of an answer where it has no status. */
async function server(status?: number) {
  const seen = { connections: 0, bodies: [] as string[], authorizations: new Set<string | undefined>() };
  const listening = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    seen.bodies.push(Buffer.concat(parts).toString());
    seen.authorizations.add(request.headers.authorization);
    if (status === undefined) request.socket.destroy();
    else response.writeHead(status, { 'content-length': 2 }).end('{}');
  });
  listening.on('connection', () => seen.connections++);
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => void listening.close());
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
  const load = { url, headers: { authorization: 'Bearer x' }, body: '{"ä":1}', requests: 50, connections: 3 };
  return { load, seen };
}

test('every request is sent with its body and headers, over the connections that are kept', async () => {
  const { load, seen } = await server(201);
  expect(await sandboxLoad(load)).toBeGreaterThan(0);
  expect(seen).toEqual({
    connections: 3,
    bodies: Array(50).fill('{"ä":1}'),
    authorizations: new Set(['Bearer x']),
  });
});

test('an answer other than 201 ends the load', async () => {
  const { load } = await server(401);
  await expect(sandboxLoad(load)).rejects.toThrow(/answers 401, not 201/);
});

test('a server that hangs up ends the load', async () => {
  const { load } = await server();
  await expect(sandboxLoad(load)).rejects.toThrow(/before it answers|ECONNRESET/);
});
