/** What the history of a recording finds, and what it leaves alone since a provider that keeps the documentation may do it. */
import { expect, test } from 'vitest';
import { documentedRecords, type TestRecord } from '../../../src/test-support/documented-records.ts';
import { defaultSettings, type Settings } from '../judge/settings.ts';
import { History } from './history.ts';
import { type CallEvidence, readEvidence } from './read-evidence.ts';

const TOKEN = '3f9a1c7b5d2e8046a1b2c3d4';
const OTHER_TOKEN = '9b8c7d6e5f4a30211f2e3d4c';
const START = Date.UTC(2026, 10, 22, 10);

type Timed = TestRecord & { readonly time?: string };

/** A record so many seconds after the start, with the token. */
function at(second: number, record: TestRecord, token = TOKEN): Timed {
  const headers = { ...record.request.headers, Authorization: `Bearer ${token}` };
  const time = new Date(START + second * 1000).toISOString();
  return { ...record, time, request: { ...record.request, headers } };
}

/** The clauses that are found, with the index of the record and of the earlier one. */
function found(records: readonly unknown[], settings: Settings = defaultSettings, most?: number) {
  const findings: string[] = [];
  const history = new History(
    ({ index }, of) => {
      for (const { clause, earlier } of of) findings.push(`${clause} at ${index}, ${earlier.index} before`);
    },
    settings,
    most,
  );
  for (const [index, record] of records.entries())
    history.addCall(readEvidence({ value: record, exact: record }) as CallEvidence, { file: 'f', index });
  return { summary: history.end(), findings };
}

const documented = documentedRecords();

/** The second rule differs in its handle and its threshold. */
let rules = 0;
function rule(
  params: object,
  answer: { status?: number; body?: unknown } = {},
  triggerEvent = 'LOW_ACCOUNT_BALANCE',
) {
  const { createNotificationRule: record } = documentedRecords();
  rules++;
  record.request.body = {
    triggerEvent,
    params: { balanceThreshold: rules, ...params },
    callbackHandle: `rule-${rules}`,
  };
  record.response.status = answer.status ?? 201;
  record.response.body = 'body' in answer ? answer.body : { id: rules };
  return record;
}

const EXISTS = { errors: [{ message: 'A notification rule with the given parameters already exists' }] };
const refused = (body: unknown = EXISTS, status = 400) => ({ status, body });

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
  return {
    request: { method, url: 'https://api.example/notificationRules/1', headers: {} },
    response: { status: 204, headers: {} },
  };
}

function createdUser(id: string): TestRecord {
  const { createUser: record } = documentedRecords();
  record.request.body = { ...(record.request.body as object), id };
  record.response.body = record.request.body;
  return record;
}

test('a second rule with the same list is accepted: violated, with the first one named', () => {
  const one = () => rule({ accountIds: '1,2' });
  expect(found([at(0, one()), at(5, one())]).findings).toEqual(['RULE-UNIQUE-LOW at 1, 0 before']);
  for (const [event, params, clause] of [
    ['NEW_ACCOUNT_BALANCE', { accountIds: '1' }, 'RULE-UNIQUE-BALANCE'],
    ['NEW_TRANSACTIONS', { accountIds: '1' }, 'RULE-UNIQUE-TRANSACTIONS'],
    ['FOREIGN_MONEY_TRANSFER', { accountIds: '1' }, 'RULE-UNIQUE-FOREIGN'],
    ['HIGH_TRANSACTION_AMOUNT', { accountIds: '1', absoluteAmountThreshold: 5 }, 'RULE-UNIQUE-HIGH'],
    ['BANK_LOGIN_ERROR', { bankConnectionIds: '1' }, 'RULE-UNIQUE-LOGIN'],
    ['CATEGORY_CASH_FLOW', { accountIds: '1', categoryId: '7' }, 'RULE-UNIQUE-CATEGORY'],
  ] as const) {
    const same = () => rule(params, {}, event);
    expect(found([at(0, same()), at(5, same())]).findings).toEqual([`${clause} at 1, 0 before`]);
  }
});

test('without times the order of the file counts', () => {
  const { time: _, ...one } = at(0, rule({ accountIds: '1' }));
  const { time: __, ...two } = at(0, rule({ accountIds: '1' }));
  expect(found([one, two]).findings).toEqual(['RULE-UNIQUE-LOW at 1, 0 before']);
});

test('records up to a minute out of order are compared in order of time', () => {
  const { findings, summary } = found([at(50, rule({ accountIds: '1' })), at(0, rule({ accountIds: '1' }))]);
  expect(findings).toEqual(['RULE-UNIQUE-LOW at 0, 1 before']);
  expect(summary.jumps).toBe(0);
});

