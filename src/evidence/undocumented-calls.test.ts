// Which undocumented calls are named as forms and polls of V1, and what of a path is shown.
import { expect, test } from 'vitest';
import { importV1Call, importV2Call } from '../test-support/recorded-calls.ts';
import { Assessment, addedCounts } from './assessment.ts';
import { readiness } from './readiness.ts';
import { recordedFlowCall } from './recorded-flows.ts';

function assessed(records: readonly object[]) {
  const assessment = new Assessment();
  for (const [index, value] of records.entries()) {
    const read = () => value;
    assessment.add(recordedFlowCall({ read }, { file: 'a', index }));
  }
  return assessment.counts();
}

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
  const counts = assessed([record, record]);
  const row = { pattern: `${method} a.example${shown}`, calls: 2, role };
  expect(readiness(counts).undocumentedCalls).toEqual([row]);
  expect(readiness(addedCounts([counts, counts])).undocumentedCalls).toEqual([{ ...row, calls: 4 }]);
});

test('a V2 request went elsewhere only where another host creates web forms', () => {
  const at = (host: string, status: number) => importV2Call({ bank: { id: 1 } }, { host, status });
  const places = (...records: object[]) =>
    readiness(assessed([importV1Call({ bankId: 1 }), ...records])).noPlace.map(({ field }) => field);
  const elsewhere = at('b.example', 201);
  expect(places(at('a.example', 404), elsewhere)).toEqual(['V2 requests to a.example']);
  expect(places(at('a.example', 404))).toEqual([]);
  expect(places(at('a.example', 404), at('a.example', 201), elsewhere)).toEqual([]);
  expect(places(at('a.example', 400), elsewhere)).toEqual([]);
});
