// What a recording sends, counted by hand here.
import { expect, test } from 'vitest';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import { documentedRecords, withFields } from '../test-support/documented-records.ts';
import { importV1Call, importV2Call } from '../test-support/recorded-calls.ts';
import { Assessment, addedCounts } from './assessment.ts';
import { readiness } from './readiness.ts';
import { recordedFlowCall } from './recorded-flows.ts';

const samples = documentedRecords();
const { importBankConnectionV1, createMoneyTransferV1, submitPaymentV1 } = samples;

const create = (id: number, fields: object = {}) => withFields(createMoneyTransferV1, fields, { id });

function countsOf(records: readonly unknown[]) {
  const assessment = new Assessment();
  for (const [index, record] of records.entries()) {
    const read = () => readJson(JSON.stringify(record));
    assessment.add(recordedFlowCall({ read }, { file: 'a', index }));
  }
  return assessment.counts();
}

function ready(records: readonly unknown[], decided = {}) {
  return readiness(countsOf(records), decided);
}

test('a host whose name every object inherits is counted and added like another one', () => {
  const { createBankConnectionImport: form } = samples;
  for (const host of ['constructor', '__proto__', 'tostring']) {
    const url = form.request.url.replace(/\/\/[^/]+/, `//${host}`);
    const counts = countsOf([{ ...form, request: { ...form.request, url } }]);
    const { v2Hosts } = addedCounts([countsOf([]), counts, counts]);
    expect(Object.entries(v2Hosts)).toEqual([[host, expect.objectContaining({ created: 2 })]]);
  }
});

