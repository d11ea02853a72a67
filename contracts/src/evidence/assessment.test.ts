// What a recording sends, counted by hand here.
import { expect, test } from 'vitest';
import { documentedRecords, type TestRecord } from '../../../src/test-support/documented-records.ts';
import { readJson } from '../base/exact-json.ts';
import { type Assessment, Assessor } from './assessment.ts';
import { readiness } from './readiness.ts';
import { recordedFlowCall } from './recorded-flows.ts';
import type { FoundRecord } from './recording.ts';

const samples = documentedRecords();
const { importBankConnectionV1, createMoneyTransferV1, submitPaymentV1, createUser } = samples;

/** The record with other fields of the request body and at another time. */
function sent(record: TestRecord, fields: object = {}, time?: string): TestRecord {
  const body = { ...(record.request.body as object), ...fields };
  return { ...record, request: { ...record.request, body }, ...(time && { time }) };
}

function answered(record: TestRecord, fields: Partial<TestRecord['response']>): TestRecord {
  return { ...record, response: { ...record.response, ...fields } };
}

function create(id: number, fields: object = {}): TestRecord {
  const body = { ...(createMoneyTransferV1.response.body as object), id };
  return answered(sent(createMoneyTransferV1, fields), { body });
}

function assessed(records: readonly unknown[], most?: number): Assessment {
  const assessor = new Assessor(most);
  for (const [index, record] of records.entries()) {
    const read: FoundRecord['read'] = (options) => readJson(JSON.stringify(record), options);
    assessor.add(recordedFlowCall({ index, line: index + 1, read }, { file: 'a', index }));
  }
  return assessor.assessment();
}

const ready = (records: readonly unknown[], decided = {}) => readiness(assessed(records), decided);

test('calls are counted by operation and status, with the first and the last time', () => {
  const { calls, records, others, v1Calls } = ready([
    createUser,
    sent(importBankConnectionV1, {}, '2026-11-20T08:00:00.000Z'),
    sent(importBankConnectionV1, {}, '2026-11-19T08:00:00.000Z'),
    answered(importBankConnectionV1, { status: 400, body: undefined }),
    samples.createStandalonePayment,
  ]);
  expect({ records, others, v1Calls }).toEqual({ records: 5, others: 1, v1Calls: 3 });
  expect(calls).toEqual([
    {
      operation: 'importBankConnectionV1',
      version: 'V1',
      calls: 3,
      refused: 1,
      statuses: { 400: 1, 451: 2 },
      unpaired: 0,
      first: Date.UTC(2026, 10, 19, 8),
      last: Date.UTC(2026, 10, 20, 8),
    },
    {
      operation: 'createStandalonePayment',
      version: 'V2',
      calls: 1,
      refused: 0,
      statuses: { 201: 1 },
      unpaired: 0,
      first: null,
      last: null,
    },
  ]);
});

test('creates are paired with their submissions, and what lacks its other half is counted', () => {
  const { flows } = ready([
    create(501),
    submitPaymentV1,
    submitPaymentV1,
    create(502),
    answered(sent(submitPaymentV1, { paymentId: 502 }), { status: 500 }),
    create(503),
    sent(submitPaymentV1, { paymentId: 504 }),
    answered(createMoneyTransferV1, { status: 400 }),
    answered(importBankConnectionV1, { status: 200 }),
    importBankConnectionV1,
    importBankConnectionV1.request.body,
  ]);
  expect(flows.imports).toEqual({ form: 1, noForm: 1, unknown: 1 });
  expect(flows.payments).toEqual({
    // 501 and 504; 502 is refused and 503 never submitted.
    form: 2,
    noForm: 2,
    submitted: 2,
    notSubmitted: 1,
    repeated: 1,
    withoutCreate: 1,
    unpaired: 1,
    notFollowed: 0,
  });
});

