// The control plane is called as its document describes, and each of its failures is named and is no verdict. The plane is a server on loopback.
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { served } from '../test-support/served.ts';
import { type Control, ControlRefusal, httpControl } from './control.ts';
import { digits } from './scenarios/scenario.ts';
import { NotAnswered, OutOfReach, Unproven } from './unproven.ts';

/** A control plane that gives one answer to every call, and the calls. */
async function plane(
  answer: { status?: number; body?: string; location?: string } | 'never' | 'cut off',
  timeLimit = 600_000,
) {
  const calls: string[] = [];
  const url = await served(async (request, response) => {
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
  return { url, calls, control: httpControl(url, { timeLimit, ending: new AbortController() }) };
}

const OPERATIONS: Record<keyof Control, [(control: Control) => Promise<unknown>, call: string]> = {
  advance: [(control) => control.advance('PT1M'), 'POST /clock {"advance":"PT1M"}'],
  now: [(control) => control.now(), 'POST /clock {"advance":"PT0S"}'],
  storedForm: [(control) => control.storedForm('f%201'), 'GET /web-forms/f%25201'],
  reset: [(control) => control.reset(), 'POST /reset'],
  replaceWorld: [
    (control) => control.replaceWorld({ client: {}, categories: [], users: [] }),
    'PUT /world {"client":{},"categories":[],"users":[]}',
  ],
  changeClient: [
    (control) => control.changeClient({ userNotificationCallbackUrl: 'http://127.0.0.1:9/new' }),
    'PUT /client-configuration {"userNotificationCallbackUrl":"http://127.0.0.1:9/new"}',
  ],
  runBatchUpdate: [
    (control) =>
      control.runBatchUpdate({ accounts: [{ accountId: 1, newBalance: digits('12345678901234567890.10') }] }),
    'POST /batch-updates {"accounts":[{"accountId":1,"newBalance":12345678901234567890.10}]}',
  ],
  settledDeliveries: [(control) => control.settledDeliveries(), 'GET /deliveries?settled=true'],
};

const BODY = '{"now":"2026-03-02T08:00:00.000Z","content":{"amount":1.10},"settled":true,"deliveries":[]}';

test.each(Object.entries(OPERATIONS))(
  '%s says what its document describes, digit for digit',
  async (_, [operate, call]) => {
    const { control, calls } = await plane({ status: 200, body: BODY });
    await operate(control);
    expect(calls).toEqual([call]);
  },
);

test.each([
  ...[500, 302, 401].map((status) => [{ status }, Unproven] as const),
  // What was asked for, and no operation, is refused.
  ...[400, 409, 422].map((status) => [{ status }, ControlRefusal] as const),
  // The operation is not offered.
  ...[404, 405, 501].map((status) => [{ status }, OutOfReach] as const),
  [{ status: 500, body: '<html>' }, Unproven],
  [{ status: 200, body: '<html>' }, Unproven],
  ['cut off', NotAnswered],
  ['never', NotAnswered],
] as const)('after %j a call fails with %o', async (answer, kind) => {
  const { control } = await plane(answer, answer === 'never' ? 20 : 600_000);
  const failure = await control.changeClient({}).catch((error: Error) => error);
  expect(failure?.constructor).toBe(kind);
});

test('the words of an error response are quoted, and the URL of a plane that is not there', async () => {
  const refused = await plane({ status: 400, body: '{"error":"no such user"}' });
  await expect(refused.control.reset()).rejects.toThrow('no such user');
  const gone = httpControl('http://127.0.0.1:1', {
    timeLimit: 600_000,
    ending: new AbortController(),
  }).reset();
  await expect(gone).rejects.toThrow('http://127.0.0.1:1 (ECONNREFUSED)');
});

test('a form and deliveries are read digit for digit', async () => {
  const form = await plane({ status: 200, body: '{"content":{"amount":1.10}}' });
  expect(writeJson(await form.control.storedForm('1'))).toBe('{"amount":1.10}');
  const body = '{"settled":true,"deliveries":[{"notificationRuleId":12345678901234567890}]}';
  const { control } = await plane({ status: 200, body });
  expect(writeJson(await control.settledDeliveries())).toBe('[{"notificationRuleId":12345678901234567890}]');
});

test.each(['{}', '[]', '{"settled":false,"deliveries":[]}', '{"settled":true}', ''])(
  'deliveries that are answered with %j are not settled',
  async (body) => {
    const { control } = await plane({ status: 200, body });
    await expect(control.settledDeliveries()).rejects.toBeInstanceOf(Unproven);
  },
);

test('a control plane that sends its callers elsewhere is not followed there', async () => {
  const other = await plane({ status: 200, body: BODY });
  const { control } = await plane({ status: 307, location: other.url });
  await expect(control.reset()).rejects.toBeInstanceOf(Unproven);
  expect(other.calls).toEqual([]);
});
