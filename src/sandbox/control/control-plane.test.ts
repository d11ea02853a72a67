// The control plane: worlds, the clock, the request log, and whom it does not talk to.
// Replaced: the socket by a call of the sandbox in process; a browser by the headers that it would send.
import { expect, onTestFinished, test, vi } from 'vitest';
import control from '../../../contracts/generated/control.json' with { type: 'json' };
import { readJson } from '../../../contracts/src/base/exact-json.ts';
import { chosenSwitch } from '../../faults/switchable-faults.ts';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import { defaultSandboxSettings } from '../sandbox-settings.ts';
import { createState, type SandboxWorld } from '../state.ts';
import { readWorld } from './read-world.ts';

const world = worldOf([rule('changed', 'NEW_ACCOUNT_BALANCE')]);

test('a world takes the place of all that was there before, tokens and namesakes included', async () => {
  const caller = new SandboxCaller();
  const tokens = [await caller.userToken('carla'), await caller.userToken('anna')];
  const clientToken = await caller.clientToken();
  expect((await caller.control('PUT', '/world', world)).status).toBe(204);
  for (const token of tokens)
    expect((await caller.operate('createStandalonePayment', { token, body: {} })).status).toBe(401);
  expect((await caller.operate('getClientConfiguration', { token: clientToken })).status).toBe(401);
  const body = { grant_type: 'password', client_id: 'example-client', client_secret: 'example-secret' };
  const carla = { ...body, username: 'carla', password: 'example-password' };
  expect((await caller.operate('createToken', { body: carla })).status).toBe(400);
  expect(await caller.userToken('anna', 'example')).toEqual(expect.any(String));
});

test('a reset brings back the world and the hour that the sandbox was started with', async () => {
  const runner = new UpdateRunner(world);
  const update = { accounts: [{ accountId: 101, newBalance: 1 }] };
  expect((await runner.update(update)).queued).toBe(1);
  await runner.control('POST', '/clock', { advance: 'P1D' });
  expect((await runner.control('POST', '/reset')).status).toBe(204);
  expect((await runner.control('GET', '/requests')).json).toEqual({ requests: [], dropped: 0 });
  const { now } = (await runner.control('POST', '/clock', { advance: 'PT0S' })).json;
  expect(now).toBe('2026-03-02T08:00:00.000Z');
  expect((await runner.update(update)).queued).toBe(1);
});

test('money and thresholds of a world are kept digit for digit', () => {
  const amount = '123456789012345678901234567890.12';
  const low = worldOf([rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 77 })]);
  const text = JSON.stringify(low).replace(':77', `:${amount}`).replaceAll(':1000', `:${amount}`);
  const { users } = createState(readWorld(readJson(text) as SandboxWorld), defaultSandboxSettings);
  const anna = users.get('anna');
  expect(anna?.bankConnections[0]?.accounts[0]?.balance.toFixed()).toBe(amount);
  expect(anna?.rules[0]?.params.balanceThreshold?.toFixed()).toBe(amount);
});

const [anna] = world.users;
const impossible = (error: string) => `the world cannot be used: ${error}`;
const category = (id: number, parentId: number) => ({ id, name: 'a', parentId });
const callback = (userNotificationCallbackUrl: string) => ({ client: { userNotificationCallbackUrl } });

test.each<[string, object]>([
  ['the body has the unknown field "categorys"', { categorys: [] }],
  ['users is missing', { users: undefined }],
  ['users[0].password is missing', { users: [{ ...anna, password: undefined }] }],
  [impossible('"anna" is named twice among the ids of users'), { users: [anna, anna] }],
  [impossible('category 1 lies under a category that is not there'), { categories: [category(1, 2)] }],
  [impossible('category 1 lies under itself'), { categories: [category(1, 2), category(2, 1)] }],
  ['client.userNotificationCallbackUrl must be text of the pattern ^https?://', callback('file:///a')],
  [
    impossible('userNotificationCallbackUrl is refused: the URL must not carry credentials'),
    callback('http://user:secret@client.example/'),
  ],
  [
    'users[0].rules[0].params is missing',
    { users: [{ ...anna, rules: [{ triggerEvent: 'LOW_ACCOUNT_BALANCE' }] }] },
  ],
])('a world is refused in one line that says where, and changes nothing: %s', async (error, edit) => {
  const caller = new SandboxCaller();
  const token = await caller.userToken('anna');
  const answer = await caller.control('PUT', '/world', { ...world, ...edit });
  expect([answer.status, answer.json]).toEqual([400, { error }]);
  expect((await caller.operate('createStandalonePayment', { token, body: {} })).status).toBe(201);
});

