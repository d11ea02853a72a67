// The file of --rules holds a list of rules, numbers with their digits; what it does not hold is said with its place.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from '../../contracts/src/base/errors.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { rulesOfFile } from './listen.ts';

function file(text: string): string {
  const path = join(temporaryFolder(), 'rules.json');
  writeFileSync(path, text);
  return path;
}

const good = '{"triggerEvent":"NEW_TRANSACTIONS","callbackHandle":"a"}';

test('rules keep the digits of their ids and thresholds', async () => {
  const [first, second] = await rulesOfFile(
    file(
      `[${good},{"notificationRuleId":9007199254740993,"triggerEvent":"LOW_ACCOUNT_BALANCE","params":{"balanceThreshold":12345678901234567890.10},"callbackHandle":"b","includeDetails":true}]`,
    ),
  );
  expect(first).toEqual({ triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'a' });
  expect(String(second?.notificationRuleId)).toBe('9007199254740993');
  expect(String(second?.params?.['balanceThreshold'])).toBe('12345678901234567890.10');
  expect(await rulesOfFile(file('[]'))).toEqual([]);
});

for (const [text, says] of [
  ['[{', 'is not valid JSON: '],
  [good, 'is an object, not a list of rules.'],
  ['null', 'is null, not a list of rules.'],
  [`[${good},7]`, ', rule 1: the rule is a number, not an object.'],
  [
    `[${good},${good},{"triggerEvent":"NEW_TRANSACTIONS"}]`,
    ', rule 2: callbackHandle is missing in the rule.',
  ],
  ['[{"triggerEvent":"OTHER","callbackHandle":"a"}]', ', rule 0: triggerEvent is "OTHER", not '],
  [
    '[{"triggerEvent":"HIGH_TRANSACTION_AMOUNT","callbackHandle":"a","params":{"absoluteAmountThreshold":1,"maxTransactionsCount":101}}]',
    ', rule 0: params.maxTransactionsCount is 101, not at most 100 in the rule.',
  ],
] as const) {
  test(`${text} ends with exit code 2 and says why`, async () => {
    const failure = await rulesOfFile(file(text)).catch((error) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect(failure.message).toContain(`rules.json${says.startsWith(',') ? '' : ' '}${says}`);
  });
}
