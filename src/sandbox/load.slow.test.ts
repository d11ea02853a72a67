// Many connections at once: each request is carried out once, and its caller gets the response to it.
// Nothing is replaced: the connections are real, and kept between requests.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';

const REQUESTS = 50_000;
const CONNECTIONS = 64;

test('50,000 requests on 64 connections: none is lost, none is doubled, none gets the response to another', async () => {
  const caller = new SandboxCaller();
  const { accessUrl } = await caller.sandbox.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const sockets = new Set<unknown>();
  const headers = { authorization: `Bearer ${await caller.userToken()}`, 'content-type': 'application/json' };
  const pay = (iban: string) =>
    new Promise<{ id: number; iban: string }>((resolve, reject) => {
      request(`${accessUrl}/api/v1/payments/moneyTransfers`, { method: 'POST', agent, headers })
        .on('socket', (socket) => sockets.add(socket))
        .on('response', async (response) => resolve(JSON.parse(await text(response))))
        .on('error', reject)
        .end(JSON.stringify({ iban, moneyTransfers: [{ counterpartName: 'Ada', amount: 1 }] }));
    });
  const before = (await caller.control('GET', '/requests')).json.requests.length;
  const ids = new Set<number>();
  let next = 0;
  const sends = async () => {
    while (next < REQUESTS) {
      const iban = `DE${String(next++).padStart(20, '0')}`;
      const payment = await pay(iban);
      expect(payment.iban).toBe(iban);
      ids.add(payment.id);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sends));
  agent.destroy();
  const { requests, dropped } = (await caller.control('GET', '/requests')).json;
  await caller.sandbox.close();
  expect([ids.size, requests.length + dropped - before, sockets.size]).toEqual([
    REQUESTS,
    REQUESTS,
    CONNECTIONS,
  ]);
});
