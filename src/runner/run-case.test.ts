/**
 * A case gets each of its verdicts for the reason it names; the reasons are in screens/case-reasons.txt. The sender, the clock
 * and the control plane of the target are replaced by ones with scripted answers.
 */
import { expect, test } from 'vitest';
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import { differs } from '../../suites/answer-checks.ts';
import { NoResponse } from '../http/http-sender.ts';
import { runOne, runOneCase } from '../test-support/run-one-case.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { broken, type CaseCall, rewritten } from './call.ts';
import { type Case, instantOf } from './case.ts';
import type { Control } from './control.ts';
import type { MigrationCase } from './migration-case.ts';
import { startMockTarget } from './session/open-target.ts';
import type { Target } from './session/session.ts';
import { bank } from './test-data.ts';
import { OutOfReach, Unproven } from './unproven.ts';
import type { CaseResult, Verdict } from './verdict.ts';

const FORM = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  url: 'https://webform.example/forms/1',
  createdAt: '2026-11-20T08:15:00.123+0000',
  expiresAt: '2026-11-20T08:35:00.123+0000',
  type: 'BANK_CONNECTION_IMPORT',
  status: 'NOT_YET_OPENED',
};
const { id: _, ...unnamed } = FORM;
const { url: __, ...noAddress } = FORM;

const ROW: Case = {
  clause: 'V2-NO-LOCATION',
  says: 'sends no location header',
  given: 'an import',
  when: 'createBankConnectionImport',
  send: { bank: { id: 1 } },
  then: 201,
};
const IMPORT_V1: Case = {
  ...ROW,
  clause: 'V1-IMPORT-451',
  when: 'importBankConnectionV1',
  send: { bankId: 1 },
  then: 451,
};
const REFUSED: Case = { ...IMPORT_V1, clause: 'AUTH-TOKEN-NEEDED', as: 'no one', then: 'refused' };

type Answer = readonly [status: number, body?: object, headers?: Record<string, string>];

/** A target that gives each answer in turn, and the last one again and again. */
function inTurn(answers: readonly Answer[], own: Partial<Target> = {}): Target {
  const left = [...answers];
  const sendHttp = async () => {
    const [status, body = {}, headers = {}] = (left.length > 1 ? left.shift() : left[0]) ?? [0];
    return new Response(JSON.stringify(body), { status, headers });
  };
  return answering(0, { sendHttp, ...own });
}
const provider = (...answer: Answer) => inTurn([answer]);

/** Answers by the body that is sent. */
const takes = (isTaken: (body: string) => boolean, refusal: object = {}) =>
  answering(0, {
    sendHttp: async (_, { body = '' }) =>
      isTaken(body)
        ? new Response(JSON.stringify(FORM), { status: 201 })
        : new Response(JSON.stringify(refusal), { status: 422 }),
  });
const takesAll = takes(() => true);
const takesNone = takes(() => false);

const withControl = (control: Partial<Control>, target = provider(201, FORM)): Target => ({
  ...target,
  control: control as Control,
});
const fails = (error: Error) => withControl({ advance: () => Promise.reject(error) });
const down = async () => {
  throw new NoResponse('fetch failed', 'ECONNREFUSED');
};
const silent: Target['sendHttp'] = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new NoResponse('no response in time', 'TIME_LIMIT')));
  });
const hosted = provider(201, noAddress);

const named: Case = { ...ROW, send: { bank: { id: 1 }, bankConnectionName: 'Savings' } };
const baseline: CaseCall[] = [{ when: 'createBankConnectionImport', send: { bank: { id: 1 } }, then: 201 }];
const skipping: Case = { ...ROW, baseline, send: { bank: { id: 1 }, skipBalancesDownload: true } };
const valid = { bank: { id: 1 }, maxDaysForDownload: 7 };
const mistaken: Case = {
  ...ROW,
  clause: 'AUTH-USER-TOKEN-CONTEXT',
  send: broken(valid, { set: '/maxDaysForDownload', to: 'seven' }),
  then: 'refused',
};
const paid: CaseCall = { when: 'createMoneyTransferV1', send: { moneyTransfers: [] }, then: '2XX' };
const created = { when: 'createUser', send: { id: 'long' }, then: '2XX', mayBeRefused: true } as const;
const harmless = broken(
  { bankId: 1, name: 'a' },
  { set: '/name', to: rewritten('a', (text) => text.trim()) },
);
const elsewhere = { location: 'http://127.0.0.1:1/elsewhere' };
const ends = [{ secondsAfterExpiry: -1 }, { secondsAfterExpiry: 1 }] as const;
const late: Case = { ...ROW, first: [{ secondsAfterExpiry: 1 }] };

