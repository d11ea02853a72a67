// The verb `check`: what it prints of recordings, and how it ends.
import { gzipSync } from 'node:zlib';
import exampleMessages from '../../../contracts/generated/example-messages.json' with { type: 'json' };
import { documentedRecords, withFields } from '../../test-support/documented-records.ts';
import {
  deviationsOf,
  ndjson,
  noTotals,
  notTaken,
  notTakenCodes,
} from '../../test-support/recorded-calls.ts';
import { screens } from '../../test-support/screens.ts';
import { checkCommand } from './check.ts';

const {
  createUser,
  createToken,
  createNotificationRule,
  importBankConnectionV1,
  createBankConnectionImport,
} = documentedRecords();
const withoutThreshold = {
  request: { ...createNotificationRule.request, body: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: {} } },
  response: { status: 201, headers: {} },
};
const form = (more: object) => withFields(createBankConnectionImport, {}, more);
const unknown = { request: { method: 'GET', url: '/accounts' }, response: { status: 200 } };
const answered = (status: number) => ({
  ...createUser,
  response: { status, headers: {}, body: { error: 'no' } },
});
/** Recognisably the V1 error envelope, without its bank and date. */
const { request, response } = withFields(
  importBankConnectionV1,
  {},
  {
    errors: [{ message: 'no', code: 'ILLEGAL', type: 'BUSINESS', multiStepAuthentication: null }],
    bank: undefined,
    date: undefined,
  },
);
const withoutBank = { request, response: { ...response, status: 400, headers: {} } };
const { body: _, ...bodiless } = createUser.response;
const older = withFields(createUser, {}, { age: 7 });
const deviating = [
  withFields(importBankConnectionV1, { name: null }),
  withFields(createBankConnectionImport, { bankId: '280001' }),
];

const message = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;
const ofAnotherRule = {
  message,
  rule: { triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'below-threshold' },
};

/** A rule that the user of the token creates. */
const rule = (second: number, id: number, token = '3f9a1c7b5d2e8046a1b2c3d4') => ({
  time: `2026-11-22T10:00:${String(second).padStart(2, '0')}.000Z`,
  request: {
    ...createNotificationRule.request,
    url: 'https://api.example/notificationRules',
    headers: { ...createNotificationRule.request.headers, authorization: `Bearer ${token}` },
  },
  response: { ...createNotificationRule.response, body: { id } },
});
const untimed = (id: number) => ({ ...rule(0, id), time: undefined });
const granted = (host: string, more: object) => ({
  ...withFields(createToken, {}, more),
  request: { ...createToken.request, url: `https://${host}/oauth/token` },
});
/** A user who signs in and gets a V1 web form. */
const importOf = (username: string) => {
  const access_token = `${username}-0123456789abcdef`;
  const { request } = importBankConnectionV1;
  return [
    withFields(createToken, { grant_type: 'password', username, password: 'p' }, { access_token }),
    {
      ...importBankConnectionV1,
      request: { ...request, headers: { ...request.headers, Authorization: `Bearer ${access_token}` } },
    },
  ];
};
const crm = {
  request: { method: 'POST', url: 'https://crm.example/users' },
  response: { status: 201, body: {} },
};

const foundEarlier = {
  index: 1,
  file: 'a.ndjson',
  operation: 'createNotificationRule',
  clause: 'RULE-LOW-THRESHOLD',
  about: 'provider',
  kind: 'missing',
  pointer: '',
  message: 'it is missing',
};
const totalsOfEarlier = {
  totals: {
    ...noTotals,
    operations: { createNotificationRule: { upheld: 0, violated: 1, refused: 0, 'not-judged': 0 } },
    shown: { 'RULE-LOW-THRESHOLD': 1 },
    findings: { provider: { 'RULE-LOW-THRESHOLD': { count: 1, first: [foundEarlier] } }, client: {} },
  },
};