test('one name at two providers is two users', () => {
  const recorded = (host: string) => {
    const second = granted('anna', OTHER_TOKEN);
    second.request.url = `https://${host}/oauth/token`;
    return [at(0, granted('anna')), at(1, second), at(2, rule(list)), at(3, rule(list), OTHER_TOKEN)];
  };
  expect(found(recorded('other.example')).findings).toEqual([]);
  expect(found(recorded('api.example')).findings).toEqual(['RULE-UNIQUE-LOW at 3, 2 before']);
});

const list = { accountIds: '1,2' };
const twice = rule(list);
const allowed: [string, unknown[]][] = [
  ['other ids', [at(0, rule(list)), at(1, rule({ accountIds: '1' }))]],
  ['the ids in another order', [at(0, rule(list)), at(1, rule({ accountIds: '2,1' }))]],
  ['no list, twice', [at(0, rule({})), at(1, rule({}))]],
  ['another trigger event', [at(0, rule(list)), at(1, rule(list, {}, 'NEW_TRANSACTIONS'))]],
  [
    'another category',
    [
      at(0, rule({ ...list, categoryId: '7' }, {}, 'CATEGORY_CASH_FLOW')),
      at(1, rule({ ...list, categoryId: '8' }, {}, 'CATEGORY_CASH_FLOW')),
    ],
  ],
  ['another user', [at(0, rule(list)), at(1, rule(list), OTHER_TOKEN)]],
  ['a deletion in between', [at(0, rule(list)), at(1, deleted()), at(2, rule(list))]],
  ['a deletion in between that was written late', [at(0, rule(list)), at(2, rule(list)), at(1, deleted())]],
  ['an undocumented call in between', [at(0, rule(list)), at(1, deleted('POST')), at(2, rule(list))]],
  ['a silence of two hours in between', [at(0, rule(list)), at(7200, rule(list))]],
  ['one exchange recorded twice', [at(0, twice), at(1, twice)]],
  [
    'one rule answered twice',
    [at(0, rule(list, { body: { id: 4 } })), at(1, rule(list, { body: { id: 4 } }))],
  ],
  ['a clock that jumps back', [at(300, rule(list)), at(0, rule(list))]],
  ['a refusal that says so', [at(0, rule(list)), at(1, rule(list, refused()))]],
  ['a refusal that was not recorded', [at(0, rule(list)), at(1, rule(list, refused(undefined)))]],
  ['a masked list', [at(0, rule({ accountIds: '***' })), at(1, rule({ accountIds: '***' }))]],
  [
    'masked tokens',
    [at(0, rule(list), 'REDACTED-0123456789-TOKEN'), at(1, rule(list), 'REDACTED-0123456789-TOKEN')],
  ],
  ['the token of a mock', [at(0, rule(list), 'example-token'), at(1, rule(list), 'example-token')]],
  [
    'a token that two users were given',
    [at(0, granted('anna')), at(1, rule(list)), at(2, granted('ben')), at(3, rule(list))],
  ],
  ['another tenant', [at(0, rule(list)), at(1, atTenant(rule(list)))]],
];
for (const [what, records] of allowed) {
  test(`nothing is found in two rules with ${what}`, () => {
    expect(found(records).findings).toEqual([]);
  });
}

function atTenant(record: TestRecord): TestRecord {
  return { ...record, request: { ...record.request, url: 'https://api.example/other/notificationRules' } };
}

test('a user is known by the calls that issued the tokens', () => {
  const [anna, again] = [at(0, granted('anna')), at(1, granted('anna', OTHER_TOKEN))];
  const pair = [at(2, rule(list)), at(3, rule(list), OTHER_TOKEN)];
  expect(found([anna, again, ...pair]).findings).toEqual(['RULE-UNIQUE-LOW at 3, 2 before']);
  expect(found([anna, at(1, granted('ben', OTHER_TOKEN)), ...pair]).findings).toEqual([]);
  // A test system may have been set back before.
  expect(found([anna, pair[0], at(3, granted('anna', OTHER_TOKEN)), pair[1]]).findings).toEqual([]);
});

