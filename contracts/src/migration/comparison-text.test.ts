/** A comparison is written as a table for people and as a checklist for a pull request. */
import { expect, test } from 'vitest';
import { compareImport, comparePayment, comparison } from './compare-requests.ts';
import { comparisonMarkdown, comparisonText } from './comparison-text.ts';

const different = compareImport({ bankId: 1, maxDaysForDownload: 60 }, { bank: { id: 1 }, 'x`<b>\n': 'a' });
const undecided = comparePayment(
  { moneyTransfers: [{ amount: 1 }] },
  { orders: [{ amount: { value: 1, currency: 'EUR' } }] },
);

test('the text has a line for each field and the verdict last', () => {
  expect(comparisonText(different)).toBe(
    [
      'verdict     V1 field             V2 field',
      'moved       /bankId              /bank/id',
      'lost        /maxDaysForDownload  /maxDaysForDownload  is missing',
      'unexpected  -                    /x`<b>\ufffd              is text, which V1 did not ask for',
      '',
      'Not equivalent: 1 lost, 1 unexpected of 3 fields.',
      '',
    ].join('\n'),
  );
});

test('a currency without a decision is equivalent and to be confirmed', () => {
  expect(comparisonText(undecided)).toContain('Equivalent: ');
  expect(comparisonText(undecided)).toContain(' To confirm: 1 currency that V1 never carried.\n');
});

test('the checklist leaves open what fails or is to be confirmed, and no name can break out of its code', () => {
  expect(comparisonMarkdown(different)).toBe(
    [
      '### V1 → Web Form V2',
      '',
      'Not equivalent: 1 lost, 1 unexpected of 3 fields.',
      '',
      '- [x] `/bankId` → `/bank/id` moved',
      '- [ ] `/maxDaysForDownload` → `/maxDaysForDownload` lost: is missing',
      "- [ ] `/x'<b>\ufffd` unexpected: is text, which V1 did not ask for",
      '',
    ].join('\n'),
  );
  expect(comparisonMarkdown(undecided)).toContain(
    '- [ ] `/orders/0/amount/currency` to-confirm: is "EUR", which V1 never carried\n',
  );
});

test('a value that is shown is no markup of the checklist', () => {
  const message = 'is "<script>[a](https://evil.example)`|@all#1", not three capitals';
  const field = { from: null, to: '/x', verdict: 'wrong-value', message } as const;
  expect(comparisonMarkdown(comparison([field]))).toContain(
    'wrong-value: is "&lt;script>\\[a\\](https:&#47;/evil.example)\\`\\|\\@all\\#1", not three capitals',
  );
});
