/** What the history of a recording finds, and what it leaves alone since a provider that keeps the documentation may do it. */
import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../contracts/src/judge/settings.ts';
import { type CallEvidence, readEvidence } from '../../contracts/src/recordings/read-evidence.ts';
import { documentedRecords, type TestRecord } from '../test-support/documented-records.ts';
import { History } from './history.ts';

const TOKEN = '3f9a1c7b5d2e8046a1b2c3d4';
const OTHER_TOKEN = '9b8c7d6e5f4a30211f2e3d4c';
const START = Date.UTC(2026, 10, 22, 10);

type Timed = TestRecord & { readonly time?: string };

/** With another token than the usual one. */
function of(token: string, record: TestRecord): Timed {
  const headers = { ...record.request.headers, Authorization: `Bearer ${token}` };
  return { ...record, request: { ...record.request, headers } };
}

/** A record so many seconds after the start, with the token. */
function at(second: number, record: TestRecord, token = TOKEN): Timed {
  return { ...of(token, record), time: new Date(START + second * 1000).toISOString() };
}

/** A record a second, with the usual token, unless it says otherwise. */
const inTurn = (records: readonly Timed[]) =>
  records.map((record, second) => {
    const own = record.request.headers['Authorization'] ? record : of(TOKEN, record);
    return { time: new Date(START + second * 1000).toISOString(), ...own };
  });

/** The clauses that are found, with the index of the record and of the earlier one. */
function found(records: readonly Timed[], settings: Settings = defaultSettings, most?: number) {
  const findings: string[] = [];
  const history = new History(
    ({ index }, of) => {
      for (const { clause, earlier } of of) findings.push(`${clause} at ${index}, ${earlier.index} before`);
    },
    settings,
    most,
  );
  for (const [index, record] of inTurn(records).entries())
    history.addCall(readEvidence({ value: record, exact: record }) as CallEvidence, { file: 'f', index });
  return { summary: history.end(), findings };
}

const documented = documentedRecords();
const { submitPaymentV1: submit, createStandalonePayment: ask } = documented;
const list = { accountIds: '1,2' };
const EXISTS = { errors: [{ message: 'A notification rule with the given parameters already exists' }] };
const refused = (body: unknown = EXISTS, status = 400) => ({ status, body });
const answered = (record: TestRecord, status: number, body?: unknown): TestRecord => ({
  ...record,
  response: { status, headers: {}, body },
});

/** The second rule differs in its handle and its threshold. */
let rules = 0;
function rule(
  params: object,
  answer: Partial<TestRecord['response']> = {},
  triggerEvent = 'LOW_ACCOUNT_BALANCE',
) {
  const { createNotificationRule: record } = documentedRecords();
  rules++;
  record.request.body = {
    triggerEvent,
    params: { balanceThreshold: rules, ...params },
    callbackHandle: `rule-${rules}`,
  };
  Object.assign(record.response, { body: { id: rules } }, answer);
  return record;
}

function granted(username: string, token = TOKEN, expires_in = 3600): TestRecord {
  const { createToken: record } = documentedRecords();
  record.request.body = {
    grant_type: 'password',
    client_id: 'c',
    client_secret: 's',
    username,
    password: 'p',
  };
  record.response.body = { access_token: token, token_type: 'bearer', expires_in, scope: 'all' };
  return record;
}

function deleted(method = 'DELETE'): TestRecord {
  const request = { method, url: 'https://api.example/notificationRules/1', headers: {} };
  return { request, response: { status: 204, headers: {} } };
}

function createdUser(id: string): TestRecord {
  const { createUser: record } = documentedRecords();
  record.request.body = { ...(record.request.body as object), id };
  record.response.body = record.request.body;
  return record;
}

function form(id: string, createdAt: string): TestRecord {
  const { createBankConnectionImport: record } = documentedRecords();
  record.response.body = { ...(record.response.body as object), id, createdAt };
  return record;
}

/** An answer that lists the latest two rules, or as many. */
function listed(second: number, last = 2): Timed {
  const all = Array.from({ length: last }, (_, at) => ({ id: rules - at }));
  const request = { method: 'GET', url: 'https://api.example/notificationRules', headers: {} };
  return at(second, { request, response: { status: 200, headers: {}, body: { notificationRules: all } } });
}

function pay(days: number): TestRecord {
  const { createMoneyTransferV1: record } = documentedRecords();
  record.request.body = { ...(record.request.body as object), executionDate: `2026-11-0${days}` };
  return record;
}

/** A web form whose address is on another host than the call. */
function elsewhere(own: string): TestRecord {
  const record = form(own, early);
  record.response.body = { ...(record.response.body as object), url: 'https://elsewhere.example/1' };
  return record;
}

