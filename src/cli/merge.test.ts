// The verb merge: the partial results of parts are the result of the whole, and anything else is refused.
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { assessCommand } from './assess.ts';
import { mergeCommand } from './merge.ts';

const { importBankConnectionV1, createMoneyTransferV1, submitPaymentV1, createStandalonePayment } =
  documentedRecords();
// The submission is in another part than its create.
const parts = [[importBankConnectionV1, createMoneyTransferV1], [createStandalonePayment], [submitPaymentV1]];

function ndjson(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

async function partial(records: readonly object[]): Promise<string> {
  const { stdout, exitCode } = await callVerb(assessCommand(), ['a.ndjson', '--partial'], {
    'a.ndjson': ndjson(records),
  });
  expect([exitCode, stdout.split('\n').length]).toEqual([0, 2]);
  return stdout;
}

test('merged partial results are the result of one run, in any grouping', async () => {
  const made: string[] = [];
  for (const part of parts) made.push(await partial(part));
  const [one = '', two = '', three = ''] = made;
  for (const form of [[], ['--json'], ['--markdown']]) {
    const args = [...form, '--currency', 'EUR'];
    const whole = await callVerb(assessCommand(), ['a.ndjson', ...args], {
      'a.ndjson': ndjson(parts.flat()),
    });
    const merged = await callVerb(mergeCommand(), ['a.json', 'b.json', ...args], {
      'a.json': two + one,
      'b.json': three,
    });
    expect(merged).toEqual(whole);
    expect(merged).toMatchObject({ exitCode: 1, stderr: '' });
  }
  const { stdout: both } = await callVerb(mergeCommand(), ['a.json', '--partial'], { 'a.json': one + two });
  const again = await callVerb(mergeCommand(), ['a.json', 'b.json'], { 'a.json': both, 'b.json': three });
  expect(again.stdout).toContain('V1 payments 1 ended in 451, 0 did not\n');
});

test.each([
  ['nothing', '', 'a.json holds no partial result.\n'],
  [
    'a recording',
    ndjson([importBankConnectionV1]),
    'a.json is no partial result: check --partial and assess --partial print one.\n',
  ],
  [
    'a damaged one',
    '{"format":"bank-access-contracts assessment 1"}',
    'a.json is no partial result: check --partial and assess --partial print one.\n',
  ],
  [
    'a damaged one of check',
    '{"format":"bank-access-contracts check 1"}',
    'a.json is no partial result: check --partial and assess --partial print one.\n',
  ],
  [
    'another version',
    '{"format":"bank-access-contracts assessment 9"}',
    'a.json is no partial result: check --partial and assess --partial print one.\n',
  ],
] as const)('%s is refused', async (_, content, said) => {
  expect(await callVerb(mergeCommand(), ['a.json'], { 'a.json': content })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: said,
  });
});
