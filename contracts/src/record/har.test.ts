/** HAR exports: the same records as browsers and proxies write them. */
import { expect, test } from 'vitest';
import { checkRecord } from './check-record.ts';
import { documentedRecords, type TestRecord } from './documented-records.ts';
import { recordsIn } from './records.ts';

const list = (headers: Record<string, unknown>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** The record as a browser exports it. */
function entry({ request, response }: TestRecord) {
  const sent = JSON.stringify(request.body);
  const answered = JSON.stringify(response.body);
  return {
    startedDateTime: '2026-11-20T08:15:00.000Z',
    time: 12,
    request: {
      ...request,
      httpVersion: 'HTTP/1.1',
      headers: list(request.headers),
      queryString: [],
      bodySize: sent?.length ?? 0,
      ...(sent && { postData: { mimeType: 'application/json', text: sent } as object }),
    },
    response: {
      ...response,
      statusText: '',
      headers: list(response.headers),
      content: { size: answered?.length ?? 0, mimeType: 'application/json', text: answered } as Record<
        string,
        unknown
      >,
      redirectURL: '',
    },
  };
}

function checkedHar(entries: unknown[], space?: number) {
  const text = JSON.stringify(
    { log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } },
    null,
    space,
  );
  return [...recordsIn(new TextEncoder().encode(text))].map(({ read }) => checkRecord(read));
}

test('every documented call is upheld as a HAR entry, on one line or many', () => {
  const records = documentedRecords();
  const wanted = Object.keys(records).map((operation) => ({ operation, verdict: 'upheld', findings: [] }));
  for (const space of [undefined, 2])
    expect(checkedHar(Object.values(records).map(entry), space)).toMatchObject(wanted);
});

test('a base64 answer is decoded, umlauts included', () => {
  const { createUser } = documentedRecords();
  Object.assign(createUser.request.body as object, { id: 'Jürgen' });
  const har = entry(createUser);
  const answer = JSON.stringify({ ...(createUser.response.body as object), id: 'Jürgen' });
  har.response.content['text'] = Buffer.from(answer).toString('base64');
  har.response.content['encoding'] = 'base64';
  expect(checkedHar([har])).toMatchObject([{ verdict: 'upheld' }]);
  har.response.content['text'] = Buffer.from(answer.replace('Jürgen', 'Jurgen')).toString('base64');
  expect(checkedHar([har])[0]?.findings.map(({ clause }) => clause)).toEqual(['USER-RESPONSE-ID']);
  har.response.content['text'] = '%%%';
  expect(checkedHar([har])[0]?.broken).toBe('the response body is not base64 as its encoding says');
});

test('the params of a form are its fields', () => {
  const { createToken } = documentedRecords();
  const har = entry(createToken);
  const params = list(createToken.request.body as Record<string, unknown>);
  Object.assign(har.request, { postData: { mimeType: 'application/x-www-form-urlencoded', params } });
  const [result] = checkedHar([har]);
  expect(result).toMatchObject({ operation: 'createToken', verdict: 'upheld' });
  expect(result?.exchange?.request.body).toEqual({ json: createToken.request.body });
});

test('a body that the export left out breaks a record that needs it, and no other', () => {
  const { createUser, createNotificationRule, getClientConfiguration } = documentedRecords();
  const [user, rule, configuration] = [createUser, createNotificationRule, getClientConfiguration].map(entry);
  Object.assign(configuration?.request ?? {}, { bodySize: 1 });
  for (const har of [user, rule]) Reflect.deleteProperty(har?.response.content ?? {}, 'text');
  expect(checkedHar([user, rule, configuration])).toMatchObject([
    { operation: 'createUser', verdict: 'not-judged', broken: 'the response body was not recorded' },
    { operation: 'createNotificationRule', verdict: 'upheld' },
    { operation: 'getClientConfiguration', verdict: 'upheld' },
  ]);
  Reflect.deleteProperty(rule?.request ?? {}, 'postData');
  expect(checkedHar([rule])[0]?.broken).toBe('the request body was not recorded');
});

test('an empty answer is no body that was left out', () => {
  const har = entry(documentedRecords().createUser);
  har.response.content = { size: 0, mimeType: 'x-unknown' };
  expect(checkedHar([har])[0]?.findings.map(({ clause }) => clause)).toEqual(['USER-RESPONSE']);
});

test('an aborted call is broken where it is a documented one', () => {
  const har = entry(documentedRecords().createUser);
  har.response.status = 0;
  const other = { request: { method: 'GET', url: 'https://ads.example/pixel' }, response: { status: 0 } };
  expect(checkedHar([har, other, null, {}])).toMatchObject([
    { operation: 'createUser', broken: 'the response status is 0: the call got no answer' },
    { operation: null, verdict: 'not-judged' },
    { operation: null, broken: 'the request is missing, not an object' },
    { operation: null, broken: 'the request is missing, not an object' },
  ]);
});