/** A call of Web Form V2 to the host that issues tokens. */
function onAccessHost(status: number): TestRecord {
  const record = form(id2, early);
  const { url } = granted('anna').request;
  record.request.url = new URL(new URL(record.request.url).pathname, url).href;
  record.response.status = status;
  return record;
}

const one = () => rule(list);
const twice = rule(list);
const category = (categoryId: string, answer = {}) =>
  rule({ ...list, categoryId }, answer, 'CATEGORY_CASH_FLOW');
const again = (status: number, body?: unknown) => answered(twice, status, body);
const wordless = rule(list, { body: {} });
const JWT_START = 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9';
const WORDLESS = { code: '17', errors: [] };
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const id2 = id.replace('0f', 'f0');
const [early, late] = ['2026-11-22T10:00:00.000+0000', '2026-11-22T10:00:05.000+0000'];
const client = granted('anna');
Object.assign(client.request.body as object, { grant_type: 'client_credentials' });
const at600 = (second: number, record: TestRecord = ask) => [granted('anna', TOKEN, 600), at(second, record)];
const untimed = (record: TestRecord): Timed => ({ ...of(TOKEN, record), time: 'unknown' });
const masked = 'REDACTED-0123456789-TOKEN';
const onHost = (host: string, record: TestRecord) => ({
  ...record,
  request: { ...record.request, url: record.request.url.replace('api.example', host) },
});
const twoTokens = (other: TestRecord) => [granted('anna'), other, one(), of(OTHER_TOKEN, one())];