test('a user who is created with the token of a user: violated', () => {
  const [ofUser, masked] = [granted('anna'), granted('***')];
  const ofClient = granted('anna');
  Object.assign(ofClient.request.body as object, { grant_type: 'client_credentials' });
  const created = at(2, createdUser('ben'));
  for (const token of [ofUser, masked])
    expect(found([at(0, token), created]).findings).toEqual(['USER-CREATE-CLIENT-TOKEN at 1, 0 before']);
  // A mock gives every caller one token.
  for (const tokens of [[ofClient], [ofUser, ofClient], [ofClient, ofUser]])
    expect(found([...tokens.map((token) => at(0, token)), created]).findings).toEqual([]);
  expect(found([at(0, ofUser), at(2, createdUser('ben'), OTHER_TOKEN)]).findings).toEqual([]);
});

test('a duplicate is refused without a word: violated', () => {
  const { request } = twice;
  const again = {
    request: { ...request },
    response: { status: 409, headers: {}, body: { code: '17', errors: [] } },
  };
  expect(found([at(0, twice), at(1, again)]).findings).toEqual(['RULE-DUPLICATE-SAYS at 1, 0 before']);
  for (const body of [EXISTS, { message: '***' }, 'Konflikt', undefined])
    expect(
      found([at(0, twice), at(1, { ...again, response: { ...again.response, body } })]).findings,
    ).toEqual([]);
  // Another mistake may be why, as may a service in trouble.
  const other = rule(list, refused({}, 409));
  const busy = { ...again, response: { ...again.response, status: 429 } };
  for (const second of [other, busy]) expect(found([at(0, twice), at(1, second)]).findings).toEqual([]);
});

test('an overlapping rule is refused as one that exists: violated where all rules of the user are recorded', () => {
  const user = [at(0, createdUser('anna'), OTHER_TOKEN), at(1, granted('anna'))];
  const overlap = [at(2, rule({ accountIds: '1' })), at(3, rule(list, refused()))];
  expect(found([...user, ...overlap]).findings).toEqual(['RULE-OVERLAP-ALLOWED at 3, 2 before']);
  const category = (categoryId: string, answer = {}) =>
    rule({ ...list, categoryId }, answer, 'CATEGORY_CASH_FLOW');
  expect(found([...user, at(2, category('7')), at(3, category('8', refused()))]).findings).toEqual([
    'RULE-SEVERAL-CATEGORIES at 3, 2 before',
  ]);
  const lost = { ...rule(list), response: { status: 0, headers: {} } };
  for (const records of [
    overlap,
    [user[1], ...overlap],
    [...user, at(1, deleted()), ...overlap],
    [...user, at(1, lost), ...overlap],
    [...user, at(2, rule({ accountIds: '2,1' })), ...overlap],
    [...user, overlap[0], at(3, rule(list, refused({ message: 'unknown account' })))],
    [...user, at(2, rule({ accountIds: '3' })), overlap[1]],
  ])
    expect(found(records).findings).toEqual([]);
  const settings = { ...defaultSettings, userExists: 'accepted' } as const;
  expect(found([...user, ...overlap], settings).findings).toEqual([]);
});

function form(second: number, id: string, createdAt: string, token?: string): Timed {
  const { createBankConnectionImport: record } = documentedRecords();
  record.response.body = { ...(record.response.body as object), id, createdAt };
  return at(second, record, token);
}

test('a web form id is given twice: violated, with or without a user, unless it is one form', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const [early, late] = ['2026-11-22T10:00:00.000+0000', '2026-11-22T10:00:05.000+0000'];
  expect(found([form(0, id, early), form(5, id.toUpperCase(), late)]).findings).toEqual([
    'V2-FORM-ID-UNIQUE at 1, 0 before',
  ]);
  expect(found([form(0, id, early, 'x'), form(5, id, late, 'x')]).findings).toHaveLength(1);
  const nil = '00000000-0000-0000-0000-000000000000';
  for (const records of [
    [form(0, id, early), form(5, id, '2026-11-22T11:00:00.000+0100')],
    [form(0, id, early), form(5, id.replace('0f', 'f0'), late)],
    [form(0, nil, early), form(5, nil, late)],
  ])
    expect(found(records).findings).toEqual([]);
});

const { createMoneyTransferV1: create, submitPaymentV1: submit } = documented;