/** Each finding is its clause and its place. */
const situations: readonly [what: string, Target, Case, Verdict, ...findings: string[]][] = [
  ['a provider that keeps its word', provider(201, FORM), ROW, 'upheld'],
  [
    'a broken clause',
    provider(201, FORM, { location: FORM.url }),
    ROW,
    'violated',
    'V2-NO-LOCATION /response/headers/location',
  ],
  [
    'refused test data, quoted without what was sent',
    takes(() => false, { errors: [{ message: 'the name Savings is taken' }] }),
    named,
    'unproven',
  ],
  [
    'a refusal, where the baseline is accepted',
    takes((body) => !body.includes('skip')),
    skipping,
    'violated',
    'V2-NO-LOCATION /response/status',
  ],
  ['a refusal, of the baseline as well', takesNone, skipping, 'unproven'],
  ['a mistake that is refused', takes((body) => !body.includes('seven')), mistaken, 'upheld'],
  ['a mistake that is refused, as is the call without it', takesNone, mistaken, 'unproven'],
  ['a mistake that is accepted', takesAll, mistaken, 'violated', 'AUTH-USER-TOKEN-CONTEXT /response/status'],
  ['a success with another number', provider(200, FORM), ROW, 'upheld', 'V2-IMPORT-201 /response/status'],
  [
    'a clause that needs a broken one',
    { ...hosted, settings: { ...hosted.settings, webFormHosts: ['webform.example'] } },
    { ...ROW, clause: 'V2-FORM-URL-HOST' },
    'unproven',
    'V2-FORM-URL /response/body/url',
  ],
  [
    'a clause beside a broken one',
    hosted,
    { ...ROW, clause: 'V2-FORM-ID' },
    'upheld',
    'V2-FORM-URL /response/body/url',
  ],
  [
    'a comparison with what is not there',
    inTurn([
      [201, unnamed],
      [201, FORM],
    ]),
    { ...ROW, clause: 'V2-FORM-ID-UNIQUE', first: [ROW], also: [differs('id', 0)] },
    'unproven',
    'V2-FORM-ID /response/body/id',
  ],
  ['a redirect', provider(302, {}, elsewhere), ROW, 'unproven'],
  ['an import that needs no web form', provider(201, {}), IMPORT_V1, 'unproven'],
  ['a refusal before the case', provider(403), { ...ROW, first: [paid] }, 'unproven'],
  ['a target that is down', answering(0, { sendHttp: down }), ROW, 'unproven'],
  [
    'a target that gives no answer in time',
    answering(0, { sendHttp: silent, timeLimit: 20 }),
    ROW,
    'unproven',
  ],
  [
    'a target that lacks what the case needs',
    { ...provider(201, FORM), lacks: { memory: 'it forgets' } },
    { ...ROW, needs: 'memory' },
    'out of reach',
  ],
  ['a control plane without a clock', fails(new OutOfReach('no clock')), late, 'out of reach'],
  ['a clock that fails', fails(new Unproven('it hangs')), late, 'unproven'],
  ['a 451 in place of a refusal', answering(451), REFUSED, 'violated', 'AUTH-TOKEN-NEEDED /response/status'],
  ['a refusal, and a 451 with a token', inTurn([[401], [451]]), REFUSED, 'upheld'],
  ['a refusal, with a token as well', answering(401), REFUSED, 'unproven'],
  [
    'a refusal of what may be refused',
    answering(400),
    { ...ROW, clause: 'USER-RESPONSE-ID', ...created },
    'out of reach',
  ],
  ['the same before the case', answering(400), { ...REFUSED, first: [created] }, 'out of reach'],
  [
    'a mistake that is none with the values of the target',
    answering(400),
    { ...REFUSED, as: 'user', send: harmless },
    'out of reach',
  ],
  [
    'the exact end of a token, without a clock',
    answering(401, { longestWait: 3700, pause: async () => {} }),
    { ...REFUSED, first: [{ secondsAfterExpiry: 0 }] },
    'out of reach',
  ],
  [
    'a longer wait than is allowed',
    answering(401, { longestWait: 60 }),
    { ...REFUSED, first: ends },
    'out of reach',
  ],
];