const LOW = 'RULE-UNIQUE-LOW';
const situations: readonly (readonly [what: string, records: readonly Timed[], ...findings: string[]])[] = [
  ['a second rule with the same list', [one(), one()], `${LOW} at 1, 0 before`],
  ...(
    [
      ['NEW_ACCOUNT_BALANCE', { accountIds: '1' }, 'RULE-UNIQUE-BALANCE'],
      ['NEW_TRANSACTIONS', { accountIds: '1' }, 'RULE-UNIQUE-TRANSACTIONS'],
      ['FOREIGN_MONEY_TRANSFER', { accountIds: '1' }, 'RULE-UNIQUE-FOREIGN'],
      ['HIGH_TRANSACTION_AMOUNT', { accountIds: '1', absoluteAmountThreshold: 5 }, 'RULE-UNIQUE-HIGH'],
      ['BANK_LOGIN_ERROR', { bankConnectionIds: '1' }, 'RULE-UNIQUE-LOGIN'],
      ['CATEGORY_CASH_FLOW', { accountIds: '1', categoryId: '7' }, 'RULE-UNIQUE-CATEGORY'],
    ] as const
  ).map(
    ([event, params, clause]) =>
      [
        `a second ${event}`,
        [rule(params, {}, event), rule(params, {}, event)],
        `${clause} at 1, 0 before`,
      ] as const,
  ),
  [
    'no times, so that the order of the file counts',
    [untimed(one()), untimed(one())],
    `${LOW} at 1, 0 before`,
  ],
  ['less than a minute out of order', [at(50, one()), at(0, one())], `${LOW} at 0, 1 before`],
  ['one name at two providers', twoTokens(onHost('other.example', granted('anna', OTHER_TOKEN)))],
  ['two tokens of one user', twoTokens(granted('anna', OTHER_TOKEN)), `${LOW} at 3, 2 before`],
  ['two users', twoTokens(granted('ben', OTHER_TOKEN))],
  // A test system may have been set back before.
  ['a new token in between', [granted('anna'), one(), granted('anna', OTHER_TOKEN), of(OTHER_TOKEN, one())]],
  ['other ids', [one(), rule({ accountIds: '1' })]],
  ['the ids in another order', [one(), rule({ accountIds: '2,1' })]],
  ['no list, twice', [rule({}), rule({})]],
  ['another trigger event', [one(), rule(list, {}, 'NEW_TRANSACTIONS')]],
  ['another category', [category('7'), category('8')]],
  ['another user', [one(), of(OTHER_TOKEN, one())]],
  ['a deletion in between', [one(), deleted(), one()]],
  ['a deletion in between that was written late', [one(), at(2, one()), at(1, deleted())]],
  ['an undocumented call in between', [one(), deleted('POST'), one()]],
  ['a silence of two hours in between', [one(), at(7200, one())]],
  [
    'a list that has both after a silence',
    [one(), at(7200, rule(list)), listed(7201)],
    `${LOW} at 1, 0 before`,
  ],
  ['a list without the first after a silence', [one(), at(7200, rule(list)), listed(7201, 1)]],
  ['one exchange recorded twice', [twice, twice]],
  ['one rule answered twice', [rule(list, { body: { id: 4 } }), rule(list, { body: { id: 4 } })]],
  ['one exchange without an id recorded twice', [wordless, wordless]],
  ['a clock that jumps back', [at(300, one()), at(0, one())]],
  ['a clock that jumps back after two rules', [at(300, one()), at(301, one()), at(0, submit)]],
  ['a masked list', [rule({ accountIds: '***' }), rule({ accountIds: '***' })]],
  ['masked tokens', [of(masked, one()), of(masked, one())]],
  ['the token of a mock', [of('example-token', one()), of('example-token', one())]],
  ['the start of every JSON Web Token', [of(JWT_START, one()), of(JWT_START, one())]],
  ['a token that two users were given', [granted('anna'), one(), granted('ben'), one()]],
  ['another tenant', [one(), onHost('api.example/other', one())]],
  ['a refusal that says so', [one(), rule(list, refused())]],

  [
    'a user created by a user',
    [granted('anna'), createdUser('ben')],
    'USER-CREATE-CLIENT-TOKEN at 1, 0 before',
  ],
  [
    'a user created by a masked one',
    [granted('*'), createdUser('ben')],
    'USER-CREATE-CLIENT-TOKEN at 1, 0 before',
  ],
  ['a user created by a client', [client, createdUser('ben')]],
  // A mock gives every caller one token.
  ['a user created by a mock', [granted('anna'), client, createdUser('ben')]],
  ['a user created by a mock, client first', [client, granted('anna'), createdUser('ben')]],
  ['a user created with another token', [granted('anna'), of(OTHER_TOKEN, createdUser('ben'))]],

  ['a duplicate refused without a word', [twice, again(409, WORDLESS)], 'RULE-DUPLICATE-SAYS at 1, 0 before'],
  ...[EXISTS, { message: '***' }, 'Konflikt', undefined].map(
    (body) => [`a duplicate refused with ${JSON.stringify(body)}`, [twice, again(409, body)]] as const,
  ),
  // Another mistake may be why, as may a service in trouble.
  ['a rule with other params refused without a word', [twice, rule(list, refused({}, 409))]],
  ['a duplicate that is not found', [twice, again(404, WORDLESS)]],
  ['a duplicate at a busy service', [twice, again(429, WORDLESS)]],

  [
    'a form id given twice',
    [form(id, early), form(id.toUpperCase(), late)],
    'V2-FORM-ID-UNIQUE at 1, 0 before',
  ],
  [
    'a form id without a user',
    [of('x', form(id, early)), of('x', form(id, late))],
    'V2-FORM-ID-UNIQUE at 1, 0 before',
  ],
  [
    'a form id after the same token again',
    [granted('anna'), form(id, early), granted('anna'), form(id, late)],
  ],
  ['one form twice', [form(id, early), form(id, '2026-11-22T11:00:00.000+0100')]],
  ['two form ids', [form(id, early), form(id.replace('0f', 'f0'), late)]],
  ['an id that stands for many', [early, late].map((time) => form(id.replace(/\w/g, '0'), time))],

  [
    'two payments with one id',
    [createdUser('anna'), granted('anna'), pay(1), pay(2)],
    'V1-PAYMENT-ID at 3, 2 before',
  ],
  [
    'two payments with one id, and a sign-in in between',
    [createdUser('anna'), granted('anna'), pay(1), granted('anna', OTHER_TOKEN), of(OTHER_TOKEN, pay(2))],
    'V1-PAYMENT-ID at 4, 2 before',
  ],
  ['two payments with one id of a user who is not created', [granted('anna'), pay(1), pay(2)]],
  ['a payment that is recorded twice', [createdUser('anna'), granted('anna'), pay(1), pay(1)]],
  [
    'a user who is created again between two payments',
    [pay(1), pay(2)].flatMap((each) => [of(OTHER_TOKEN, createdUser('anna')), granted('anna'), each]),
  ],

  ['a url on another host than others', [form(id, early), elsewhere(id2)], 'V2-FORM-URL-HOST at 1, 0 before'],
  [
    'a web form that is not found at a host that creates none',
    [granted('anna'), form(id, early), onAccessHost(404)],
    'V2-SEPARATE-INTERFACE at 2, 1 before',
  ],
  ['a web form that is not found where no other host creates any', [granted('anna'), onAccessHost(404)]],
  [
    'a web form that is not found at a host that creates others',
    [granted('anna'), form(id, early), onAccessHost(201), onAccessHost(404)],
  ],
  ['urls that are all on another host than the call', [elsewhere(id), elsewhere(id2)]],
  [
    'a refused user of a user',
    [granted('anna'), answered(createdUser('ben'), 403)],
    'USER-CREATE-CLIENT-TOKEN at 1, 0 before',
  ],
  ['a refused rule of a client', [client, answered(one(), 403)], 'AUTH-CLIENT-TOKEN-SERVES at 1, 0 before'],
  ['a refused rule of a user', [granted('anna'), answered(one(), 403)]],
  ['a rule of a client at a busy service', [client, answered(one(), 503)]],

  ['a token after its lifetime', at600(901), 'AUTH-TOKEN-EXPIRED at 1, 0 before'],
  ['a token after its lifetime, and a 451', at600(901, submit), 'AUTH-TOKEN-EXPIRED at 1, 0 before'],
  ['a token five minutes after its lifetime', at600(900)],
  ['a token after its lifetime that is refused', at600(901, answered(ask, 401))],
  ['a token at an unknown time', [...at600(0).slice(0, 1), untimed(ask)]],
  ['a token that was issued again', [...at600(800, granted('anna', TOKEN, 600)), at(901, ask)]],
  // The clock was wrong: it jumps back later.
  ['a token where the clock jumps back', [...at600(7200), at(10, ask)]],
  ['another token', [...at600(0).slice(0, 1), at(901, ask, OTHER_TOKEN)]],
];
for (const [what, records, ...findings] of situations) {
  test(`in a recording with ${what}: ${findings.length === 0 ? 'nothing' : findings}`, () => {
    expect(found(records).findings).toEqual(findings);
  });
}

