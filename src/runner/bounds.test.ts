/** A run ends against a server that floods it or falls silent, and keeps no more than its reports need. The server is one on loopback. */

import { createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { findingOf } from '../../contracts/src/base/finding.ts';
import { NoResponse, UnreadAnswer } from '../http/http-sender.ts';
import { served, servedBy } from '../test-support/served.ts';
import { Pace } from './pace.ts';
import { evidenceBudget } from './run.ts';
import { boundedSender, countValues, sentResponse } from './sender.ts';
import { NotCalled } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

const { signal } = new AbortController();
const ENDING = { ending: new AbortController() };

/** Sends to a server that resets the connection as long as it is down, and else answers with the status. */
async function reached() {
  const server = { calls: 0, isDown: true, statuses: [200], retryAfter: '' };
  const url = await served((request, response) => {
    server.calls++;
    if (server.isDown) request.socket.destroy();
    else {
      const status = (server.statuses.length > 1 ? server.statuses.shift() : server.statuses[0]) ?? 200;
      response.writeHead(status, server.retryAfter ? { 'retry-after': server.retryAfter } : {}).end('{}');
    }
  });
  const { pace, sender, waits } = paced();
  const sendHttp = boundedSender(sender, pace);
  const call = async (headers = {}) => (await sendHttp(url, { method: 'GET', headers, signal })).text();
  const fail = () => expect(call()).rejects.toMatchObject({ code: 'ECONNRESET' });
  return { server, call, fail, waits };
}

/** The pace of a run whose pauses are over at once, and how long they would be in milliseconds. */
function paced(perSecond?: number) {
  let time = 0;
  const waits: number[] = [];
  const pause = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    time += milliseconds;
  };
  const sender = { ending: new AbortController(), pause };
  return { pace: new Pace(perSecond, () => time++), sender, waits };
}

test('a server that leaves ten calls in a row unanswered is called no more, and another one is', async () => {
  const { server, call, fail } = await reached();
  for (let made = 0; made < 10; made++) await fail();
  server.isDown = false;
  await expect(call()).rejects.toBeInstanceOf(NotCalled);
  expect(server.calls).toBe(10);
  const other = await reached();
  other.server.isDown = false;
  expect(await other.call()).toBe('{}');
});

test('an answer between them starts the count again, and a call that cannot be sent counts for nothing', async () => {
  const { server, call, fail } = await reached();
  for (let made = 1; made < 20; made++) {
    server.isDown = made !== 10;
    await (server.isDown ? fail() : call());
  }
  const unsendable = { authorization: 'Bearer a\nb' };
  for (const _ of [1, 2]) await expect(call(unsendable)).rejects.toBeInstanceOf(NoResponse);
  server.isDown = false;
  expect(await call()).toBe('{}');
  expect(server.calls).toBe(20);
});

