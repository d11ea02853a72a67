// Which flows a recording shows, and which creates and submissions belong together: by host and id.
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { BrokenRecord } from '../../contracts/src/recordings/recorded-parts.ts';
import { documentedRecords, type TestRecord, withFields } from '../test-support/documented-records.ts';
import {
  isTaken,
  MOST_FOLLOWED,
  type RecordedFlowCall,
  Repetitions,
  recordedFlowCall,
  V1Payments,
} from './recorded-flows.ts';

const {
  importBankConnectionV1,
  createMoneyTransferV1,
  submitPaymentV1,
  createStandalonePayment,
  createUser,
} = documentedRecords();

function at(host: string, record: TestRecord): TestRecord {
  const url = record.request.url.replace('api.example', host);
  return { ...record, request: { ...record.request, url } };
}

const create = (id: unknown, host = 'api.example') => at(host, withFields(createMoneyTransferV1, {}, { id }));
const submission = (paymentId: unknown, host = 'api.example') =>
  at(host, withFields(submitPaymentV1, { paymentId }));

/** The calls of the flows in records, which are values or their JSON text. Throws what says that a record cannot be read. */
function callsIn(records: readonly unknown[]): RecordedFlowCall[] {
  return records.flatMap((record, index) => {
    const read = () => readJson(typeof record === 'string' ? record : JSON.stringify(record));
    const call = recordedFlowCall({ read }, { file: 'a', index, line: index + 1 });
    if (call instanceof BrokenRecord) throw call;
    return call === undefined || call.kind === 'call' ? [] : call;
  });
}

const big = (record: TestRecord, id: string) => JSON.stringify(record).replace('"#"', id);
const answered = (record: TestRecord, status: number) => ({ ...record, response: { status, headers: {} } });
const { request: alone } = createMoneyTransferV1;
const NONE = {
  form: 0,
  noForm: 0,
  submitted: 0,
  notSubmitted: 0,
  withoutCreate: 0,
  unpaired: 0,
  notFollowed: 0,
};
const APART = { form: 1, noForm: 1, notSubmitted: 1, withoutCreate: 1 };
const oneFloat = [big(create('#'), '9007199254740993'), big(submission('#'), '9007199254740992')];
const twice = [create(1), submission(1), create(1), submission(1)];
const payments: [what: string, records: unknown[], counts: object][] = [
  ['a create and its submissions', [create(1), submission(1), submission(1)], { form: 1, submitted: 1 }],
  ['a submission before its create', [submission(501), create(501)], { form: 1, submitted: 1 }],
  ['another host', [create(501), submission(501, 'b.example')], APART],
  ['ids that are one float', oneFloat, APART],
  ['an id that is given again', twice, { form: 2, submitted: 2 }],
  ['another end of a submission', [create(1), answered(submission(1), 200)], { noForm: 1, submitted: 1 }],
  ['submissions without an id', [1, 2].map(() => submission(undefined)), { form: 2, withoutCreate: 2 }],
  ['a create without an answer, and its body alone', [{ request: alone }, alone.body], { unpaired: 2 }],
];
for (const [what, records, counts] of payments) {
  test(`V1 payments: ${what}`, () => {
    const found = new V1Payments();
    for (const call of callsIn(records)) found.add(call);
    expect(found.counts()).toEqual({ ...NONE, ...counts });
  });
}

test('V1 payments: more than are followed', () => {
  const found = new V1Payments();
  const [created, submitted] = callsIn([create(1), submission(1)]);
  if (!created || !submitted) throw new Error('no calls');
  for (let id = 0; id <= MOST_FOLLOWED; id++) found.add({ ...created, payment: `${id}` });
  for (const id of [0, MOST_FOLLOWED]) found.add({ ...submitted, payment: `${id}` });
  const all = { form: 1, noForm: MOST_FOLLOWED - 1, submitted: 1, notSubmitted: MOST_FOLLOWED - 1 };
  expect(found.counts()).toEqual({ ...NONE, ...all, notFollowed: 2 });
});

