/** Records written by hand from the documentation, each with its verdict. */
import { expect, test } from 'vitest';
import { documentedRecords, type TestRecord } from '../../../src/test-support/documented-records.ts';
import { type CheckedRecord, checkExchange } from './check-record.ts';

type Operation = keyof ReturnType<typeof documentedRecords>;

/** The record of the operation after an edit, checked. */
function checked(operation: Operation, edit: (record: TestRecord) => void = () => {}): CheckedRecord {
  const record = documentedRecords()[operation];
  edit(record);
  return checkExchange(() => record);
}

for (const operation of Object.keys(documentedRecords()) as Operation[]) {
  test(`${operation} as documented is upheld`, () => {
    expect(checked(operation)).toMatchObject({ operation, verdict: 'upheld', findings: [] });
  });
}

test('a call that the documentation does not know is not judged, whatever its answer is', () => {
  const [method, path] = ['GET', 'https://api.example/accounts'];
  for (const response of [undefined, { status: 0 }, { status: 200, body: {} }]) {
    expect(checkExchange(() => ({ request: { method, url: path }, response }))).toEqual({
      operation: null,
      verdict: 'not-judged',
      findings: [],
    });
  }
  expect(
    checked('createUser', ({ request }) => Object.assign(request, { method: 'PUT' })).operation,
  ).toBeNull();
});

test('an answer that the documentation does not show is not judged', () => {
  const answered = (operation: Operation, status: number) =>
    checked(operation, ({ response }) => Object.assign(response, { status, body: {} })).verdict;
  expect(answered('importBankConnectionV1', 200)).toBe('not-judged');
  expect(answered('createUser', 302)).toBe('not-judged');
});

test('no Authorization header is no fault, nor are headers that were left out', () => {
  const result = checked('createUser', (record) => {
    Reflect.deleteProperty(record.request, 'headers');
    Reflect.deleteProperty(record.response, 'headers');
  });
  expect(result.verdict).toBe('upheld');
});
