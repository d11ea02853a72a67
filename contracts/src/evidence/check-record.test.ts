/** Records written by hand from the documentation, each with its verdict. */
import { expect, test } from 'vitest';
import { checkValue } from '../../../src/test-support/check-value.ts';
import { documentedRecords, type TestRecord } from '../../../src/test-support/documented-records.ts';
import { goodExchanges } from '../../../src/test-support/fixtures.ts';
import { jsonOf } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { defaultSettings } from '../judge/settings.ts';
import type { CheckedRecord } from './check-record.ts';

type Operation = keyof ReturnType<typeof documentedRecords>;

/** The record of the operation after an edit, checked. */
function checked(
  operation: Operation,
  edit: (record: TestRecord) => void = () => {},
): Promise<CheckedRecord> {
  const record = documentedRecords()[operation];
  edit(record);
  return checkValue(record);
}

for (const operation of Object.keys(documentedRecords()) as Operation[]) {
  test(`${operation} as documented is upheld`, async () => {
    expect(await checked(operation)).toMatchObject({ operation, verdict: 'upheld', findings: [] });
  });
}

test('a call that the documentation does not know is not judged, whatever its answer is', async () => {
  const [method, path] = ['GET', 'https://api.example/accounts'];
  for (const response of [undefined, { status: 0 }, { status: 200, body: {} }]) {
    const record = { request: { method, url: path }, response };
    expect(await checkValue(record)).toMatchObject({
      operation: null,
      verdict: 'not-judged',
      findings: [],
      shows: [],
      reason: 'no documented call',
    });
  }
  const put = await checked('createUser', ({ request }) => Object.assign(request, { method: 'PUT' }));
  expect(put.operation).toBeNull();
});

test('an answer that the documentation does not show is not judged', async () => {
  const answered = (operation: Operation, status: number) =>
    checked(operation, ({ response }) => Object.assign(response, { status, body: {} }));
  expect((await answered('importBankConnectionV1', 200)).verdict).toBe('not-judged');
  expect((await answered('createUser', 302)).verdict).toBe('not-judged');
});

test('a recording says no API version: only the settings of a target do', async () => {
  const record = documentedRecords().createNotificationRule;
  const params = { waitForCategorization: true };
  const body = { triggerEvent: 'NEW_TRANSACTIONS', params, callbackHandle: 'new', includeDetails: false };
  Object.assign(record.request, { url: 'https://access.example/api/v1/notificationRules', body });
  expect(await checkValue(record)).toMatchObject({ verdict: 'upheld', findings: [] });
  const settings = { ...defaultSettings, apiVersionSelectors: { v1: '/api/v1' } };
  expect((await checkValue(record, settings)).findings).toMatchObject([{ clause: 'RULE-WAIT-V1-REFUSED' }]);
});

test('check finds what judge finds under every status, 40 times that the status itself is wrong', async () => {
  const statuses = [200, 201, 202, 204, 301, 302, 304, 400, 401, 403, 404, 409, 422, 429, 451, 500, 502, 503];
  let wrongStatus = 0;
  for (const [operation, [{ request, response }]] of Object.entries(goodExchanges)) {
    for (const status of statuses) {
      const findings = judge(operation as Operation, { request, response: { ...response, status } }).findings;
      const sent = { ...request, body: jsonOf(request.body) };
      const result = await checkValue({
        request: sent,
        response: { ...response, status, body: jsonOf(response.body) },
      });
      expect([operation, status, result.findings]).toEqual([operation, status, findings]);
      expect(result.verdict === 'violated').toBe(findings.length > 0);
      if (findings.some(({ pointer }) => pointer === '/response/status')) wrongStatus++;
    }
  }
  expect(wrongStatus).toBe(40);
});

test('a refusal is counted as one, also of a V1 call and of 451 where no web form is due', async () => {
  const answered = (operation: Operation, status: number) =>
    checked(operation, ({ response }) => Object.assign(response, { status, body: { error: 'no' } }));
  for (const status of [400, 401, 404, 422, 451, 500, 503])
    expect([status, (await answered('createUser', status)).verdict]).toEqual([status, 'refused']);
  expect((await answered('createStandalonePayment', 503)).verdict).toBe('refused');
});

test('no Authorization header is no fault, nor are headers that were left out', async () => {
  const left = (operation: Operation, part: 'headers' | 'body') =>
    checked(operation, (record) => {
      Reflect.deleteProperty(record.request, part);
      Reflect.deleteProperty(record.response, part);
    });
  expect((await left('createUser', 'headers')).verdict).toBe('upheld');
  expect(await left('importBankConnectionV1', 'headers')).toMatchObject({
    verdict: 'not-judged',
    reason: 'the response headers were not recorded',
  });
  for (const operation of ['createToken', 'createUser', 'createStandalonePayment'] as const)
    expect(await left(operation, 'body')).toMatchObject({
      verdict: 'not-judged',
      findings: [],
      reason: 'the response body was not recorded',
    });
  const empty = await checked('createUser', ({ response }) => Object.assign(response, { body: null }));
  expect(empty.findings.map(({ message }) => message)).toEqual(['the body is missing, not a JSON object']);
  // What was recorded is judged all the same.
  const redirected = await checked('createStandalonePayment', ({ response }) => {
    Object.assign(response, { body: undefined, headers: { Location: 'https://webform.example/1' } });
  });
  expect(redirected.findings.map(({ clause }) => clause)).toEqual(['V2-NO-LOCATION']);
});

test('a key that no record has is named', async () => {
  const result = await checked('createUser', ({ request, response }) => {
    Object.assign(request, { header: {} });
    Object.assign(response, { 'status/code': 201 });
  });
  expect(result).toMatchObject({ undocumented: ['/request/header', '/response/status~1code'] });
});