test('each field of the table is counted by calls and by values', async () => {
  const order = { counterpartName: 'Ada', counterpartIban: 'DE89370400440532013000', amount: 1 };
  const { fields, neverUsed, answers } = ready([
    create(501, { moneyTransfers: [order, order] }),
    create(502, { moneyTransfers: [] }),
    submitPaymentV1,
    withFields(importBankConnectionV1, { accountTypes: [] }),
    importBankConnectionV1,
  ]);
  // Two imports and one submission are answered with 451, and two creates with a payment.
  const lines = [
    ...fields.map((it) => `${it.request} ${it.from} → ${it.to}: ${it.calls} calls, ${it.values} values`),
    ...neverUsed.map((name) => `${name}: never used`),
    ...answers.map(({ from, to, calls }) => `${from} → ${to}: ${calls} calls`),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('screens/assessed-fields.txt');
});

test('a list that is empty in one order and filled in the next is one call', () => {
  const orders = [{ structuredRemittanceInformation: [] }, { structuredRemittanceInformation: ['a', 'b'] }];
  const field = ready([create(1, { moneyTransfers: orders })]).fields.find(({ from }) =>
    from.endsWith('Information[]'),
  );
  expect(field).toMatchObject({ calls: 1, values: 2 });
});

test('undocumented fields have a pointer without an index, and never a name that may be a value', () => {
  const note = { note: 'secret' };
  const order = { amount: 1, ...note, DE02120300000000202051: 1 };
  const { undocumented, noPlace } = ready([
    create(501, { moneyTransfers: [order, order], callback: { url: 'https://client.example' } }),
    withFields(importBankConnectionV1, note),
  ]);
  const inRequests = [
    'import /note 1',
    'payment /callback 1',
    'payment /moneyTransfers/*/* 2',
    'payment /moneyTransfers/*/note 2',
  ];
  const seen = undocumented.map((it) => `${it.in} ${it.pointer} ${it.count}`);
  expect(seen).toEqual(inRequests);
  expect(noPlace.map(({ field, values }) => `${field} ${values}`)).toEqual(inRequests);
});

test('the verdict is ready, ready after decisions, or not ready', () => {
  const submitted = [create(501), submitPaymentV1];
  const v2 = samples.createStandalonePayment;
  const refused = { ...v2, response: { status: 422, headers: {}, body: {} } };
  const noted = withFields(importBankConnectionV1, { note: 1 });
  const [NO_V1, NO_V2] = ['ready: no V1 call is left', 'not ready: no createStandalonePayment succeeds'];
  const both = { currency: 'EUR', drop: ['interface'] };
  const other = withFields(importBankConnectionV1, { note: 1, accountTypes: ['Other', 'Checking'] });
  const cases: [string | undefined, unknown[], object?][] = [
    ['ready', [importBankConnectionV1]],
    [NO_V1, [v2]],
    [NO_V1, [v2, refused]],
    [NO_V2, [refused]],
    [NO_V2, [samples.createBankConnectionImport, refused]],
    [NO_V2, [importBankConnectionV1, refused]],
    ['ready after 1 decision', [create(501)]],
    ['ready after 2 decisions', submitted],
    ['ready after 1 decision', submitted, { currency: 'EUR' }],
    ['ready after 1 decision', submitted, { drop: ['interface'] }],
    ['ready', submitted, both],
    ['not ready: 1 point without a V2 counterpart', [...submitted, noted]],
    ['ready', [noted], { drop: ['/note'] }],
    ['not ready: 2 points without a V2 counterpart', [other]],
    ['ready', [create(1, { moneyTransfers: [{ note: 1 }] })], { drop: ['moneyTransfers[].note'] }],
  ];
  for (const [says, records, decided] of cases) expect(ready(records, decided).says).toBe(says);
});

const form = { errors: [{ code: 'WEB_FORM_REQUIRED' }] };
const V1 = '/api/v1/bankConnections';
const UUID = 'fb70d27e-4b91-47cd-ab06-96fa500b90ec';
const LONG = `/api/v2/reset/${'x'.repeat(31)}`;
type Row = readonly [
  method: string,
  path: string,
  status: number,
  shown: string,
  role: string | null,
  body?: object,
];
const CALLS: readonly Row[] = [
  ['POST', `${V1}/update`, 451, `${V1}/update`, 'opens V1 web forms', form],
  ['POST', `${V1}/other`, 451, `${V1}/other`, null, { errors: [] }],
  ['POST', `${V1}/third`, 400, `${V1}/third`, null, form],
  ['GET', '/bank/api/v1/webForms/530011?x=1', 200, '/bank/api/v1/webForms/{id}', 'polls V1 web forms'],
  ['GET', '/api/v1/web/form/7/state', 200, '/api/v1/web/form/{id}/state', 'polls V1 web forms'],
  ['GET', `/api/webForms/${UUID}`, 200, '/api/webForms/{id}', null],
  ['GET', '/api/v1/webForms', 200, '/api/v1/webForms', null],
  ['DELETE', '/api/v1/webForms/1', 200, '/api/v1/webForms/{id}', null],
  ['GET', '/api/v1/accounts/ada%20lovelace/DE02120300000000202051/', 200, '/api/v1/accounts/{id}/{id}', null],
  ['GET', LONG, 200, '/api/v2/reset/{id}', null],
];

test.each(CALLS)('%s %s with %i', (method, path, status, shown, role, body) => {
  const record = { request: { method, url: `https://a.example${path}` }, response: { status, body } };
  const counts = countsOf([record, record]);
  const row = { pattern: `${method} a.example${shown}`, calls: 2, role };
  expect(readiness(counts).undocumentedCalls).toEqual([row]);
  expect(readiness(addedCounts([counts, counts])).undocumentedCalls).toEqual([{ ...row, calls: 4 }]);
});

test('a V2 request went elsewhere only where another host creates web forms', () => {
  const at = (host: string, status: number) => importV2Call({ bank: { id: 1 } }, { host, status });
  const places = (...records: object[]) =>
    ready([importV1Call({ bankId: 1 }), ...records]).noPlace.map(({ field }) => field);
  const elsewhere = at('b.example', 201);
  expect(places(at('a.example', 404), elsewhere)).toEqual(['V2 requests to a.example']);
  expect(places(at('a.example', 404))).toEqual([]);
  expect(places(at('a.example', 404), at('a.example', 201), elsewhere)).toEqual([]);
  expect(places(at('a.example', 400), elsewhere)).toEqual([]);
});
