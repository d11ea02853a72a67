// The control plane: worlds, the clock, the request log, and whom it does not talk to.

import { describe, expect, test } from 'vitest';
import { readJson } from '../../../contracts/src/base/exact-json.ts';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';
import { defaultSandboxSettings } from '../sandbox-settings.ts';
import { createState, type SandboxWorld } from '../state.ts';
import { readWorld } from './read-world.ts';

const world: SandboxWorld = {
  client: { isAutoCategorizationEnabled: false, userNotificationCallbackUrl: 'http://127.0.0.1:9/hook' },
  categories: [
    { id: 7, name: 'Living' },
    { id: 71, name: 'Rent', parentId: 7 },
  ],
  users: [
    {
      id: 'carla',
      password: 'example-password',
      email: 'carla@example.com',
      phone: '+49 30 1',
      isAutoUpdateEnabled: true,
      bankConnections: [
        {
          id: 11,
          name: null,
          bankName: 'Example bank',
          bankCountry: 'DE',
          accounts: [{ id: 101, name: 'Giro', number: '0001', iban: null, balance: 0.1 }],
        },
      ],
      rules: [{ triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 1, accountIds: '101' } }],
    },
  ],
};

describe('a world', () => {
  test('is there at once: its user, its configuration, its rules', async () => {
    const caller = new SandboxCaller();
    expect((await caller.control('PUT', '/world', world)).status).toBe(204);
    const configuration = await caller.asClient('getClientConfiguration');
    expect(configuration.json.userNotificationCallbackUrl).toBe('http://127.0.0.1:9/hook');
    const duplicate = {
      triggerEvent: 'LOW_ACCOUNT_BALANCE',
      params: { balanceThreshold: 2, accountIds: '101' },
    };
    const token = await caller.userToken('carla');
    expect((await caller.operate('createNotificationRule', { token, body: duplicate })).status).toBe(400);
  });

  test('takes the place of all that was there before, tokens and namesakes included', async () => {
    const caller = new SandboxCaller();
    const tokens = [await caller.userToken('anna'), await caller.userToken('carla')];
    const clientToken = await caller.clientToken();
    await caller.control('PUT', '/world', world);
    for (const token of tokens) {
      expect((await caller.operate('createStandalonePayment', { token, body: {} })).status).toBe(401);
    }
    expect((await caller.operate('getClientConfiguration', { token: clientToken })).status).toBe(401);
    const body = { grant_type: 'password', client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
    const anna = { ...body, username: 'anna', password: 'example-password' };
    expect((await caller.operate('createToken', { body: anna })).status).toBe(400);
  });

  test('comes back on a reset, when the sandbox was started with it', async () => {
    const caller = new SandboxCaller({ world });
    await caller.control('PUT', '/world', { client: {}, categories: [], users: [] });
    await caller.control('POST', '/clock', { advance: 'P1D' });
    expect((await caller.control('POST', '/reset')).status).toBe(204);
    expect((await caller.control('GET', '/requests')).json).toEqual({ requests: [], dropped: 0 });
    expect((await caller.control('POST', '/clock', { advance: 'PT0S' })).json.now).toBe(
      '2026-03-02T08:00:00.000Z',
    );
    expect(await caller.userToken('carla')).toEqual(expect.any(String));
  });

  const [carla] = world.users;
  const CALLBACK = 'client.userNotificationCallbackUrl';
  const impossible = (error: string) => `the world cannot be used: ${error}`;
  const category = (id: number, parentId: number) => ({ id, name: 'a', parentId });
  const [connection] = carla?.bankConnections ?? [];
  const accounts = [{ ...connection?.accounts[0], balance: '1' }];
  const poor = { ...carla, bankConnections: [{ ...connection, accounts }] };
  const withRule = { ...carla, rules: [{ triggerEvent: 'LOW_ACCOUNT_BALANCE' }] };
  for (const [edit, error] of [
    [{ categorys: [] }, 'the body has the unknown field "categorys"'],
    [{ users: undefined }, 'users is missing'],
    [{ users: [{ ...carla, password: undefined }] }, 'users[0].password is missing'],
    [{ users: [carla, carla] }, impossible('"carla" is named twice among the ids of users')],
    [{ categories: [category(1, 2)] }, impossible('category 1 lies under a category that is not there')],
    [{ categories: [category(1, 2), category(2, 1)] }, impossible('category 1 lies under itself')],
    [
      { client: { userNotificationCallbackUrl: 'file:///a' } },
      `${CALLBACK} must be text of the pattern ^https?://`,
    ],
    [{ users: [withRule] }, 'users[0].rules[0].params is missing'],
    [{ users: [poor] }, 'users[0].bankConnections[0].accounts[0].balance must be a number'],
  ] as const) {
    test(`is refused in one line that says where, and changes nothing: ${error}`, async () => {
      const caller = new SandboxCaller();
      const token = await caller.userToken('anna');
      const answer = await caller.control('PUT', '/world', { ...world, ...edit });
      expect([answer.status, answer.json.error]).toEqual([400, error]);
      expect((await caller.operate('createStandalonePayment', { token, body: {} })).status).toBe(201);
    });
  }
});

describe('the clock', () => {
  test('counts days and months by the calendar, and refuses what leads nowhere', async () => {
    const caller = new SandboxCaller();
    const advanced = (advance: string) => caller.control('POST', '/clock', { advance });
    for (const advance of ['-PT1H', '1h', '', 'P100000Y', 'PT99999999999999999999H'])
      expect((await advanced(advance)).status, advance).toBe(400);
    expect((await advanced('P1M1DT1H')).json.now).toBe('2026-04-03T09:00:00.000Z');
  });
});

describe('the request log', () => {
  test('shows who called what and how it was answered', async () => {
    const caller = new SandboxCaller();
    const token = await caller.userToken('anna');
    await caller.operate('createStandalonePayment', {
      token,
      body: '{"orders":[{"amount":{"value":1.10}}]}',
    });
    await caller.call('access', 'GET', '/nowhere?secret=1');
    const { requests } = (await caller.control('GET', '/requests')).json;
    expect(requests.slice(-2)).toMatchObject([
      {
        api: 'webForm',
        method: 'POST',
        path: '/api/webForms/standalonePayment',
        operationId: 'createStandalonePayment',
        caller: 'user anna',
        status: 201,
        body: '{"orders":[{"amount":{"value":1.10}}]}',
        at: '2026-03-02T08:00:00.000Z',
      },
      { api: 'access', path: '/nowhere', operationId: null, caller: null, status: 404 },
    ]);
    expect(requests.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test('holds no secret', async () => {
    const caller = new SandboxCaller();
    const token = await caller.userToken('anna', 'anna-her-password');
    const bodies = ['{"p\\u0061ssword":"spelt-out"}', '{"nested":[{"accessToken":"nested-token"}]}'];
    const headers = { 'x-api-key': 'api-key', cookie: 'sid=0123' };
    for (const body of bodies) await caller.operate('createStandalonePayment', { token, body, headers });
    await caller.operate('createUser', { body: '{"password":"cut-off', token });
    const { text } = await caller.control('GET', '/requests');
    const made = ['sandbox-secret', 'anna-her-password', 'spelt-out', 'nested-token', 'api-key":"api'];
    for (const secret of [...made, '0123', 'cut-off', token]) expect(text).not.toContain(secret);
    expect(text).toContain('username=anna');
  });

  test('keeps the latest 10,000 and counts what it dropped, and so do the stored forms', async () => {
    const caller = new SandboxCaller();
    const token = await caller.userToken();
    const first = await caller.operate('createStandalonePayment', { token, body: {} });
    for (let count = 0; count < 9_999; count++)
      await caller.operate('createStandalonePayment', { token, body: {} });
    expect((await caller.control('GET', `/web-forms/${first.json.id}`)).status).toBe(200);
    const last = await caller.operate('createStandalonePayment', { token, body: {} });
    expect((await caller.control('GET', `/web-forms/${first.json.id}`)).status).toBe(404);
    expect((await caller.control('GET', `/web-forms/${last.json.id}`)).status).toBe(200);
    const { requests, dropped } = (await caller.control('GET', '/requests')).json;
    // Three calls made the token: client token, user, user token.
    expect([requests.length, dropped, requests[0].number, requests.at(-1).number]).toEqual([
      10_000, 4, 5, 10_004,
    ]);
  });
});

describe('strangers', () => {
  for (const [says, headers, status] of [
    ['no host, as in process', {}, 200],
    ['a loopback host', { host: 'localhost:4022' }, 200],
    ['a loopback host on another port, as behind a proxy', { host: '127.0.0.1:9999' }, 200],
    ['the IPv6 loopback', { host: '[::1]:4022' }, 200],
    ['its own origin', { host: 'localhost:4022', origin: 'http://localhost:4022' }, 200],
    ['a name bent to this machine', { host: 'evil.example:4022' }, 403],
    ['a name that begins like loopback', { host: '127.0.0.1.evil.example' }, 403],
    ['another address', { host: '10.0.0.1' }, 403],
    ['a foreign origin', { host: 'localhost:4022', origin: 'http://evil.example' }, 403],
    ['a local page of another port', { host: 'localhost:4022', origin: 'http://localhost:3000' }, 403],
    ['the origin of a sandboxed frame', { host: 'localhost:4022', origin: 'null' }, 403],
  ] as const) {
    test(`a caller with ${says} gets ${status}`, async () => {
      expect((await new SandboxCaller().control('GET', '/requests', undefined, headers)).status).toBe(status);
    });
  }
});

test('what is not there, or not yet, is refused in one line', async () => {
  const caller = new SandboxCaller();
  expect((await caller.control('GET', '/nowhere')).status).toBe(404);
  const wrong = await caller.control('DELETE', '/world');
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'PUT']);
  expect((await caller.control('PUT', '/world', '{"client":')).status).toBe(400);
  expect((await caller.control('GET', '/web-forms/__proto__')).status).toBe(404);
  for (const [method, body] of [['PUT', ['X']], ['GET']] as const) {
    const answer = await caller.control(method, '/faults', body);
    expect([answer.status, answer.json.error]).toEqual([
      501,
      expect.stringMatching(/^this sandbox was made without /),
    ]);
  }
});

// A world as it is put in place: its money and its thresholds are those of the text, digit for digit.

const text = (balance: string, threshold = '1') =>
  JSON.stringify(world)
    .replace('"balance":0.1', `"balance":${balance}`)
    .replace('"balanceThreshold":1', `"balanceThreshold":${threshold}`);
const carlaOf = (of: SandboxWorld) => createState(of, defaultSandboxSettings).users.get('carla');

for (const amount of ['0.1', '-12.5', '12345678901234.56', '123456789012345678901234567890.12']) {
  test(`a balance and a threshold of ${amount} are kept`, () => {
    for (const keepSource of [true, false]) {
      const found = carlaOf(readWorld(readJson(text(amount, amount), { keepSource })));
      expect(found?.bankConnections[0]?.accounts[0]?.balance.toFixed()).toBe(amount);
      expect(found?.rules[0]?.params.balanceThreshold?.toFixed()).toBe(amount);
    }
  });
}

test('what a user is given later does not change the world that it came from', () => {
  const world = readWorld(readJson(text('1')));
  const account = carlaOf(world)?.bankConnections[0]?.accounts[0];
  if (account) account.balance = account.balance.plus(1);
  expect(carlaOf(world)?.bankConnections[0]?.accounts[0]?.balance.toFixed()).toBe('1');
});

// A callback URL that no message can go to is refused when it is set, and the one before it stays.

const GOOD = 'http://127.0.0.1:9/hook';

for (const [url, says] of [
  ['http://', 'it is no http or https address'],
  ['https://[::1', 'it is no http or https address'],
  ['http://169.254.169.254/', '169.254.169.254 is a link-local or metadata address'],
  ['http://[fd00:ec2::254]/', 'fd00:ec2::254 is a link-local or metadata address'],
  ['http://metadata.google.internal/', 'metadata.google.internal is a link-local or metadata address'],
  ['http://user:secret@client.example/', 'it carries credentials'],
] as const) {
  test(`"${url}" is refused in a client configuration and in a world: ${says}`, async () => {
    const caller = new SandboxCaller();
    await caller.control('PUT', '/client-configuration', { userNotificationCallbackUrl: GOOD });
    const client = { userNotificationCallbackUrl: url, batchUpdates: false };
    const changed = await caller.control('PUT', '/client-configuration', client);
    const error = `userNotificationCallbackUrl is refused: ${says}`;
    expect([changed.status, changed.json]).toEqual([400, { error }]);
    const replaced = await caller.control('PUT', '/world', { client, categories: [], users: [] });
    expect([replaced.status, replaced.json]).toEqual([400, { error: `the world cannot be used: ${error}` }]);
    expect((await caller.control('PUT', '/client-configuration', {})).json).toMatchObject({
      userNotificationCallbackUrl: GOOD,
      batchUpdates: true,
    });
  });
}

test('none, and a name that is not known yet, are taken', async () => {
  const caller = new SandboxCaller();
  for (const url of [null, 'https://client.example/notifications']) {
    const client = { userNotificationCallbackUrl: url };
    const changed = await caller.control('PUT', '/client-configuration', client);
    expect([changed.status, changed.json]).toEqual([200, expect.objectContaining(client)]);
  }
});