const placesIn = ({ findings }: CaseResult) => findings.map(({ clause, pointer }) => `${clause} ${pointer}`);

test('a case gets its verdict, its findings and its reason', async () => {
  let reasons = '';
  for (const [what, target, row, verdict, ...findings] of situations) {
    const result = await runOneCase(target, row);
    expect([result.verdict, ...placesIn(result)], what).toEqual([verdict, ...findings]);
    if (result.reason) reasons += `${what}\n    ${result.reason}\n`;
  }
  await expect(reasons).toMatchFileSnapshot('screens/case-reasons.txt');
});

test('a case shows the other clauses of its answer, and none that it breaks', async () => {
  const others = ['V2-FORM-ID', 'V2-FORM-VALIDITY', 'V2-IMPORT-201', 'V2-IMPORT-BANK-ID'];
  expect((await runOneCase(provider(201, FORM), ROW)).shown).toEqual(expect.arrayContaining(others));
  const { shown } = await runOneCase(provider(201, FORM, { location: FORM.url }), ROW);
  expect(shown).not.toContain('V2-NO-LOCATION');
});

/** Whether the name is carried; in V2 it may have another value. */
const carries = (v2Name: string): MigrationCase => ({
  clause: 'MIGRATION-NAME',
  says: 'carries the name',
  flow: 'import',
  v1: { name: 'a' },
  v2: { bankConnectionName: v2Name },
});

test('a migration is out of reach without stored forms, unless its mapping is wrong, and unproven without its flow', async () => {
  const { target, stop } = await startMockTarget();
  const formless = withControl({ storedForm: () => Promise.reject(new OutOfReach('no forms')) }, target);
  const results = [
    await runOne('migrations', formless, carries('a')),
    await runOne('migrations', formless, carries('b')),
    await runOne('migrations', provider(201, FORM), carries('b')),
    await runOne('migrations', provider(400), carries('a')),
  ];
  await stop();
  const wrong = 'MIGRATION-NAME /request/body/bankConnectionName';
  expect(results.map((result) => [result.verdict, ...placesIn(result).slice(0, 1)])).toEqual([
    ['out of reach'],
    ['violated', wrong],
    ['violated', wrong],
    ['unproven'],
  ]);
});

// Where the first value of the test data is refused, the next one is tried: other users send the whole case once more.

const twoBanks = { isOwn: false, testData: { ...defaultTestData, banks: [1, 2], requires: [] } };
const importOf = (fields: object): Case => ({ ...ROW, send: { bank: { id: bank() }, ...fields } }) as Case;
const baselineOfBank = [{ when: ROW.when, send: { bank: { id: bank() } }, then: 201 }] as CaseCall[];
const skippingOfBank = { ...importOf({ skipBalancesDownload: true }), baseline: baselineOfBank } as Case;
const refusing = (isRefused: (body: string) => boolean, message = 'no') => {
  const bodies: string[] = [];
  const sendHttp: Target['sendHttp'] = async (_, { body = '' }) => {
    bodies.push(body);
    const json = isRefused(body) ? { errors: [{ message }] } : FORM;
    return new Response(JSON.stringify(json), { status: isRefused(body) ? 422 : 201 });
  };
  return { bodies, target: answering(0, { ...twoBanks, sendHttp }) };
};
const ofFirst = (body: string) => body.includes('"id":1');