test('a callback URL that no message can go to is refused in a configuration, and nothing is changed', async () => {
  const caller = new SandboxCaller();
  const client = { userNotificationCallbackUrl: 'http://169.254.169.254/', batchUpdates: false };
  const error = 'userNotificationCallbackUrl is refused: 169.254.169.254 is a link-local or metadata address';
  const refused = { status: 400, json: { error } };
  expect(await caller.control('PUT', '/client-configuration', client)).toMatchObject(refused);
  const unchanged = { userNotificationCallbackUrl: null, batchUpdates: true };
  expect((await caller.control('PUT', '/client-configuration', {})).json).toMatchObject(unchanged);
});

test('the clock counts days and months by the calendar, and refuses what leads nowhere', async () => {
  const caller = new SandboxCaller();
  const advanced = (advance: string) => caller.control('POST', '/clock', { advance });
  for (const advance of ['-PT1H', '1h', '', 'P100000Y', 'PT99999999999999999999H'])
    expect((await advanced(advance)).status, advance).toBe(400);
  expect((await advanced('P1M1DT1H')).json.now).toBe('2026-04-03T09:00:00.000Z');
  expect((await caller.control('GET', '/clock')).json).toEqual({ now: '2026-04-03T09:00:00.000Z' });
});

test('a clock that runs ends tokens and forms and sends what waits, with no call, and a reset returns it', async () => {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const waiting = worldOf([rule('w', 'NEW_TRANSACTIONS', { waitForCategorization: true })]);
  const runner = new UpdateRunner(waiting, { fixedTime: undefined });
  const now = async () => (await runner.control('GET', '/clock')).json.now;
  expect(await now()).toBe('2030-01-01T00:00:00.000Z');
  const token = await runner.userToken('anna', 'example');
  const { url, expiresAt } = (await runner.operate('createStandalonePayment', { token, body: {} })).json;
  expect(expiresAt).toBe('2030-01-01T00:20:00.000+0000');
  const page = async () => (await runner.call('webForm', 'GET', new URL(url).pathname)).status;
  const transaction = { bankBookingDate: '2030-01-01T00:00:00Z', amount: 1 };
  const transactions = ['PT30M', 'P30D'].map((categorizedAfter, id) => {
    return { ...transaction, id, categorizedAfter };
  });
  for (const [at, one] of transactions.entries())
    expect(await runner.update({ accounts: [{ accountId: 101 + at, transactions: [one] }] })).toEqual({
      queued: 0,
      waiting: 1,
    });
  await vi.advanceTimersByTimeAsync(1_199_999);
  expect([await page(), await runner.handles()]).toEqual([200, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await page()).toBe(410);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await runner.handles()).toEqual(['w']);
  await vi.advanceTimersByTimeAsync(1_800_000);
  expect((await runner.operate('createStandalonePayment', { token, body: {} })).status).toBe(401);
  // Longer than a timer can wait.
  await vi.advanceTimersByTimeAsync(30 * 24 * 3_600_000);
  expect(await runner.handles()).toEqual(['w']);
  await runner.control('POST', '/clock', { advance: 'P1Y' });
  expect(await now()).toMatch(/^2031-01-31T01:00/);
  await runner.control('POST', '/reset');
  expect(await now()).toMatch(/^2030-01-31T01:00/);
});

interface Documented {
  readonly requestBody?: { content: { 'application/json': { examples: Record<string, { value: object }> } } };
}

/** Each call of the document, with the examples of its body. */
const documented = Object.entries<object>(control.paths).flatMap(([path, operations]) =>
  Object.entries<Documented>({ ...operations }).flatMap(([method, { requestBody }]) => {
    const examples = Object.values(requestBody?.content['application/json'].examples ?? {});
    return method === 'parameters' ? [] : { call: `${method.toUpperCase()} ${path}`, examples };
  }),
);

test('every example of the document is taken', async () => {
  const caller = new SandboxCaller({ faults: await chosenSwitch([], String) });
  const examples = documented.flatMap(({ call, examples }) => examples.map(({ value }) => ({ call, value })));
  expect(examples).toHaveLength(7);
  for (const { call, value } of examples) {
    const [method = '', path = ''] = call.split(' ');
    expect([call, (await caller.control(method, path, value)).json?.error]).toEqual([call, undefined]);
  }
});