test('each field of the table is counted by calls and by values', () => {
  const order = { counterpartName: 'Ada', counterpartIban: 'DE89370400440532013000', amount: 1 };
  const { fields, neverUsed, answers } = ready([
    create(501, { moneyTransfers: [order, order] }),
    create(502, { moneyTransfers: [] }),
    submitPaymentV1,
    sent(importBankConnectionV1, { accountTypes: [] }),
    importBankConnectionV1,
  ]);
  const counted = fields.map(({ request, from, to, calls, values }) =>
    [request, from, to, calls, values].join(' '),
  );
  expect(counted).toEqual([
    'import bankId bank.id 2 2',
    'import name bankConnectionName 2 2',
    'import interface allowedInterfaces[] 2 2',
    'import skipBalancesDownload skipBalancesDownload 2 2',
    'import skipPositionsDownload skipPositionsDownload 2 2',
    'import loadOwnerData loadOwnerData 2 2',
    'import maxDaysForDownload maxDaysForDownload 2 2',
    'import accountTypes[] accountTypes[] 2 7',
    'payment iban sender.iban 2 2',
    'payment executionDate executionDate 2 2',
    'payment instantPayment instantPayment 2 2',
    'payment moneyTransfers[] orders[] 2 2',
    'payment moneyTransfers[].counterpartName orders[].recipient.name 1 2',
    'payment moneyTransfers[].counterpartIban orders[].recipient.iban 1 2',
    'payment moneyTransfers[].amount orders[].amount.value 1 2',
    'submit paymentId  1 1',
    'submit interface  1 1',
  ]);
  expect(neverUsed).toEqual(
    [
      'Bic',
      'Address',
      'Address.street',
      'Address.houseNumber',
      'Address.city',
      'Address.postCode',
      'Address.country',
    ]
      .map((name) => `counterpart${name}`)
      .concat('purpose', 'sepaPurposeCode', 'endToEndId', 'structuredRemittanceInformation[]')
      .map((name) => `payment moneyTransfers[].${name}`),
  );
  // Two imports and one submission are answered with 451, and two creates with a payment.
  expect(answers.map(({ from, to, calls }) => `${from} ${to} ${calls}`)).toEqual([
    '451#header.location 201#url 3',
    ...['errors[].code', 'errors[].type', 'errors[].message', 'errors[].multiStepAuthentication'].map(
      (name) => `451#${name} null 3`,
    ),
    ...['date', 'requestId', 'endpoint', 'authContext', 'bank'].map((name) => `451#${name} null 3`),
    ...['id', 'accountId', 'iban', 'bankId', 'type', 'amount', 'orderCount', 'status'].map(
      (name) => `2XX#${name} null 2`,
    ),
    ...['instructedExecutionDate', 'instantPayment', 'statusV2'].map((name) => `2XX#${name} null 2`),
  ]);
});

test('the answer to a request that was not recorded is counted', () => {
  const { headers, ...bodiless } = importBankConnectionV1.request;
  const { answers, fields } = ready([
    { ...importBankConnectionV1, request: { ...bodiless, headers, body: undefined } },
  ]);
  expect([answers.length, fields.length]).toEqual([10, 0]);
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
    answered(create(502), { body: { id: 502, extra: 1 } }),
    sent(importBankConnectionV1, note),
  ]);
  expect(undocumented.map((it) => `${it.in} ${it.pointer} ${it.count}`)).toEqual([
    '2XX /extra 1',
    'import /note 1',
    'payment /callback 1',
    'payment /moneyTransfers/*/* 2',
    'payment /moneyTransfers/*/note 2',
  ]);
  expect(noPlace.map(({ field, values }) => `${field} ${values}`)).toEqual([
    'import /note 1',
    'payment /callback 1',
    'payment /moneyTransfers/*/* 2',
    'payment /moneyTransfers/*/note 2',
  ]);
});

test('the verdict is ready, ready after decisions, or not ready', () => {
  const submitted = [create(501), submitPaymentV1];
  const refused = { ...samples.createStandalonePayment, response: { status: 422, headers: {}, body: {} } };
  const cases: [string, unknown[], object?][] = [
    ['ready', [importBankConnectionV1]],
    ['ready: no V1 call is left', [samples.createStandalonePayment]],
    ['ready: no V1 call is left', [samples.createStandalonePayment, refused]],
    ['not ready: no createStandalonePayment succeeds', [refused]],
    ['not ready: no createStandalonePayment succeeds', [samples.createBankConnectionImport, refused]],
    ['not ready: no createStandalonePayment succeeds', [importBankConnectionV1, refused]],
    ['ready after 1 decision', [create(501)]],
    ['ready after 2 decisions', submitted],
    ['ready after 1 decision', submitted, { currency: 'EUR' }],
    ['ready after 1 decision', submitted, { drop: ['interface'] }],
    ['ready', submitted, { currency: 'EUR', drop: ['interface'] }],
    ['not ready: 1 field has no place', [...submitted, sent(importBankConnectionV1, { note: 1 })]],
    ['ready', [sent(importBankConnectionV1, { note: 1 })], { drop: ['/note'] }],
    [
      'not ready: 2 fields have no place',
      [sent(importBankConnectionV1, { note: 1, accountTypes: ['Other', 'Checking'] })],
    ],
    ['ready', [create(1, { moneyTransfers: [{ note: 1 }] })], { drop: ['moneyTransfers[].note'] }],
  ];
  for (const [says, records, decided] of cases) expect(ready(records, decided).says).toBe(says);
});

