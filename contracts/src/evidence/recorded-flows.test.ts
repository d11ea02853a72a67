// Which flows a recording shows: creates find their submissions by host and id, and what lacks its other half stays alone.
import { expect, test } from 'vitest';
import { documentedRecords, type TestRecord } from '../../../src/test-support/documented-records.ts';
import { readJson, writeJson } from '../base/exact-json.ts';
import { isTaken, type RecordedFlow, RecordedFlows, recordedFlowCall } from './recorded-flows.ts';
import { BrokenRecord, type FoundRecord } from './recording.ts';

function recordsOfLines(text: string): FoundRecord[] {
  const lines = text.trim().split('\n');
  return lines.map((line, at) => ({ index: at, line: at + 1, read: (options) => readJson(line, options) }));
}

const {
  importBankConnectionV1,
  createMoneyTransferV1,
  submitPaymentV1,
  createStandalonePayment,
  createUser,
  createToken,
} = documentedRecords();

function create(id: unknown, host = 'api.example'): TestRecord {
  return at(host, {
    ...createMoneyTransferV1,
    response: { ...createMoneyTransferV1.response, body: { id } },
  });
}

function submission(paymentId: unknown, host = 'api.example'): TestRecord {
  const body = { paymentId, interface: 'XS2A' };
  return at(host, { ...submitPaymentV1, request: { ...submitPaymentV1.request, body } });
}

function at(host: string, record: TestRecord): TestRecord {
  const url = record.request.url.replace('api.example', host);
  return { ...record, request: { ...record.request, url } };
}

/** Each flow as a line: its kind and the lines of its calls in the file. */
function flowsIn(records: readonly unknown[], largest?: number): string[] {
  const lines: string[] = [];
  const flows = new RecordedFlows(
    (flow) => lines.push(lineOf(flow)),
    ({ line }) => lines.push(`V1 payment - / ${line}`),
    largest,
  );
  const text = records.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
  for (const found of recordsOfLines(text)) {
    const { index, line } = found;
    const call = recordedFlowCall(found, { file: 'a', index, line });
    if (call) flows.add(call);
  }
  while (flows.closeOldest());
  return lines;
}

function lineOf({ version, kind, call, submissions }: RecordedFlow): string {
  const name = version === 'V2' ? 'V2 request' : `V1 ${kind}`;
  const lines = submissions.map(({ line }) => line).join(' ');
  const isPayment = name === 'V1 payment';
  return `${name} ${call.source.line}${isPayment ? ` / ${lines || '-'}` : ''}`;
}

test('a create and its submissions are one flow, imports and V2 requests are one each, other calls none', () => {
  const records = [
    createUser,
    create(501),
    importBankConnectionV1,
    submission(501),
    createStandalonePayment,
    submission(501),
    createToken,
  ];
  expect(flowsIn(records)).toEqual(['V1 import 3', 'V2 request 5', 'V1 payment 2 / 4 6']);
});

test('a submission finds its create on the same host only, and before it too', () => {
  const records = [submission(501), create(501), create(501, 'other.example'), submission(501), create(503)];
  expect(flowsIn(records)).toEqual(['V1 payment 2 / 1 4', 'V1 payment 3 / -', 'V1 payment 5 / -']);
  expect(flowsIn([create(501), submission(502)])).toEqual(['V1 payment 1 / -', 'V1 payment - / 2']);
});

test('ids that are one float are two payments', () => {
  const big = (record: TestRecord, id: string) => JSON.stringify(record).replace('"#"', id);
  const records = [
    big(create('#'), '9007199254740993'),
    big(create('#'), '9007199254740992'),
    big(submission('#'), '9007199254740993'),
  ];
  expect(flowsIn(records)).toEqual(['V1 payment 1 / 3', 'V1 payment 2 / -']);
});

test('an id that is given again begins another payment', () => {
  const records = [create(1), submission(1), create(1), submission(1)];
  expect(flowsIn(records)).toEqual(['V1 payment 1 / 2', 'V1 payment 3 / 4']);
});

test('a refused create and a submission without an id are alone', () => {
  const refused = { ...createMoneyTransferV1, response: { status: 400, headers: {}, body: { id: 501 } } };
  expect(flowsIn([refused, submission(501), submission(undefined)])).toEqual([
    'V1 payment 1 / -',
    'V1 payment - / 3',
    'V1 payment - / 2',
  ]);
});

test('the oldest payment is handed on when too many or too large ones are open', () => {
  const records = [create(1), create(2), submission(1), submission(2)];
  const alone = ['V1 payment 1 / -', 'V1 payment 2 / -', 'V1 payment - / 3', 'V1 payment - / 4'];
  expect(flowsIn(records, 0)).toEqual(alone);
  // A payment counts the characters of its create, and 800 for each call.
  expect(flowsIn(records, 3000)).toEqual(['V1 payment 1 / 3', 'V1 payment 2 / 4']);
  const again = [create(1), create(1), create(2), submission(1)];
  expect(flowsIn(again, 3000)).toEqual(['V1 payment 1 / -', 'V1 payment 2 / 4', 'V1 payment 3 / -']);
});

test('a call has its time, status and body, digit for digit', () => {
  const [line] = [JSON.stringify({ time: '2026-11-22T10:00:00.000Z', ...create(7) })];
  const [found] = recordsOfLines(line.replace('1234.56', '1234.560'));
  if (!found) throw new Error('no record');
  const call = recordedFlowCall(found, { file: 'a', index: 0 });
  expect(call).toMatchObject({
    operation: 'createMoneyTransferV1',
    time: Date.UTC(2026, 10, 22, 10),
    status: 200,
    payment: 'api.example 7',
  });
  expect(writeJson(call?.body({ keepSource: true }))).toContain('"amount":1234.560,');
  expect(call && isTaken(call.operation, call.status)).toBe(true);
});

test('a call without an answer, and one whose answer was not recorded, are still sent', () => {
  const { request } = importBankConnectionV1;
  for (const record of [{ request, response: { status: 0 } }, { request }])
    expect(flowsIn([record, createUser])).toEqual(['V1 import 1']);
});

test('a bare body is the request that its fields name; one that may be several is broken', () => {
  const bodies = [
    importBankConnectionV1.request.body,
    createMoneyTransferV1.request.body,
    submitPaymentV1.request.body,
    createStandalonePayment.request.body,
  ];
  expect(flowsIn(bodies)).toEqual(['V1 import 1', 'V1 payment 2 / -', 'V1 payment - / 3', 'V2 request 4']);
  for (const other of [{ instantPayment: true }, { interface: 'XS2A' }, { anything: 1 }, {}])
    expect(() => flowsIn([other])).toThrow(BrokenRecord);
});