test('a payment is submitted that its user never created: violated where all payments of the user are recorded', () => {
  const user = [at(0, createdUser('anna'), OTHER_TOKEN), at(1, granted('anna'))];
  expect(found([...user, at(2, submit)]).findings).toEqual(['V1-SUBMIT-PAYMENT-ID at 2, 0 before']);
  const ofBen = [at(2, granted('ben', OTHER_TOKEN)), at(3, create, OTHER_TOKEN)];
  expect(found([...user, ...ofBen, at(4, submit)]).findings).toEqual(['V1-SUBMIT-PAYMENT-ID at 4, 0 before']);
  const unread = { ...create, response: { status: 201, headers: {} } };
  for (const records of [
    [at(2, submit)],
    [user[1], at(2, submit)],
    [...user, at(2, create), at(3, submit)],
    [...user, at(3, submit), at(2, create)],
    [...user, at(2, unread), at(3, submit)],
    [...user, at(2, { ...create, response: { status: 504, headers: {} } }), at(3, submit)],
    [...user, at(2, deleted('POST')), at(3, submit)],
    [user[0], at(1, granted('anna', TOKEN, 9000)), at(7200, submit)],
    [...user, at(2, { ...submit, response: { status: 404, headers: {} } })],
  ])
    expect(found(records).findings).toEqual([]);
});

test('a token is accepted after its lifetime and five minutes: violated', () => {
  const ask = documented.createStandalonePayment;
  const sent = (second: number, record: TestRecord = ask) => [
    at(0, granted('anna', TOKEN, 600)),
    at(second, record),
  ];
  expect(found(sent(901)).findings).toEqual(['AUTH-TOKEN-EXPIRED at 1, 0 before']);
  expect(found(sent(901, submit)).findings).toEqual(['AUTH-TOKEN-EXPIRED at 1, 0 before']);
  const { time: _, ...untimed } = at(901, ask);
  const renewed = [at(0, granted('anna', TOKEN, 600)), at(800, granted('anna', TOKEN, 600)), at(901, ask)];
  for (const records of [
    sent(900),
    sent(901, { ...ask, response: { status: 401, headers: {} } }),
    [...sent(901).slice(0, 1), untimed],
    renewed,
    // The clock was wrong: it jumps back later.
    [...sent(7200), at(10, ask)],
    [at(0, granted('anna', TOKEN, 600)), at(901, ask, OTHER_TOKEN)],
  ])
    expect(found(records).findings).toEqual([]);
});

test('jumps back in time are in the summary', () => {
  const calls = [300, 0, 290, 280, 10].map((second) => at(second, submit));
  const { summary } = found([at(0, granted('anna')), ...calls]);
  expect(summary).toEqual({ notKept: 0, jumps: 2, firstJump: { file: 'f', index: 2 }, unknownUser: 0 });
});

test('beyond the limit nothing more is compared, and the calls are counted', () => {
  const tokenOf = (user: number) => `${TOKEN}${String(user).padStart(6, '0')}`;
  const users = Array.from({ length: 100 }, (_, user) => at(user, rule(list), tokenOf(user)));
  const records = [...users, at(100, rule(list), tokenOf(0)), at(101, rule(list), tokenOf(99))];
  expect(found(records).findings).toEqual([
    'RULE-UNIQUE-LOW at 100, 0 before',
    'RULE-UNIQUE-LOW at 101, 99 before',
  ]);
  // A user and a rule for each of the first 50.
  expect(found(records, defaultSettings, 100)).toMatchObject({ findings: [], summary: { notKept: 52 } });
});

test('a deletion that was written late counts beyond the limit, too', () => {
  const [one, two, late] = [at(0, rule(list)), at(2, rule(list)), at(1, deleted())];
  expect(found([one, two, at(3, deleted())], defaultSettings, 3).findings).toHaveLength(1);
  expect(found([one, two, late], defaultSettings, 3).findings).toEqual([]);
});

test('beyond the limit a rule whose id comes again is no longer the one of before', () => {
  const message = {
    notificationRuleId: 7,
    triggerEvent: 'LOW_ACCOUNT_BALANCE',
    callbackHandle: 'one',
    balanceThreshold: 9,
  };
  const ofMessage = (records: readonly unknown[]) => {
    const findings: string[] = [];
    const history = new History((_, of) => findings.push(...of.map(({ clause }) => clause)), undefined, 2);
    for (const [index, record] of records.entries())
      history.addCall(readEvidence({ value: record, exact: record }) as CallEvidence, { file: 'f', index });
    history.addMessage({ value: message, exact: message }, { file: 'f', index: 9 });
    return findings;
  };
  const created = (second: number, balanceThreshold: number) => {
    const record = at(second, rule({ ...list, balanceThreshold }, { body: { id: 7 } }));
    Object.assign(record.request.body as object, { callbackHandle: 'one' });
    return record;
  };
  expect(ofMessage([created(0, 5)])).toEqual(['MESSAGE-LOW-THRESHOLD']);
  expect(ofMessage([created(0, 5), created(1, 6)])).toEqual([]);
});
