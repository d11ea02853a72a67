// The mapping as people read it leaves no row out and adds none; reports/migration.md is committed as a whole.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requestKinds } from '../../contracts/src/base/flows.ts';
import { table } from '../../contracts/src/migration/mapping-table.ts';
import { migrationMd } from './migration-md.ts';

test('every row of the mapping is a row of a table', () => {
  const text = migrationMd();
  expect(text).toBe(readFileSync(new URL('../../reports/migration.md', import.meta.url), 'utf8'));
  const rows = [...requestKinds.map((kind) => table[kind]), table.operations, table.answers].flat();
  expect(rows.length).toBeGreaterThan(50);
  for (const { why, clause, loses } of rows) expect(text).toContain(`| ${loses} | ${why} | ${clause} |`);
});
