/** What the history of a recording finds, and what it leaves alone since a provider that keeps the documentation may do it. */
import { expect, test } from 'vitest';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { defaultSettings } from '../../contracts/src/judge/settings.ts';
import { type CallEvidence, readEvidence } from '../../contracts/src/recordings/read-evidence.ts';
import { documentedRecords, type TestRecord } from '../test-support/documented-records.ts';
import { History } from './history.ts';
import { recordedTime } from './recorded-time.ts';

const TOKEN = '3f9a1c7b5d2e8046a1b2c3d4';
const OTHER_TOKEN = '9b8c7d6e5f4a30211f2e3d4c';
const START = Date.UTC(2026, 10, 22, 10);

type Timed = TestRecord & { readonly time?: string };
type Message = Readonly<Record<string, unknown>>;

interface Changes {
  readonly token?: string;
  readonly host?: string;
  /** In seconds after the start; without it, each record is a second after the one before. */
  readonly at?: number;
  /** Of the bodies of request and response. */
  readonly sent?: object;
  readonly got?: object;
  readonly response?: Partial<TestRecord['response']>;
}

/** The documented call with these changes. */
function call(operation: OperationId, { token = TOKEN, host, at, sent, got, response }: Changes = {}): Timed {
  const record = documentedRecords()[operation];
  Object.assign(record.request.body ?? {}, sent);
  Object.assign(record.response.body ?? {}, got);
  Object.assign(record.response, response);
  record.request.headers['Authorization'] = `Bearer ${token}`;
  if (host) record.request.url = record.request.url.replace(/(?<=\/\/)[^/]+/, host);
  return at === undefined ? record : { ...record, time: timeAt(at) };
}

const timeAt = (second: number) => new Date(START + second * 1000).toISOString();
const refused = (status: number, body?: unknown) => ({ response: { status, headers: {}, body } });

/** The clauses that are found, each with the index of the record and of the earlier one. */
function found(records: readonly (Timed | Message)[], most?: number) {
  const findings: string[] = [];
  const history = new History(
    ({ index }, of) => {
      for (const { clause, earlier } of of) findings.push(`${clause} ${index} ${earlier?.index}`);
    },
    defaultSettings,
    most,
  );
  for (const [index, record] of records.entries()) {
    const timed = { time: timeAt(index), ...record };
    const { time } = recordedTime(timed);
    if ('request' in record)
      history.addCall({ ...(readEvidence(timed) as CallEvidence), time }, { file: 'f', index });
    else history.addMessage(record, { file: 'f', index }, START + index * 1000);
  }
  return { summary: history.end(), findings };
}

const list = { accountIds: '1,2' };
const other = { token: OTHER_TOKEN };
/** Two rules differ in their ids, handles and thresholds. */
const rule = (id: number, own: Changes = {}, params: object = list, triggerEvent = 'LOW_ACCOUNT_BALANCE') =>
  call('createNotificationRule', {
    sent: {
      triggerEvent,
      params: { balanceThreshold: id, ...params },
      callbackHandle: `rule-${id}`,
      includeDetails: false,
    },
    got: { id },
    ...own,
  });
const both = (params: object, event?: string) => [1, 2].map((id) => rule(id, {}, params, event));
const sentBy = (...callers: Changes[]) => callers.map((caller, at) => rule(at + 1, caller));
const submit = (at?: number) => call('submitPaymentV1', at === undefined ? {} : { at });
const signIn = (username: string, token = TOKEN, expires_in = 3600, own: Changes = {}) =>
  call('createToken', {
    sent: { grant_type: 'password', username, password: 'p' },
    got: { access_token: token, expires_in },
    ...own,
  });
const two = [signIn('anna'), signIn('ben', OTHER_TOKEN)];
const client = signIn('anna');
Object.assign(client.request.body as object, { grant_type: 'client_credentials' });
const user = (id: string, own: Changes = {}) => call('createUser', { sent: { id }, got: { id }, ...own });
const undocumented = (method: string, own: Changes = {}): Timed => {
  const record = rule(0, own);
  Object.assign(record.request, { method, url: 'https://api.example/notificationRules/1', body: undefined });
  return record;
};
const deleted = (own: Changes = {}) => undocumented('DELETE', own);
/** A response that lists rules with these ids. */
const listed = (at: number, ...ids: number[]): Timed => {
  const body = { notificationRules: ids.map((id) => ({ id })) };
  const record = undocumented('GET', { at, response: { status: 200, headers: {}, body } });
  record.request.url = 'https://api.example/notificationRules';
  return record;
};
const pay = (day: number, own: Changes = {}) =>
  call('createMoneyTransferV1', { sent: { executionDate: `2026-11-0${day}` }, ...own });