const CLOSES: Readonly<Record<string, (socket: Socket, response: string) => void>> = {
  'at once': (socket, response) => void socket.write(response, () => socket.destroy()),
  'for its side': (socket, response) => void socket.end(response),
};
for (const [how, close] of Object.entries(CLOSES)) {
  test(`a server that closes each connection behind its response, ${how} and without a word, loses no call`, async () => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (request) => {
        heard.push(String(request).split(' ', 2).join(' '));
        close(socket, 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    const at = await servedBy(server);
    const sender = { timeLimit: 60_000, ...ENDING, sendHttp: boundedSender(ENDING) };
    const again = vi.fn();
    const sent = Array.from({ length: 9 }, (_, index) => `POST /${index}`);
    for (const call of sent) {
      const [method = '', path = ''] = call.split(' ');
      const { status } = await sentResponse(
        sender,
        { name: 'closer', at },
        at + path,
        { method, body: '' },
        again,
      );
      expect(status).toBe(201);
    }
    // The first connection that turns out to be closed is the last one that is used twice.
    expect([[...new Set(heard)], again.mock.calls.length]).toEqual([sent, 1]);
    expect(heard.length).toBeLessThanOrEqual(sent.length + 1);
  });
}

test('a server that closes a new connection without a response is called once', async () => {
  const heard: unknown[] = [];
  const at = await servedBy(
    createServer(
      (socket) =>
        void socket.on('data', (request) => {
          heard.push(request);
          socket.destroy();
        }),
    ),
  );
  const sender = { timeLimit: 60_000, ...ENDING, sendHttp: boundedSender(ENDING) };
  await expect(sentResponse(sender, { name: 'closer', at }, at, { method: 'POST' })).rejects.toThrow(
    `closer closed the connection at ${at} (ECONNRESET)`,
  );
  expect(heard).toHaveLength(1);
});

test.each<[what: string, statuses: number[], retryAfter: string, calls: number, seconds: number]>([
  ['asks for a time', [429, 503, 200], '2', 3, 4],
  ['has too many calls and asks for none', [429, 429, 429, 200], '', 4, 7],
  ['never asks for a time', [502], '', 1, 0],
  ['does not say when it is there again', [503], '', 1, 0],
  ['does not say that nothing was carried out', [504], '1', 1, 0],
  ['asks for an hour', [429], '3600', 1, 0],
  ['stays busy', [429], '', 6, 31],
])('a server that %s', async (_, statuses, retryAfter, calls, seconds) => {
  const { server, call, waits } = await reached();
  Object.assign(server, { isDown: false, statuses, retryAfter });
  await call();
  expect(server.calls).toBe(calls);
  expect(Math.round(waits.reduce((sum, wait) => sum + wait, 0) / 1000)).toBe(seconds);
});

test('a server that is busy ten times in a row is called no more, and --rate is named', async () => {
  const { server, call } = await reached();
  server.isDown = false;
  server.statuses = [502, 502, 502, 200, 502];
  for (let made = 1; made <= 14; made++) await call();
  await expect(call()).rejects.toThrow('--rate');
  expect(server.calls).toBe(14);
});

test('calls that were under way together are busy once, and then wait in one queue, slower', async () => {
  const heard: (string | undefined)[] = [];
  const url = await served(({ url: path }, response) => {
    const isBusy = /1\d$/.test(path ?? '') && !heard.includes(path);
    heard.push(path);
    response.writeHead(isBusy ? 429 : 200).end();
  });
  const { pace, sender, waits } = paced();
  const sendHttp = boundedSender(sender, pace);
  const call = async (_: unknown, at: number) =>
    (await sendHttp(`${url}/${at}`, { method: 'GET', signal })).status;
  expect(new Set(await Promise.all(Array.from({ length: 20 }, call)))).toEqual(new Set([200]));
  expect(heard).toHaveLength(30);
  // The pause that was not asked for, and 16 calls a second after it.
  expect(waits.map((wait) => Math.round(wait / 100))).toEqual([10, ...Array(9).fill(1)]);
});

test('no second has more calls than --rate, and no call waits longer than it must', async () => {
  const { pace, sender, waits } = paced(4);
  const sent = [];
  for (let made = 0; made < 9; made++) sent.push(await pace.turn(sender.pause));
  for (const [at, time] of sent.entries())
    expect((sent[at + 4] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThan(1000);
  expect(Math.max(...waits)).toBeLessThan(300);
});

test('an answer of 50,000 values is read, and one of more is none, whatever its texts hold', async () => {
  const list = (values: number) => `[${Array(values - 1).fill('"a,[{\\",,"')}]`;
  const url = await served((request, response) => void response.end(list(Number(request.url?.slice(1)))));
  const sendHttp = boundedSender(ENDING);
  const read = async (values: number) =>
    (await sendHttp(`${url}/${values}`, { method: 'GET', signal })).text();
  expect(JSON.parse(await read(50_000))).toHaveLength(49_999);
  await expect(read(50_002)).rejects.toBeInstanceOf(UnreadAnswer);
  expect([countValues('{'.repeat(60_000)), countValues('"'.repeat(60_000))]).toEqual([60_001, 1]);
});

const result = (says: string, size: number): CaseResult => ({
  clause: 'V2-FORM-ID' as ClauseId,
  says,
  file: 'a.ts',
  verdict: 'upheld',
  findings: [],
  shown: [],
  exchanges: [
    {
      request: { method: 'GET', url: '/', headers: {} },
      response: { status: 200, headers: {}, body: { json: 'x'.repeat(size) } },
    },
  ],
});

test('evidence that is too large for a case is not kept, and its findings only as far as verdicts need them', () => {
  const found = (clause: ClauseId) => ({ clause, pointer: '/response/body', message: 'wrong' });
  const findings = [...Array(1000).fill(found('V2-FORM-ID')), found('V2-FORM-URL')];
  const kept = evidenceBudget()({ ...result('too large', 600_000), findings });
  expect(kept).toMatchObject({ exchanges: [], isCut: true });
  expect(kept.findings.filter(({ clause }) => clause === 'V2-FORM-ID').length).toBeLessThan(100);
  expect(kept.findings).toContainEqual(found('V2-FORM-URL'));
});

test('a run keeps 16 MB of evidence, half of it for what is broken, and after it only what still fits', () => {
  const keep = evidenceBudget();
  const found = findingOf('V2-FORM-ID', { pointer: '/response/body' });
  const broken = { ...result('broken', 450_000), findings: [found] };
  const keptOf = (one: CaseResult) => Array.from({ length: 40 }, () => keep(one)).filter((it) => !it.isCut);
  expect(keptOf(result('large', 450_000))).toHaveLength(17);
  expect(keep(result('small', 10))).toEqual(result('small', 10));
  expect(keptOf(broken)).toHaveLength(18);
  expect(keep({ ...result('small', 10), verdict: 'unproven' })).not.toHaveProperty('isCut');
});
