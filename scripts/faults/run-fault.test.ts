// What becomes of a fault, and of a benign variant: real rows, and rows that are made up where no real one fails.
import { expect, test } from 'vitest';
import type { FaultRow, VariantRow } from '../../src/faults/fault-row.ts';
import { faultRows } from '../../src/faults/generated/fault-rows.ts';
import { variantRows } from '../../src/faults/generated/variant-rows.ts';
import { plannedCases } from '../../src/runner/planned-case.ts';
import { describeTarget } from '../../src/runner/targets/describe-target.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runFault, runVariant } from './run-fault.ts';

const planned = plannedCases(await describeTarget('sandbox'), catalogue);

function fault(id: string, more: Partial<FaultRow> = {}) {
  const row = faultRows.find((one) => one.id === id);
  if (!row) throw new RangeError(`unknown fault ${id}`);
  return runFault({ ...row, ...more }, planned);
}

test('a fault is caught by the cases of its clause alone', async () => {
  expect(await fault('FORM-URL-MISSING')).toMatchObject({
    id: 'FORM-URL-MISSING',
    class: 'answer-fields',
    clause: 'V2-FORM-URL',
    verdict: 'caught',
    isCaughtAlone: true,
    caughtBy: [{ file: 'suites/v2/v2-cases.ts' }, {}, {}],
    alsoViolated: [],
  });
});

test('one that the cases of its clause miss is caught by others that show the clause', async () => {
  expect(await fault('LIST-IN-32-BITS')).toMatchObject({ verdict: 'caught', isCaughtAlone: false });
});

test('other clauses that are violated in its run are listed', async () => {
  const { verdict, alsoViolated } = await fault('TRANSACTIONS-TOLD-AGAIN');
  expect([verdict, alsoViolated?.length]).toEqual(['caught', 1]);
});

test('a fault that leaves its clause unproven is no survivor, and says why', async () => {
  expect(await fault('USER-STATUS-500')).toMatchObject({
    verdict: 'unproven',
    reason: expect.stringContaining('POST /users: expected 2xx, got 500'),
  });
});

test('a fault that violates another clause alone is noticed, and names it', async () => {
  expect(await fault('V1-IMPORT-STATUS-200', { clause: 'CONFIG-CALLBACK-URL' })).toMatchObject({
    verdict: 'unproven',
    reason: 'it violates V1-IMPORT-451 instead',
  });
});

test('a fault that makes no difference survives all cases', async () => {
  const more: Partial<FaultRow> = { edit: { set: '/headers/x-more', to: '1' } };
  const { verdict, reason } = await fault('V1-IMPORT-STATUS-200', more);
  expect([verdict, reason]).toEqual([
    'survived',
    expect.stringMatching(/^none of the 3\d\d cases sees a difference at V1-IMPORT-451$/),
  ]);
});

/** A row of the list, or one that is made up. */
const alarms = async (row: string | Partial<VariantRow>) => {
  const made = { id: 'MADE-UP', allowedBy: 'more is not wrong', says: 'differs' };
  const listed = variantRows.find(({ id }) => id === row);
  const { verdict, alarms } = await runVariant(
    listed ?? { ...made, ...(row as Partial<VariantRow>) },
    planned,
    catalogue,
  );
  return [verdict, alarms.find((alarm) => /^\S+ (?:at|unproven)|^no case/.test(alarm))];
};

test.each([
  ['an edit', 'MORE-TOKEN-FIELDS'],
  ['settings of provider and reader alike, a cipher too', 'SETTING-CIPHER'],
  ['settings that put clauses out of reach', { settings: { apiVersionSelectors: {} } }],
])('%s passes', async (_, row) => {
  expect(await alarms(row as string | Partial<VariantRow>)).toEqual(['passed', undefined]);
});

test.each<[says: string, row: Partial<VariantRow>, alarm: string]>([
  ['breaks a clause', { hook: 'answer', edit: { remove: '/bank' } }, 'V1-ENVELOPE-BANK at /response/body'],
  [
    'leaves a case unproven',
    { hook: 'response', of: ['createUser'], edit: { set: '/status', to: 500 } },
    'unproven',
  ],
  [
    'differs where no case looks',
    { hook: 'message', edit: { recode: '/nowhere', by: 'as null' } },
    'no case brings the difference about',
  ],
  [
    'has a setting that its reader does not know',
    { provider: { accessPrefix: '/bank', tokenEncoding: 'json' } },
    'unproven',
  ],
])('a provider that %s alarms', async (_says, row, alarm) => {
  expect(await alarms(row)).toEqual(['false alarm', expect.stringContaining(alarm)]);
});

test('a cipher that cannot be loaded is no alarm', async () => {
  await expect(alarms({ settings: { cipher: 'nowhere.ts' } })).rejects.toThrow('cannot be loaded');
});