screens(checkCommand, {
  'a record of each verdict': {
    files: {
      'a.ndjson': `${ndjson([createUser])}\n${ndjson([withoutThreshold])}`,
      'b.ndjson': ndjson([unknown]),
      'no-body.ndjson': ndjson([{ ...createUser, response: bodiless }, unknown]),
    },
    calls: { 'a.ndjson b.ndjson': 1, 'a.ndjson b.ndjson --json': 1, 'b.ndjson': 2, 'no-body.ndjson': 2 },
  },
  'broken records': {
    files: {
      'a.ndjson': ndjson(['{"request":', createUser]),
      'b.ndjson': ndjson(['{', withoutThreshold]),
      'latin.ndjson': Buffer.from(ndjson([createUser, '{"a":"\u00e4"}', createUser]), 'latin1'),
    },
    calls: { 'a.ndjson --json': 2, 'b.ndjson': 1, 'latin.ndjson': 2 },
  },
  'a time that cannot be read': {
    files: {
      'a.ndjson': ndjson([
        { ...rule(0, 1), time: '2026-11-22 10:00:00' },
        { ...unknown, time: 'tomorrow' },
        { message, time: 'yesterday' },
        { message, time: [1_795_341_600] },
        ...[null, '', 1_795_341_600].map((time) => ({ message, time })),
      ]),
    },
    calls: { 'a.ndjson': 0, 'a.ndjson --json': 0 },
  },
  'more than is listed': {
    files: { 'a.ndjson': ndjson([...Array(11).fill(withoutThreshold), ...Array(22).fill('nonsense')]) },
    calls: { 'a.ndjson': 1 },
  },
  'error responses': {
    files: {
      'a.ndjson': ndjson([...[400, 401, 404, 429, 500, 503].map(answered), withoutBank]),
      'b.ndjson': ndjson([createUser]),
    },
    calls: { 'a.ndjson': 2, 'a.ndjson b.ndjson': 0 },
  },
  'calls without success': {
    files: notTaken,
    calls: { 'refused.ndjson': 2 },
    codes: { ...notTakenCodes, 'submission.ndjson': 1 },
  },
  'what was not recorded': {
    files: {
      'a.ndjson': ndjson([
        { ...createUser, response: bodiless },
        ...Array(2).fill({ ...createUser, response: { status: 0 } }),
      ]),
      'b.ndjson': ndjson([createUser]),
    },
    calls: { 'a.ndjson': 2, 'a.ndjson b.ndjson': 0 },
  },
  'requests that deviate': {
    files: {
      'a.ndjson': ndjson(deviating),
      'both.ndjson': ndjson([...deviating, withoutThreshold]),
      'refused.ndjson': ndjson(deviating.map(({ request }) => ({ ...answered(400), request }))),
    },
    calls: {
      'a.ndjson': 1,
      'a.ndjson --json': 1,
      'refused.ndjson': 1,
    },
    codes: {
      'refused.ndjson --provider-only': 2,
      'a.ndjson --provider-only': 0,
      'both.ndjson --provider-only': 1,
    },
  },
  'what is not documented': {
    files: {
      'field.ndjson': ndjson([...Array(2).fill(older), answered(503)]),
    },
    calls: { 'field.ndjson': 0 },
  },
  'files that cannot be read': {
    files: {
      'cut.gz': Uint8Array.of(0x1f, 0x8b, 8, 0, 1),
      'utf-16': Uint8Array.of(0xff, 0xfe, 0x7b, 0),
      binary: Uint8Array.of(0x89, 0x50, 0, 0),
      empty: '',
      'mark.json': '\ufeff\r\n',
      'empty.har': '{"log":{"entries":[]}}',
      'postman.json': '{"info":{},"item":[]}',
      'good.ndjson.gz': gzipSync(ndjson([createUser])),
    },
    calls: {
      'utf-16 binary empty mark.json empty.har postman.json missing.ndjson .': 2,
      'good.ndjson.gz cut.gz': 2,
      'missing.ndjson good.ndjson.gz': 2,
    },
  },
  messages: {
    files: {
      'a.ndjson': ndjson([createUser, { message }, { message: { triggerEvent: 'OTHER' } }]),
      'b.json': [
        { message },
        ofAnotherRule,
        { message: 7 },
        { message: { ...message, balanceThreshold: 'x' } },
      ],
    },
    calls: { 'a.ndjson b.json': 1, 'a.ndjson b.json --json': 1 },
    codes: { 'a.ndjson': 0 },
  },
  'another key': {
    env: { DATA_DECRYPTION_KEY: 'ffeeddccbbaa99887766554433221100', BAD_KEY: 'abc' },
    files: { 'a.ndjson': ndjson([{ message }]), 'calls.ndjson': ndjson([createUser]) },
    calls: {
      'a.ndjson': 1,
      'a.ndjson --key-env BAD_KEY': 2,
      'a.ndjson --key-env NOT_SET': 2,
      // Without a message no key is asked for.
      'calls.ndjson --key-env BAD_KEY': 0,
    },
  },
  'records beside each other': {
    files: {
      'a.ndjson': ndjson([rule(0, 1)]),
      'b.ndjson': ndjson([rule(5, 2)]),
      'untimed.ndjson': ndjson([untimed(1)]),
      'other.ndjson': ndjson([untimed(2)]),
      'expired.ndjson': ndjson([
        {
          ...granted('api.example', { access_token: '3f9a1c7b5d2e8046a1b2c3d4', expires_in: 60 }),
          time: '2026-11-22T08:00:00.000Z',
        },
        ...[rule(0, 1), rule(5, 2)],
      ]),
    },
    calls: {
      'a.ndjson b.ndjson': 1,
      'a.ndjson b.ndjson --json': 1,
      // Between two files, calls may be missing.
    },
    codes: {
      'a.ndjson b.ndjson --no-compare': 0,
      'expired.ndjson': 1,
      'untimed.ndjson other.ndjson': 0,
    },
  },
  'what is not compared': {
    files: {
      'back.ndjson': ndjson([
        granted('one.test', { access_token: 'one.test-0123456789abcdef' }),
        granted('two.test', { access_token: 'two.test-0123456789abcdef' }),
        ...[{ ...rule(0, 1), time: '2026-11-22T11:00:00.000Z' }, rule(0, 2)],
      ]),
      'short.ndjson': ndjson([rule(0, 1, 't1'), rule(5, 2, 't1')]),
      'one.ndjson': ndjson([rule(0, 1, 't1')]),
      'urls.ndjson': ndjson(['anna', 'ben'].flatMap((username) => importOf(username))),
    },
    calls: { 'back.ndjson': 0, 'short.ndjson': 0, 'one.ndjson': 0, 'urls.ndjson': 0 },
  },
  'hosts that issue no token': {
    files: {
      'first.ndjson': ndjson([crm, createToken, createUser]),
      'last.ndjson': ndjson([createToken, createUser, crm]),
      'none.ndjson': ndjson([crm, createUser]),
      'bank.yaml': 'accessUrl: https://api.example',
    },
    calls: { 'none.ndjson': 1 },
    codes: { 'first.ndjson': 0, 'last.ndjson': 0, 'none.ndjson --target bank.yaml': 0 },
  },
  'what is known': {
    files: {
      'a.ndjson': ndjson([createUser, withoutThreshold]),
      'both.ndjson': ndjson([...deviating, withoutThreshold]),
      'earlier.ndjson': `${JSON.stringify(totalsOfEarlier)}\n`,
      'listed.yaml': deviationsOf('2126-12-31', 'RULE-LOW-THRESHOLD'),
      'ended.yaml': deviationsOf('2001-12-31', 'RULE-LOW-THRESHOLD'),
      'stale.yaml': deviationsOf('2126-12-31', 'USER-RESPONSE-ID'),
    },
    calls: {
      'a.ndjson --target listed.yaml': 0,
      'a.ndjson --target stale.yaml': 1,
      'a.ndjson --since earlier.ndjson --new': 0,
      'a.ndjson --since a.ndjson': 2,
    },
    codes: {
      'a.ndjson --target ended.yaml': 1,
      'a.ndjson --since earlier.ndjson': 1,
      'both.ndjson --since earlier.ndjson --new': 1,
      'a.ndjson --new': 64,
    },
  },
  'a setting that would explain it': {
    files: {
      'seconds.ndjson': ndjson([form({ expiresAt: '2026-11-22T10:00:00Z' })]),
      'none.ndjson': ndjson([form({ expiresAt: undefined })]),
      'bank.yaml': String.raw`settings: { toleratedTimeFormats: { expiresAt: ["\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"] } }`,
    },
    calls: { 'seconds.ndjson': 1 },
    codes: { 'seconds.ndjson --target bank.yaml': 0, 'none.ndjson': 1 },
  },
  'wrong usage': {
    calls: { '': 64, 'a.ndjson --eech': 64, 'a.ndjson --target': 64, 'a.ndjson --target none.yaml': 2 },
  },
});
