/** What breaks a record, and how the reason reads. */
import { expect, test } from 'vitest';
import { checkRecord } from './check-record.ts';
import { documentedRecords } from './documented-records.ts';

const { createUser } = documentedRecords();
const { request, response } = createUser;
const of = (record: unknown) => checkRecord(() => record);

const broken: [string, unknown, string | null, string][] = [
  ['a number', 42, null, 'the record is not a JSON object'],
  ['a list', [createUser], null, 'the record is not a JSON object'],
  ['null', null, null, 'the record is not a JSON object'],
  ['no request', { response }, null, 'the request is missing, not an object'],
  [
    'a message by itself',
    { triggerEvent: 'NEW_TRANSACTIONS', newTransactions: [] },
    null,
    'it is a bare message: a record of one is {"message": …}',
  ],
  ['a request of text', { request: 'POST /users', response }, null, 'the request is text, not an object'],
  ['no method', { request: { url: '/users' }, response }, null, 'the request method is missing, not text'],
  ['no url', { request: { method: 'POST' }, response }, null, 'the request url is missing, not text'],
  ['no response', { request }, 'createUser', 'the response is missing, not an object'],
  ['a null response', { request, response: null }, 'createUser', 'the response is null, not an object'],
  [
    'no status',
    { request, response: { body: {} } },
    'createUser',
    'the response status is missing, not a whole number from 100 to 999',
  ],
  [
    'a status of text',
    { request, response: { ...response, status: '201' } },
    'createUser',
    'the response status is text, not a whole number from 100 to 999',
  ],
  [
    'a status of 20',
    { request, response: { ...response, status: 20 } },
    'createUser',
    'the response status is 20, not a whole number from 100 to 999',
  ],
  [
    'a status of 0',
    { request, response: { ...response, status: 0 } },
    'createUser',
    'the response status is 0: the call got no answer',
  ],
  [
    'a body of text that repeats a key',
    { request, response: { ...response, body: '{"id":"a","id":"b"}' } },
    'createUser',
    'the response body is unclear JSON: key "id" is repeated at line 1, column 11',
  ],
];
for (const [what, record, operation, reason] of broken) {
  test(`a record with ${what} is broken`, () => {
    expect(of(record)).toEqual({ operation, verdict: 'not-judged', findings: [], broken: reason });
  });
}

test('headers that cannot be read break a record whose verdict needs them', () => {
  const { importBankConnectionV1 } = documentedRecords();
  for (const [headers, reason] of [
    ['Location: x', 'the headers are neither an object nor a list'],
    [['Location', 'x'], 'the headers are a list of something other than {name, value}'],
    [{ Location: { value: 'x' } }, 'a header is an object, not text'],
  ]) {
    const answer = { ...importBankConnectionV1.response, headers };
    expect(of({ ...importBankConnectionV1, response: answer }).broken).toBe(reason);
  }
});

test('an error that is not about the record is not hidden', () => {
  expect(() =>
    checkRecord(() => {
      throw new TypeError('a fault of the program');
    }),
  ).toThrow('a fault of the program');
});