test.each<[string, Case, (body: string) => boolean, string, Verdict, number]>([
  ['the first bank', importOf({}), ofFirst, 'unknown bank', 'upheld', 2],
  ['any bank', importOf({}), () => true, 'unknown bank', 'unproven', 2],
  [
    'an import without interfaces',
    importOf({}),
    () => true,
    'allowedInterfaces must be given',
    'unproven',
    1,
  ],
  [
    'the first bank, and any that skips',
    skippingOfBank,
    (body) => ofFirst(body) || body.includes('skip'),
    'no',
    'violated',
    4,
  ],
])('a provider that refuses %s', async (_, row, isRefused, message, verdict, calls) => {
  const { bodies, target } = refusing(isRefused, message);
  const result = await runOneCase(target, row);
  expect([result.verdict, bodies.length]).toEqual([verdict, calls]);
  if (message === 'unknown bank' && verdict === 'unproven')
    expect(result.reason).toContain('as in testData: { banks: [277672,24353] }');
});

test('an import that needs no web form is an accepted control of what is not about the form', async () => {
  const { bodies, target } = refusing((body) => body.includes('skip'));
  const plain = { when: 'importBankConnectionV1', send: { bankId: 1 }, then: 451 } as const;
  const row: Case = { ...IMPORT_V1, baseline: [plain], send: { bankId: 1, skipBalancesDownload: true } };
  const result = await runOneCase({ ...target, isOwn: true }, row);
  expect([result.verdict, bodies.length]).toEqual(['violated', 2]);
});

// The steps before a case: time that passes, and a client that is set up.

test('a case that ends without an answer keeps what was exchanged before', async () => {
  const target = provider(200);
  const { sendHttp = down } = target;
  const first = [{ when: 'getClientConfiguration', then: '2XX' }] as const;
  const once: Target['sendHttp'] = (url, request) =>
    url.endsWith('/clientConfiguration') ? sendHttp(url, request) : down();
  const { verdict, exchanges } = await runOneCase({ ...target, sendHttp: once }, { ...REFUSED, first });
  expect(verdict).toBe('unproven');
  expect(exchanges.map(({ request }) => request.url)).toEqual(['http://a.example/clientConfiguration']);
});

/** How far the clock of the target is set forward by these steps. */
async function advancedBy(first: Case['first'], own: Partial<Control> = {}) {
  const advanced: string[] = [];
  const advance = async (duration: string) => void advanced.push(duration);
  await runOneCase(withControl({ advance, ...own }, answering(401)), { ...REFUSED, ...(first && { first }) });
  return advanced;
}

test('time passes until the named second of the lifetime or a moment, however much has passed before', async () => {
  const lifetimes = [{ secondsAfterExpiry: -1 }, { secondsAfterExpiry: 1, of: 'client' }] as const;
  expect(await advancedBy(lifetimes)).toEqual(['PT3599S', 'PT3602S']);
  const moment = [{ until: { month: 1, day: 1, hour: 0, milliseconds: 500 } }, { secondsLater: 2 }];
  const now = async () => Date.UTC(2026, 11, 31);
  expect(await advancedBy(moment, { now })).toEqual(['PT86399.5S', 'PT2S']);
});

test('without a control plane a run waits for the end of a token', async () => {
  const pauses: number[] = [];
  const waiting = answering(401, { longestWait: 3700, pause: async (wait) => void pauses.push(wait) });
  await runOneCase(waiting, { ...REFUSED, first: ends });
  expect(pauses).toEqual([2_880_000, 722_000]);
});

test('a moment is that of a year to come, leap or not, and one before a day is of a year that has it in midweek', () => {
  const february = { month: 3, day: 1, hour: 0 };
  const years = [2026, 2027].map((year) => instantOf(february, Date.UTC(year, 5)));
  expect(years).toEqual([Date.UTC(2027, 1, 28, 23, 59, 59), Date.UTC(2028, 1, 29, 23, 59, 59)]);
  const leapDay = { month: 2, day: 29, hour: 12, daysBefore: 14 };
  expect(instantOf(leapDay, Date.UTC(2026, 5))).toBe(Date.UTC(2028, 1, 15, 11, 59, 59));
});

test('a client with other settings is in a world of its own', async () => {
  const worlds: unknown[] = [];
  const client = { isAutoCategorizationEnabled: false };
  const replaceWorld = async (world: unknown) => void worlds.push(world);
  await runOneCase(withControl({ replaceWorld }, answering(401)), { ...REFUSED, first: [{ client }] });
  expect(worlds).toEqual([{ client, categories: [], users: [] }]);
});
