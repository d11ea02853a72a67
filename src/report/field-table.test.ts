/** A field table names each field and describes personal values. */
import { expect, test } from 'vitest';
import { migrateImport, migratePayment } from '../../contracts/src/migration/migrate-request.ts';
import { fieldLines } from './field-table.ts';

const personal = {
  iban: 'DE00370400440532013000',
  executionDate: '2026-12-01',
  moneyTransfers: [{ counterpartName: 'Erika Mustermann', amount: 98765.43, purpose: 'Rent' }],
};

test('a table describes personal values and shows the others', () => {
  const text = fieldLines(migratePayment(personal).fields, false).join('\n');
  for (const secret of ['DE00', '3000', 'Erika', '98765', 'Rent']) expect(text).not.toContain(secret);
  expect(text).toContain('"2026-12-01"');
  expect(text).toContain('text of 16 characters');
  expect(text).toMatch(/nothing; the value has no valid\n +IBAN check digits/);
  expect(text).toMatch(/needs-decision .* is to be decided$/m);
});

test('a table of made-up data shows every value', () => {
  const text = fieldLines(migratePayment(personal).fields, true).join('\n');
  for (const value of ['"DE00370400440532013000"', '"Erika Mustermann"', '98765.43'])
    expect(text).toContain(value);
});

test('a table shows nothing of the value of an undocumented field, and its name cannot break the line', () => {
  const [text = ''] = fieldLines(migrateImport({ 'pass\nword\u001b[2J': 'secret' }).fields, false);
  expect(text).not.toContain('secret');
  expect(text).toContain('/pass\ufffdword\ufffd[2J');
});