const form = (id: string, createdAt: string, own: Changes = {}, url: object = {}) =>
  call('createBankConnectionImport', { got: { id, createdAt, ...url }, ...own });
const away = (id: string) => form(id, early, {}, { url: 'https://elsewhere.example/1' });
const atAccess = (status: number) => form(id2, early, { host: 'api.example', response: { status } });
/** A token for 600 seconds, and a call at this second. */
const used = (at: number, own: Changes = {}) => [
  signIn('anna', TOKEN, 600),
  call('createStandalonePayment', { at, ...own }),
];
const untimed = (record: Timed): Timed => ({ ...record, time: 'unknown' });
/** A message of the rule 7. */
const message = (callbackHandle: string, own: Message = {}) => ({
  notificationRuleId: 7,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  callbackHandle,
  balanceThreshold: 7,
  balanceChanges: [{ accountId: 1 }],
  ...own,
});
const wrong = { balanceThreshold: 9 };

const EXISTS = { errors: [{ message: 'A notification rule with the given parameters already exists' }] };
const WORDLESS = { code: '17', errors: [] };
const [id, id2] = ['0f8fad5b-d9cb-469f-a165-70867728950e', 'f08fad5b-d9cb-469f-a165-70867728950e'] as const;
const [early, late] = ['2026-11-22T10:00:00.000+0000', '2026-11-22T10:00:05.000+0000'] as const;
const noId = { response: { body: {} } };
const LOW = 'RULE-UNIQUE-LOW';
const NO_CLIENT = 'USER-CREATE-CLIENT-TOKEN 1 0';
const EXPIRED = 'AUTH-TOKEN-EXPIRED 1 0';
const THRESHOLD = 'MESSAGE-LOW-THRESHOLD';

