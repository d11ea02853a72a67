// The control plane is called as its document describes, and each of its failures is named and is no verdict.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { type Control, ControlRefusal, httpControl } from './control.ts';
import { digits } from './scenarios/scenario.ts';
import { OutOfReach, Unproven } from './unproven.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A control plane that gives one answer to every call and keeps the calls. */
async function plane(answer: { status?: number; body?: string; location?: string } | 'never' | 'cut off') {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    if (answer === 'never') return;
    if (answer === 'cut off') {
      response.writeHead(200, { 'content-length': 100 }).write('{"settled":');
      response.destroy();
      return;
    }
    const { status = 204, body, location } = answer;
    response.writeHead(status, { ...(location !== undefined && { location }) }).end(body);
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

const OPERATIONS: Record<keyof Control, (control: Control) => Promise<unknown>> = {
  advance: (control) => control.advance('PT1M'),
  now: (control) => control.now(),
  storedForm: (control) => control.storedForm('f%201'),
  reset: (control) => control.reset(),
  replaceWorld: (control) => control.replaceWorld({ client: {}, categories: [], users: [] }),
  changeClient: (control) => control.changeClient({ userNotificationCallbackUrl: 'http://127.0.0.1:9/new' }),
  runBatchUpdate: (control) =>
    control.runBatchUpdate({ accounts: [{ accountId: 1, newBalance: digits('12345678901234567890.10') }] }),
  settledDeliveries: (control) => control.settledDeliveries(),
};

const CALLS: Record<keyof Control, string> = {
  advance: 'POST /clock {"advance":"PT1M"}',
  now: 'POST /clock {"advance":"PT0S"}',
  storedForm: 'GET /web-forms/f%25201',
  reset: 'POST /reset',
  replaceWorld: 'PUT /world {"client":{},"categories":[],"users":[]}',
  changeClient: 'PUT /client-configuration {"userNotificationCallbackUrl":"http://127.0.0.1:9/new"}',
  runBatchUpdate: 'POST /batch-updates {"accounts":[{"accountId":1,"newBalance":12345678901234567890.10}]}',
  settledDeliveries: 'GET /deliveries?settled=true',
};

const BODY = '{"now":"2026-03-02T08:00:00.000Z","content":{"amount":1.10},"settled":true,"deliveries":[]}';

for (const [name, operate] of Object.entries(OPERATIONS) as [keyof Control, (typeof OPERATIONS)['reset']][]) {
  test(`${name} says what its document describes, digit for digit`, async () => {
    const { url, calls } = await plane({ status: 200, body: BODY });
    await operate(httpControl(url, { timeLimit: 2_000 }));
    expect(calls).toEqual([CALLS[name]]);
  });

  test.each([
    [{ status: 500 }, /the control plane answers 500 to \/\S+$/],
    [{ status: 500, body: '<html>' }, /the control plane answers 500 to \/\S+$/],
    [{ status: 400, body: '{"error":"no such user"}' }, /answers 400 to \/\S+ \(no such user\)$/],
    [{ status: 401 }, /answers 401 to \/\S+; controlUrl is called .* openapi\/control.yaml describes$/],
    [{ status: 302 }, /the control plane answers 302 to \/\S+$/],
    [{ status: 200, body: '<html>' }, /answers 200 to \/\S+ \(text that is not JSON\)$/],
    ['cut off', 'the control plane does not answer at http://127.0.0.1:'],
  ] as const)(`${name} has no answer for %j`, async (answer, words) => {
    const { url } = await plane(answer);
    const failure = operate(httpControl(url, { timeLimit: 2_000 }));
    await expect(failure).rejects.toThrow(words);
    await expect(failure).rejects.toBeInstanceOf(Unproven);
    await expect(failure).rejects.not.toBeInstanceOf(OutOfReach);
  });

  test.each([404, 405, 501])(`${name} is not offered by a plane that answers %i`, async (status) => {
    const { url } = await plane({ status });
    await expect(operate(httpControl(url, { timeLimit: 2_000 }))).rejects.toBeInstanceOf(OutOfReach);
  });

  test(`${name} has no answer in time, and none when the connection is refused`, async () => {
    const { url } = await plane('never');
    await expect(operate(httpControl(url, { timeLimit: 20 }))).rejects.toThrow(
      `the control plane does not answer at ${url} (no answer within 0.02 s)`,
    );
    for (const server of servers) server.close().closeAllConnections();
    await expect(operate(httpControl(url, { timeLimit: 2_000 }))).rejects.toThrow(
      `the control plane does not answer at ${url} (ECONNREFUSED)`,
    );
  });
}

test.each([
  ['storedForm', '{"content":{"amount":1.10}}', '{"amount":1.10}'],
  [
    'settledDeliveries',
    '{"settled":true,"deliveries":[{"notificationRuleId":12345678901234567890}]}',
    '[{"notificationRuleId":12345678901234567890}]',
  ],
] as const)('%s is read digit for digit', async (name, body, read) => {
  const { url } = await plane({ status: 200, body });
  expect(writeJson(await OPERATIONS[name](httpControl(url, { timeLimit: 2_000 })))).toBe(read);
});

test.each(['{}', '[]', '{"settled":false,"deliveries":[]}', '{"settled":true}', ''])(
  'deliveries that are answered with %j are not settled',
  async (body) => {
    const { url } = await plane({ status: 200, body });
    await expect(httpControl(url, { timeLimit: 2_000 }).settledDeliveries()).rejects.toThrow(
      'the control plane does not say that the deliveries are settled',
    );
  },
);

test('a control plane that sends its callers elsewhere is not followed there', async () => {
  const other = await plane({ status: 200, body: BODY });
  const { url } = await plane({ status: 307, location: other.url });
  await expect(httpControl(url, { timeLimit: 2_000 }).reset()).rejects.toThrow(
    'the control plane answers 307 to /reset',
  );
  expect(other.calls).toEqual([]);
});

test('only a 4xx about what was asked is a refusal', async () => {
  const failureOf = async (status: number) => {
    const { url } = await plane({ status });
    const [settled] = await Promise.allSettled([httpControl(url, { timeLimit: 1000 }).changeClient({})]);
    return settled.status === 'rejected' && settled.reason instanceof ControlRefusal;
  };
  const statuses = [400, 409, 422, 401, 404, 500];
  expect(await Promise.all(statuses.map(failureOf))).toEqual([true, true, true, false, false, false]);
});