test('the first submission of a payment without a create is named', () => {
  const found = new V1Payments();
  for (const call of callsIn([create(1), submission(2), submission(2), submission(1)])) found.add(call);
  expect(found.orphans()).toEqual([{ file: 'a', index: 1, line: 2 }]);
});

/** The create of a payment at this hour of a day, by this caller. */
const sent = (hour: number, own: object = {}, host?: string, authorization = 'Bearer a') => {
  const { request, response } = withFields(create(1, host), own);
  const time = new Date(Date.UTC(2026, 10, 22, hour)).toISOString();
  return { time, request: { ...request, headers: { ...request.headers, authorization } }, response };
};
const lost = (record: ReturnType<typeof sent>) => ({ ...record, response: { status: 0 } });
const unknown = ({ response: _, ...record }: ReturnType<typeof sent>) => record;

test.each<[what: string, records: object[], taken: number[], repeated: string[]]>([
  ['sent again', [lost(sent(0)), sent(1)], [1], ['0 1']],
  ['sent again twice', [lost(sent(0)), lost(sent(1)), sent(2)], [2], ['0 1', '1 2']],
  ['sent again with null', [lost(sent(0, { note: null })), sent(1)], [1], ['0 1']],
  ['sent again on the next day', [lost(sent(0)), sent(25)], [0, 1], []],
  ['another payment', [lost(sent(0)), sent(1, { iban: 'DE02' })], [1, 0], []],
  ['at another host', [lost(sent(0)), sent(1, {}, 'b.example')], [1, 0], []],
  ['by another caller', [lost(sent(0)), sent(1, {}, undefined, 'Bearer b')], [1, 0], []],
  ['a response that is not recorded', [unknown(sent(0)), sent(1)], [0, 1], []],
  ['never sent again', [lost(sent(0))], [0], []],
])('a call without a response: %s', (_, records, taken, repeated) => {
  const found: string[] = [];
  const repetitions = new Repetitions(({ source: first }, { source: second }) => {
    found.push(`${first.index} ${second.index}`);
  });
  const calls = callsIn(records).flatMap((call) => repetitions.add(call));
  const indexes = [...calls, ...repetitions.end()].map(({ source }) => source.index);
  expect([indexes, found]).toEqual([taken, repeated]);
});

test('a call has its time, status and body, digit for digit', () => {
  const line = JSON.stringify({ time: '2026-11-22T10:00:00.000Z', ...create(7) });
  const [call] = callsIn([line.replace('1234.56', '1234.560')]);
  expect(call).toMatchObject({
    operation: 'createMoneyTransferV1',
    time: Date.UTC(2026, 10, 22, 10),
    status: 200,
    payment: 'api.example 7',
  });
  expect(writeJson(call?.body)).toContain('"amount":1234.560,');
  expect(call && isTaken(call)).toBe(true);
});

test('a call without an answer is still sent, a refused one is not taken, and other calls are none', () => {
  const { request } = importBankConnectionV1;
  const calls = callsIn([
    { request, response: { status: 0 } },
    { request },
    createUser,
    answered(create(1), 400),
  ]);
  expect(calls.map((call) => [call.operation, isTaken(call)])).toEqual([
    ['importBankConnectionV1', true],
    ['importBankConnectionV1', true],
    ['createMoneyTransferV1', false],
  ]);
});

test('a bare body is the request that its fields name; one that may be several is broken', () => {
  const records = { importBankConnectionV1, createMoneyTransferV1, submitPaymentV1, createStandalonePayment };
  const calls = callsIn(Object.values(records).map(({ request }) => request.body));
  expect(calls.map(({ operation }) => operation)).toEqual(Object.keys(records));
  for (const other of [{ instantPayment: true }, { interface: 'XS2A' }, { anything: 1 }, {}])
    expect(() => callsIn([other])).toThrow(BrokenRecord);
});
