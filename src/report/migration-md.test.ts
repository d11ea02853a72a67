// The mapping as people read it leaves no row out and adds none.
import { expect, test } from 'vitest';
import { table } from '../../contracts/src/migration/mapping-table.ts';
import { migrationMd } from './migration-md.ts';

const text = migrationMd();

test('every row of the mapping is a row of a table', () => {
  const rows = [table.import, table.payment, table.submit, table.operations, table.answers].flat();
  expect(rows.length).toBeGreaterThan(50);
  for (const { why, clause, loses } of rows) expect(text).toContain(`| ${loses} | ${why} | ${clause} |`);
});

test('a field, a call, an answer, a lost field and an account type read as such', () => {
  for (const line of [
    '| `name` | renamed | `bankConnectionName` | nothing |',
    '| `POST /api/v1/payments/submit` answers 451 | recoded | `POST /api/webForms/standalonePayment` answers 201 |',
    '| 451 header `location` | moved | 201 `url` | nothing |',
    '| submit `paymentId` | the number of the created payment |',
    '| 2xx `orderCount` | dropped | – |',
    '| – | added | `orders[].amount.currency` |',
    '| `CreditCard` | `CREDIT_CARD` |',
  ])
    expect(text).toContain(line);
});

test('the currency is to be decided', () => {
  const decide = text.slice(text.indexOf('## To decide'), text.indexOf('## Lost'));
  expect(decide).toContain('| `orders[].amount.currency` | V1 never carried a currency');
  expect(decide).toContain('| `--currency` |');
});

test('a row without a loss is not among the losses', () => {
  const lost = text.slice(text.indexOf('## Lost'), text.indexOf('## Import request'));
  expect(lost).not.toContain('nothing');
});

test('every table is whole, also with a bar in a cell', () => {
  const [row] = table.import;
  if (!row) throw new Error('the import table is empty');
  const barred = migrationMd({ ...table, import: [{ ...row, why: 'this | that' }] });
  expect(barred).toContain('| this \\| that |');
  for (const block of barred.split('\n\n').filter((part) => part.startsWith('|'))) {
    const widths = block
      .trim()
      .split('\n')
      .map((line) => line.replaceAll('\\|', '').split('|').length);
    expect(new Set(widths).size).toBe(1);
  }
});