type Situation = readonly [what: string, records: readonly (Timed | Message)[], ...findings: string[]];
const situations: readonly Situation[] = [
  ['a second rule with the same list', both(list), `${LOW} 1 0`],
  ['a second rule, null in both', both({ ...list, more: null }), `${LOW} 1 0`],
  ['a second rule, null in one of both', [rule(1), rule(2, {}, { ...list, accountIds: null })]],
  ['a second NEW_ACCOUNT_BALANCE', both(list, 'NEW_ACCOUNT_BALANCE'), 'RULE-UNIQUE-BALANCE 1 0'],
  ['a second NEW_TRANSACTIONS', both(list, 'NEW_TRANSACTIONS'), 'RULE-UNIQUE-TRANSACTIONS 1 0'],
  ['a second FOREIGN_MONEY_TRANSFER', both(list, 'FOREIGN_MONEY_TRANSFER'), 'RULE-UNIQUE-FOREIGN 1 0'],
  [
    'a second HIGH_TRANSACTION_AMOUNT',
    both({ ...list, absoluteAmountThreshold: 5 }, 'HIGH_TRANSACTION_AMOUNT'),
    'RULE-UNIQUE-HIGH 1 0',
  ],
  [
    'a second BANK_LOGIN_ERROR',
    both({ bankConnectionIds: '1' }, 'BANK_LOGIN_ERROR'),
    'RULE-UNIQUE-LOGIN 1 0',
  ],
  [
    'a second CATEGORY_CASH_FLOW',
    both({ ...list, categoryId: '7' }, 'CATEGORY_CASH_FLOW'),
    'RULE-UNIQUE-CATEGORY 1 0',
  ],
  ['no times, so that the order of the file counts', both(list).map(untimed), `${LOW} 1 0`],
  ['less than a minute out of order', sentBy({ at: 50 }, { at: 0 }), `${LOW} 0 1`],
  [
    'one name at two providers',
    [signIn('anna'), signIn('anna', OTHER_TOKEN, 3600, { host: 'other.example' }), ...sentBy({}, other)],
  ],
  [
    'two tokens of one user',
    [signIn('anna'), signIn('anna', OTHER_TOKEN), ...sentBy({}, other)],
    `${LOW} 3 2`,
  ],
  [
    'an older token that is refused',
    [signIn('anna'), signIn('anna', OTHER_TOKEN), submit(), pay(1, refused(401))],
  ],
  ['two users', [signIn('anna'), signIn('ben', OTHER_TOKEN), ...sentBy({}, other)]],
  // A test system may have been set back before.
  ['a new token in between', [signIn('anna'), rule(1), signIn('anna', OTHER_TOKEN), rule(2, other)]],
  ['other ids', [rule(1), rule(2, {}, { accountIds: '1' })]],
  ['the ids in another order', [rule(1), rule(2, {}, { accountIds: '2,1' })]],
  ['no list, twice', both({})],
  ['another trigger event', [rule(1), rule(2, {}, list, 'NEW_TRANSACTIONS')]],
  [
    'another category',
    ['7', '8'].map((categoryId, at) => rule(at, {}, { ...list, categoryId }, 'CATEGORY_CASH_FLOW')),
  ],
  ['another user', sentBy({}, other)],
  ['a deletion in between', [rule(1), deleted(), rule(2)]],
  ['a deletion in between that was written late', [rule(1), rule(2, { at: 2 }), deleted({ at: 1 })]],
  ['an undocumented call in between', [rule(1), undocumented('POST'), rule(2)]],
  ['a silence of two hours in between', sentBy({}, { at: 7200 })],
  ['a list that has both after a silence', [...sentBy({}, { at: 7200 }), listed(7201, 1, 2)], `${LOW} 1 0`],
  ['a list without the first after a silence', [...sentBy({}, { at: 7200 }), listed(7201, 2)]],
  ['one exchange recorded twice', [rule(1, { at: 0 }), rule(1, { at: 0 })]],
  ['one exchange recorded twice without a time', [untimed(rule(1)), untimed(rule(1))]],
  ['one exchange without an id recorded twice', [rule(1, { ...noId, at: 0 }), rule(1, { ...noId, at: 0 })]],
  ['a rule that is sent and created again', [rule(1), rule(1)], `${LOW} 1 0`],
  ['a rule that is created with the id of another', [rule(1), rule(2, { got: { id: 1 } })], `${LOW} 1 0`],
  ['a clock that jumps back', sentBy({ at: 300 }, { at: 0 })],
  ['a clock that jumps back after two rules', [...sentBy({ at: 300 }, { at: 301 }), submit(0)]],
  ['a masked list', both({ accountIds: '***' })],
  // Masked, of a mock, and the start of every JSON Web Token.
  ...['REDACTED-0123456789-TOKEN', 'example-token', 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9'].map(
    (token): Situation => [`a token that is not of one user, ${token}`, sentBy({ token }, { token })],
  ),
  [
    'a token that two users were given',
    [signIn('anna'), rule(1), signIn('ben'), rule(2)],
    'AUTH-USER-TOKEN-CONTEXT 2 0',
  ],
  ['another tenant', sentBy({}, { host: 'api.example/other' })],
  ['a refusal that says so', sentBy({}, refused(400, EXISTS))],

  ['a user created by a user', [signIn('anna'), user('ben')], NO_CLIENT],
  ['a user created by a masked one', [signIn('*'), user('ben')], NO_CLIENT],
  ['a user created by a client', [client, user('ben')]],
  // A mock gives every caller one token.
  ['a user created by a mock', [signIn('anna'), client, user('ben')]],
  ['a user created by a mock, client first', [client, signIn('anna'), user('ben')]],
  ['a user created with another token', [signIn('anna'), user('ben', other)]],
  ['a refused user of a user', [signIn('anna'), user('ben', refused(403))], NO_CLIENT],
  ['a refused rule of a client', [client, rule(1, refused(403))], 'AUTH-CLIENT-TOKEN-SERVES 1 0'],
  ['a refused rule of a user', [signIn('anna'), rule(1, refused(403))]],
  ['a rule of a client at a busy service', [client, rule(1, refused(503))]],

  [
    'a duplicate refused without a word',
    [rule(1), rule(1, refused(409, WORDLESS))],
    'RULE-DUPLICATE-SAYS 1 0',
  ],
  ...[EXISTS, { message: '***' }, 'Konflikt', undefined].map(
    (body): Situation => [
      `a duplicate refused with ${JSON.stringify(body)}`,
      [rule(1), rule(1, refused(409, body))],
    ],
  ),
  // Another mistake may be why, as may a service in trouble.
  ['a rule with other params refused without a word', sentBy({}, refused(409, {}))],
  ['a duplicate that is not found', [rule(1), rule(1, refused(404, WORDLESS))]],
  ['a duplicate at a busy service', [rule(1), rule(1, refused(429, WORDLESS))]],

  ['a form id given twice', [form(id, early), form(id.toUpperCase(), late)], 'V2-FORM-ID-UNIQUE 1 0'],
  [
    'a form id without a user',
    [early, late].map((time) => form(id, time, { token: 'x' })),
    'V2-FORM-ID-UNIQUE 1 0',
  ],
  ['a form id after the same token again', [signIn('anna'), form(id, early), signIn('anna'), form(id, late)]],
  ['one form twice', [form(id, early), form(id, '2026-11-22T11:00:00.000+0100')]],
  ['two form ids', [form(id, early), form(id2, late)]],
  [
    'one form for two requests',
    [form(id, early), form(id, early, { sent: { bank: { id: 9 } } })],
    'V2-FORM-ID-UNIQUE 1 0',
  ],
  ['one form for two users', [...two, form(id, early), form(id, early, other)], 'V2-FORM-ID-UNIQUE 3 2'],
  [
    'one form for two users at one time',
    [...two, form(id, early, { at: 9 }), form(id, early, { ...other, at: 9 })],
  ],
  ['one form for two tokens', [form(id, early), form(id, late, other)]],
  [
    'one form for two tokens and two requests',
    [form(id, early), form(id, late, { ...other, sent: { bank: { id: 9 } } })],
    'V2-FORM-ID-UNIQUE 1 0',
  ],
  [
    'one form for two tokens and two requests without a time',
    [untimed(form(id, early)), form(id, late, { ...other, sent: { bank: { id: 9 } } })],
  ],
  ['a masked id', [early, late].map((time) => form(id.replace(/\w/g, '0'), time))],
  ['a url on another host than others', [form(id, early), away(id2)], 'V2-FORM-URL-HOST 1 0'],
  ['urls that are all on another host than the call', [away(id), away(id2)]],
  [
    'a web form that is not found at a host that creates none',
    [signIn('anna'), form(id, early), atAccess(404)],
    'V2-SEPARATE-INTERFACE 2 1',
  ],
  ['a web form that is not found where no other host creates any', [signIn('anna'), atAccess(404)]],
  [
    'a web form that is not found at a host that creates others',
    [signIn('anna'), form(id, early), atAccess(201), atAccess(404)],
  ],

  ['two payments with one id', [user('anna'), signIn('anna'), pay(1), pay(2)], 'V1-PAYMENT-ID 3 2'],
  [
    'two payments with one id, and a sign-in in between',
    [user('anna'), signIn('anna'), pay(1), signIn('anna', OTHER_TOKEN), pay(2, other)],
    'V1-PAYMENT-ID 4 2',
  ],
  ['two payments with one id of a user who is not created', [signIn('anna'), pay(1), pay(2)]],
  ['a payment that is recorded twice', [user('anna'), signIn('anna'), pay(1), pay(1)]],
  [
    'a user who is created again between two payments',
    [pay(1), pay(2)].flatMap((payment) => [user('anna', other), signIn('anna'), payment]),
  ],

  ['a token after its lifetime', used(901), EXPIRED],
  ['a token after its lifetime, and a 451', [signIn('anna', TOKEN, 600), submit(901)], EXPIRED],
  ['a token five minutes after its lifetime', used(900)],
  ['a token after its lifetime that is refused', used(901, refused(401))],
  ['a token at an unknown time', [signIn('anna', TOKEN, 600), untimed(submit())]],
  [
    'a token that was issued again',
    [...[0, 800].map((at) => signIn('anna', TOKEN, 600, { at })), submit(901)],
  ],
  // The clock was wrong: it jumps back later.
  ['a token where the clock jumps back', [...used(7200), submit(10)]],
  ['another token', used(901, other)],

  ['a message of its rule', [rule(7), message('rule-7')]],
  ['two messages with one rule id', [message('rule-7'), message('rule-8')], 'MESSAGE-RULE-ID 1 0'],
  ['two messages with one rule id, and a call in between', [message('rule-7'), submit(), message('rule-8')]],
  ['two messages of one rule', [message('rule-7'), message('rule-7')]],
  [
    'a message of its rule, null in its list',
    [
      rule(7, {}, { bankConnectionIds: null }, 'BANK_LOGIN_ERROR'),
      message('rule-7', { triggerEvent: 'BANK_LOGIN_ERROR', loginErrors: [{ bankConnectionId: 3 }] }),
    ],
  ],
  [
    'a message with another threshold, null in the list of its rule',
    [rule(7, {}, { accountIds: null }), message('rule-7', wrong)],
    `${THRESHOLD} 1 0`,
  ],
  ['a message with another threshold', [rule(7), message('rule-7', wrong)], `${THRESHOLD} 1 0`],
  [
    'a message of another account',
    [rule(7), message('rule-7', { balanceChanges: [{ accountId: 3 }] })],
    'MESSAGE-LISTED-ONLY 1 0',
  ],
  ['a message of a rule that is not recorded', [rule(1), message('rule-7', wrong)]],
  ['a message with another handle', [rule(7), message('rule-8', wrong)]],
  ['a message after a deletion', [rule(7), deleted(), message('rule-7', wrong)]],
  [
    'a message of a rule that was created again',
    [rule(7), rule(7, {}, { balanceThreshold: 6 }), message('rule-7')],
    `${THRESHOLD} 2 1`,
  ],
  ['a message of one of two users', [rule(7), rule(7, other, { balanceThreshold: 6 }), message('rule-7')]],
  [
    'a message after a clock that jumps back',
    [rule(7, { at: 99 }, { balanceThreshold: 6 }), undocumented('GET', { at: 0 }), message('rule-7')],
  ],
];
for (const [what, records, ...findings] of situations) {
  test(`in a recording with ${what}: ${findings.length === 0 ? 'nothing' : findings}`, () => {
    expect(found(records).findings).toEqual(findings);
  });
}

