/** Bodies as they are recorded: values, texts, forms and queries. */
import { expect, test } from 'vitest';
import { checkRecord } from './check-record.ts';
import { documentedRecords } from './documented-records.ts';
import { recordedBody, recordedToken } from './recorded-body.ts';

test('a body is JSON as a value or as its text, or other text, or nothing', () => {
  expect(recordedBody({ id: 1 }, 'request')).toEqual({ json: { id: 1 } });
  expect(recordedBody(' {"id": 1}\n', 'request')).toEqual({ json: { id: 1 } });
  expect(recordedBody([], 'request')).toEqual({ json: [] });
  expect(recordedBody('{"id": ', 'request')).toEqual({ text: '{"id": ' });
  expect(recordedBody('<html>', 'request')).toEqual({ text: '<html>' });
  for (const nothing of [undefined, null, '']) expect(recordedBody(nothing, 'request')).toBeUndefined();
});

const fields = {
  grant_type: 'password',
  client_id: 'example-client',
  client_secret: 'a+b&c=d ü',
  username: 'anna',
  password: 'p',
};
const form = new URLSearchParams(fields).toString();

test('a token call carries the same fields as form, JSON, JSON text or query', () => {
  const token = 'https://api.example/oauth/token';
  for (const [body, url] of [
    [form, token],
    [fields, token],
    [JSON.stringify(fields), token],
    [undefined, `${token}?${form}`],
    ['', `${token}?${form}#top`],
    [
      'grant_type=password&client_id=example-client&client_secret=a%2Bb%26c%3Dd%20%C3%BC',
      `${token}?username=anna&password=p`,
    ],
    [
      { grant_type: 'password', client_id: 'example-client' },
      `${token}?client_secret=a%2Bb%26c%3Dd+%C3%BC&username=anna&password=p`,
    ],
  ] as const) {
    expect(recordedToken(body, url)).toEqual({ json: fields });
  }
});

test('a token call with neither form nor JSON keeps its text', () => {
  expect(recordedToken('{"client_secret":"s', '/oauth/token')).toEqual({ text: '{"client_secret":"s' });
  expect(recordedToken(undefined, '/oauth/token')).toBeUndefined();
  expect(recordedToken(undefined, '/oauth/token?')).toBeUndefined();
});

test('a JSON answer recorded as text is judged like its value', () => {
  const { createUser } = documentedRecords();
  createUser.response.headers = { 'content-type': 'text/plain' };
  createUser.request.body = JSON.stringify(createUser.request.body);
  createUser.response.body = JSON.stringify({ ...(createUser.response.body as object), phone: 49 });
  expect(checkRecord(() => createUser).findings.map(({ clause }) => clause)).toContain('USER-RESPONSE-PHONE');
});