test('jumps back in time are in the summary', () => {
  const calls = [300, 0, 290, 280, 10].map((second) => at(second, submit));
  const { summary } = found([at(0, granted('anna')), ...calls]);
  expect(summary).toEqual({ notKept: 0, jumps: 2, firstJump: { file: 'f', index: 2 }, unknownUser: 0 });
});

test('beyond the limit nothing more is compared, and the calls are counted', () => {
  const tokenOf = (user: number) => `${TOKEN}${String(user).padStart(6, '0')}`;
  const users = Array.from({ length: 100 }, (_, user) => at(user, one(), tokenOf(user)));
  const records = [...users, at(100, rule(list), tokenOf(0)), at(101, rule(list), tokenOf(99))];
  expect(found(records).findings).toEqual([
    'RULE-UNIQUE-LOW at 100, 0 before',
    'RULE-UNIQUE-LOW at 101, 99 before',
  ]);
  // A user and a rule for each of the first 50.
  expect(found(records, defaultSettings, 100)).toMatchObject({ findings: [], summary: { notKept: 52 } });
});

const asSent = (handle: string, fields: object = {}) => ({
  notificationRuleId: 7,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  callbackHandle: handle,
  balanceThreshold: 5,
  balanceChanges: [{ accountId: 1 }],
  ...fields,
});
/** The rule 7 of a user. */
const seven = (handle: string, balanceThreshold = 5) => {
  const record = rule({ ...list, balanceThreshold }, { body: { id: 7 } });
  Object.assign(record.request.body as object, { callbackHandle: handle });
  return record;
};
const messages: [what: string, records: Timed[], message: object, ...clauses: string[]][] = [
  ['of its rule', [seven('a')], asSent('a')],
  ['with another threshold', [seven('a')], asSent('a', { balanceThreshold: 9 }), 'MESSAGE-LOW-THRESHOLD'],
  [
    'of another account',
    [seven('a')],
    asSent('a', { balanceChanges: [{ accountId: 3 }] }),
    'MESSAGE-LISTED-ONLY',
  ],
  ['of a rule that is not recorded', [one()], asSent('a', { balanceThreshold: 9 })],
  ['with another handle', [seven('a')], asSent('b', { balanceThreshold: 9 })],
  ['after a deletion', [seven('a'), deleted()], asSent('a', { balanceThreshold: 9 })],
  ['of a rule that was created again', [seven('a'), seven('a', 6)], asSent('a'), 'MESSAGE-LOW-THRESHOLD'],
  ['of one of two users', [seven('a'), of(OTHER_TOKEN, seven('a', 6))], asSent('a')],
  ['after a clock that jumps back', [at(99, seven('a', 6)), at(0, deleted('GET'))], asSent('a')],
];
for (const [what, records, message, ...clauses] of messages) {
  test(`beside its rule, a message ${what}: ${clauses.length === 0 ? 'nothing' : clauses}`, () => {
    const findings: string[] = [];
    const history = new History((_, of) => findings.push(...of.map(({ clause }) => clause)));
    for (const [index, record] of inTurn(records).entries())
      history.addCall(readEvidence({ value: record, exact: record }) as CallEvidence, { file: 'f', index });
    history.addMessage({ value: message, exact: message }, { file: 'f', index: 9 });
    expect(findings).toEqual(clauses);
  });
}