test('one URL of the V1 web forms of two users is counted, and breaks nothing', () => {
  const submitOf = (token: string, location: string) =>
    call('submitPaymentV1', { token, response: { headers: { location } } });
  const [a, b] = ['https://forms.example/a', 'https://forms.example/b'];
  const shared = (...further: Timed[]) => found([...two, submitOf(TOKEN, a), ...further]);
  expect(shared(submitOf(OTHER_TOKEN, a))).toMatchObject({ findings: [], summary: { sharedUrls: 1 } });
  expect(shared(submitOf(TOKEN, a), submitOf(OTHER_TOKEN, b)).summary.sharedUrls).toBe(0);
});

test('jumps back in time are in the summary', () => {
  const { summary } = found([signIn('anna'), ...[300, 0, 290, 280, 10].map(submit)]);
  expect(summary).toMatchObject({ notKept: 0, jumps: 2, firstJump: { file: 'f', index: 2 }, unknownUser: 0 });
});

test('beyond the limit nothing more is compared, and the calls are counted', () => {
  const tokenOf = (of: number) => ({ token: `${TOKEN}${String(of).padStart(6, '0')}` });
  const users = Array.from({ length: 100 }, (_, of) => rule(of, tokenOf(of)));
  const records = [...users, rule(200, tokenOf(0)), rule(201, tokenOf(99))];
  expect(found(records).findings).toEqual([`${LOW} 100 0`, `${LOW} 101 99`]);
  // A user and a rule for each of the first 50.
  expect(found(records, 100)).toMatchObject({ findings: [], summary: { notKept: 52 } });
});

test('messages of two files may be of two services, whose rules have the same id', () => {
  const clauses: string[] = [];
  const history = new History((_, of) => clauses.push(...of.map(({ clause }) => clause)));
  const files = ['a', 'b', 'b'].map((file, index) => ({ file, index }));
  for (const source of files) history.addMessage(message(`rule-${source.index}`), source, START);
  expect(clauses).toEqual(['MESSAGE-RULE-ID']);
});