test('what a world leaves out has its default', async () => {
  const bankConnections = [{ id: 1, accounts: [{ id: 11, balance: 100 }] }];
  const users = [{ id: 'ada', password: 'x', bankConnections, rules: [rule('new', 'NEW_ACCOUNT_BALANCE')] }];
  const runner = new UpdateRunner(world);
  expect((await runner.control('PUT', '/world', { users })).status).toBe(204);
  await runner.control('PUT', '/client-configuration', {
    userNotificationCallbackUrl: 'http://127.0.0.1:9/',
  });
  await runner.update({ accounts: [{ accountId: 11, newBalance: 1 }] });
  const [{ text = '' } = {}] = await runner.arrived();
  expect(JSON.parse(text).balanceChanges).toMatchObject([
    {
      accountId: 11,
      accountName: '11',
      accountIban: null,
      bankName: 'Bank of the sandbox',
      details: expect.stringContaining('"accountNumber":"11","iban":""'),
    },
  ]);
});

test('the request log shows who called what and how it was answered', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken('anna');
  const body = '{"orders":[{"amount":{"value":1.10}}]}';
  await caller.operate('createStandalonePayment', { token, body });
  await caller.call('access', 'GET', '/nowhere?secret=1');
  const { requests } = (await caller.control('GET', '/requests')).json;
  expect(requests.slice(-2)).toMatchObject([
    {
      number: 4,
      at: '2026-03-02T08:00:00.000Z',
      api: 'webForm',
      method: 'POST',
      body,
      path: '/api/webForms/standalonePayment',
      operationId: 'createStandalonePayment',
      caller: 'user anna',
      status: 201,
    },
    { number: 5, api: 'access', path: '/nowhere', operationId: null, caller: null, status: 404 },
  ]);
});

test('the request log holds no secret', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken('anna', 'anna-her-password');
  const headers = { 'x-api-key': 'api-key', cookie: 'sid=0123' };
  for (const body of ['{"p\\u0061ssword":"spelt-out"}', '{"nested":[{"accessToken":"nested-token"}]}'])
    await caller.operate('createStandalonePayment', { token, body, headers });
  await caller.operate('createUser', { body: '{"password":"cut-off', token });
  const { text } = await caller.control('GET', '/requests');
  const made = ['example-secret', 'anna-her-password', 'spelt-out', 'nested-token', 'api-key":"api'];
  for (const secret of [...made, '0123', 'cut-off', token]) expect(text).not.toContain(secret);
  expect(text).toContain('username=anna');
});

test('requests and forms: the latest 10,000 are kept, and the log counts what it dropped', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const creates = async () => (await caller.operate('createStandalonePayment', { token, body: {} })).json.id;
  const stored = async (id: string) => (await caller.control('GET', `/web-forms/${id}`)).status;
  const first = await creates();
  for (let count = 0; count < 9_999; count++) await creates();
  expect(await stored(first)).toBe(200);
  const last = await creates();
  expect([await stored(first), await stored(last)]).toEqual([404, 200]);
  const { requests, dropped } = (await caller.control('GET', '/requests')).json;
  // Three calls made the token: client token, user, user token.
  expect([requests.length, dropped, requests[0].number, requests.at(-1).number]).toEqual([
    10_000, 4, 5, 10_004,
  ]);
});

test('a web page of another host or origin is refused', async () => {
  const own = { host: 'localhost:4022' };
  for (const [headers, status] of [
    [{}, 200],
    [{ host: '127.0.0.1:9999' }, 200],
    [{ host: '[::1]:4022' }, 200],
    [{ ...own, origin: 'http://localhost:4022' }, 200],
    [{ host: 'evil.example:4022' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ host: '10.0.0.1' }, 403],
    [{ ...own, origin: 'http://evil.example' }, 403],
    [{ ...own, origin: 'http://localhost:3000' }, 403],
    [{ ...own, origin: 'null' }, 403],
  ] as const) {
    const answer = await new SandboxCaller().control('GET', '/requests', undefined, headers);
    expect(answer.status, JSON.stringify(headers)).toBe(status);
  }
});

test('the root lists every call', async () => {
  const { json } = await new SandboxCaller().control('GET', '/');
  expect(json).toContainEqual({ call: 'PUT /world', does: 'Replace the world' });
  expect(json.map(({ call }: { call: string }) => call)).toEqual(documented.map(({ call }) => call));
});

test('what is not there is refused in one line', async () => {
  const caller = new SandboxCaller();
  expect((await caller.control('GET', '/nowhere')).status).toBe(404);
  const wrong = await caller.control('DELETE', '/world');
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'PUT']);
  expect((await caller.control('PUT', '/world', '{"client":')).status).toBe(400);
  expect((await caller.control('GET', '/web-forms/__proto__')).status).toBe(404);
  const error = 'this sandbox was made without a catalogue of faults';
  for (const [method, body] of [['PUT', ['X']], ['GET']] as const)
    expect(await caller.control(method, '/faults', body)).toMatchObject({ status: 501, json: { error } });
});
