// Which undocumented calls are named as forms and polls of V1, and what of a path is shown.
import { expect, test } from 'vitest';
import { importV1Call, importV2Call } from '../test-support/recorded-calls.ts';
import { Assessment, addedCounts } from './assessment.ts';
import { readiness } from './readiness.ts';
import { recordedFlowCall } from './recorded-flows.ts';

function assessed(records: readonly object[]) {
  const assessment = new Assessment();
  for (const [index, value] of records.entries()) {
    const read = () => ({ value, exact: value });
    assessment.add(recordedFlowCall({ index, line: index + 1, read }, { file: 'a', index }));
  }
  return assessment.counts();
}

const form = { errors: [{ code: 'WEB_FORM_REQUIRED' }] };
const CALLS: readonly [
  method: string,
  path: string,
  status: number,
  shown: string,
  role: string | null,
  body?: object,
][] = [
  [
    'POST',
    '/api/v1/bankConnections/update',
    451,
    '/api/v1/bankConnections/update',
    'opens V1 web forms',
    form,
  ],
  ['POST', '/api/v1/bankConnections/other', 451, '/api/v1/bankConnections/other', null, { errors: [] }],
  ['POST', '/api/v1/bankConnections/third', 400, '/api/v1/bankConnections/third', null, form],
  ['GET', '/bank/api/v1/webForms/530011?x=1', 200, '/bank/api/v1/webForms/{id}', 'polls V1 web forms'],
  ['GET', '/api/v1/web/form/7/state', 200, '/api/v1/web/form/{id}/state', 'polls V1 web forms'],
  ['GET', '/api/webForms/fb70d27e-4b91-47cd-ab06-96fa500b90ec', 200, '/api/webForms/{id}', null],
  ['GET', '/api/v1/webForms', 200, '/api/v1/webForms', null],
  ['DELETE', '/api/v1/webForms/1', 200, '/api/v1/webForms/{id}', null],
  ['GET', '/api/v1/accounts/ada%20lovelace/DE02120300000000202051/', 200, '/api/v1/accounts/{id}/{id}', null],
  ['GET', `/api/v2/reset/${'x'.repeat(31)}`, 200, '/api/v2/reset/{id}', null],
];

test.each(CALLS)('%s %s with %i', (method, path, status, shown, role, body) => {
  const record = { request: { method, url: `https://a.example${path}` }, response: { status, body } };
  const counts = assessed([record, record]);
  const row = { pattern: `${method} a.example${shown}`, calls: 2, role };
  expect(readiness(counts).undocumentedCalls).toEqual([row]);
  expect(readiness(addedCounts([counts, counts])).undocumentedCalls).toEqual([{ ...row, calls: 4 }]);
});

test('a V2 request went elsewhere only where another host creates web forms', () => {
  const at = (host: string, status: number) => {
    const call = importV2Call({ bank: { id: 1 } });
    return {
      request: { ...call.request, url: `https://${host}/api/webForms/bankConnectionImport` },
      response: { status },
    };
  };
  const places = (...records: object[]) =>
    readiness(assessed([importV1Call({ bankId: 1 }), ...records])).noPlace.map(
      ({ field, how }) => `${field}: ${how}`,
    );
  expect(places(at('a.example', 404), at('b.example', 201))).toEqual([
    'V2 requests to a.example: send them to b.example',
  ]);
  expect(places(at('a.example', 404))).toEqual([]);
  expect(places(at('a.example', 404), at('a.example', 201), at('b.example', 201))).toEqual([]);
  expect(places(at('a.example', 400), at('b.example', 201))).toEqual([]);
});