test('a V2 request replaces the V1 requests of the same content, whatever its currency and the order of its fields', () => {
  const orders = [
    {
      amount: { currency: 'EUR', value: 12.5 },
      recipient: { name: 'Max', iban: 'DE02 1203 0000 0000 2020 51' },
    },
  ];
  const v2 = sent(samples.createStandalonePayment, {
    executionDate: '2026-12-01',
    instantPayment: false,
    orders,
  });
  const twoOrders = sent(v2, {
    orders: [...orders, ...orders].map((order, at) => ({ ...order, purpose: `${at}` })),
  });
  const v1 = (fields: object = {}) => {
    const order = {
      counterpartIban: 'DE02120300000000202051',
      counterpartName: 'Max',
      amount: 12.5,
      ...fields,
    };
    return create(501, { moneyTransfers: [order] });
  };
  const orderOf = (purpose: string) => ({
    counterpartIban: 'DE02120300000000202051',
    counterpartName: 'Max',
    amount: 12.5,
    purpose,
  });
  const replaced = (records: unknown[]) => {
    const { v1: all, v1Replaced, v2: forms, v2Replacing } = ready(records).replaced.payment;
    return `${v1Replaced} of ${all} by ${v2Replacing} of ${forms}`;
  };
  expect(replaced([v1(), v1(), v2])).toBe('2 of 2 by 1 of 1');
  expect(replaced([v1({ amount: 12.51 }), v2])).toBe('0 of 1 by 0 of 1');
  expect(replaced([v1({ amount: '12.5' }), v2])).toBe('1 of 1 by 1 of 1');
  expect(replaced([v1({ purpose: '' }), v2])).toBe('0 of 1 by 0 of 1');
  // An undocumented field is no part of the content.
  expect(replaced([v1({ note: 1 }), v2])).toBe('1 of 1 by 1 of 1');
  // Refused requests ask for nothing.
  expect(replaced([answered(v1(), { status: 400 }), answered(v2, { status: 400 })])).toBe('0 of 0 by 0 of 0');
  // Orders keep their sequence.
  expect(replaced([create(1, { moneyTransfers: [orderOf('0'), orderOf('1')] }), twoOrders])).toBe(
    '1 of 1 by 1 of 1',
  );
  expect(replaced([create(1, { moneyTransfers: [orderOf('1'), orderOf('0')] }), twoOrders])).toBe(
    '0 of 1 by 0 of 1',
  );
});

test('account types and interfaces are sets in the content of an import', () => {
  const v1 = {
    ...importBankConnectionV1,
    request: {
      ...importBankConnectionV1.request,
      body: { bankId: 1, interface: 'XS2A', accountTypes: ['Loan', 'Checking'] },
    },
  };
  const v2 = (accountTypes: string[]) => ({
    ...samples.createBankConnectionImport,
    request: {
      ...samples.createBankConnectionImport.request,
      body: { bank: { id: 1 }, allowedInterfaces: ['XS2A'], accountTypes },
    },
  });
  expect(ready([v1, v2(['CHECKING', 'LOAN'])]).replaced.import).toEqual({
    v1: 1,
    v1Replaced: 1,
    v2: 1,
    v2Replacing: 1,
  });
  expect(ready([v1, v2(['CHECKING'])]).replaced.import).toEqual({
    v1: 1,
    v1Replaced: 0,
    v2: 1,
    v2Replacing: 0,
  });
});

test('beyond the bound the payments that are followed are counted exactly, and the others are named', () => {
  const records = Array.from({ length: 40 }, (_, id) => [
    create(id),
    sent(submitPaymentV1, { paymentId: id }),
  ]).flat();
  const { payments } = readiness(assessed(records, 10)).flows;
  expect(payments).toMatchObject({
    submitted: 10,
    notSubmitted: 0,
    withoutCreate: 0,
    repeated: 0,
    notFollowed: 60,
  });
});
