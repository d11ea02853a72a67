// The screen as a whole: its order, its width, its first and last lines.
import { expect, test } from 'vitest';
import { green, unproven, unreached, violated } from '../../test-support/sample-runs.ts';
import { addresses, opening } from './plan-screen.ts';
import { closing, resultScreen } from './result-screen.ts';
import { plain } from './screen.ts';

const FILES = ['reports/verify.json', 'reports/migration.md'];
const NARROW = { ...plain, width: 80 };

test('the screen goes from what it runs against to the verdict', () => {
  expect(headings(green)).toEqual(['Flows', 'Mapping', 'Clauses', 'Out of reach of mock', 'Files', '✓ As']);
  expect(headings(violated)).toEqual([
    ...['Flows', 'Mapping', 'Clauses', 'Violated', 'Out of reach of mock', 'Files', '✗ mock'],
  ]);
  expect(headings(unproven)).toEqual(['Clauses', 'Unproven', 'Out of reach of mock', 'Files', '? Whether']);
  expect(headings(unreached)).toEqual(['Clauses', 'Out of reach of mock', 'Files', '? Nothing']);
});

test('a target that is down is reported once, with a command to try again', () => {
  const text = resultScreen(unproven, plain);
  expect(text).toContain('10 clauses: mock does not answer at http://127.0.0.1:4010 (ECONNREFUSED)');
  expect(text).toContain(
    '  cases      suites/v1/v1-cases.ts\n  again      npm run verify -- --target mock --only V1-IMPORT-451\n',
  );
});

test('in 80 columns only a command is wider than the screen', () => {
  for (const run of [green, violated, unproven, unreached]) {
    const wide = (resultScreen(run, NARROW) + closing([run], FILES, {}, NARROW))
      .split('\n')
      .filter((line) => line.length > 80 && !/^ {4}--data-raw /.test(line));
    expect(wide).toEqual([]);
  }
});

test('the first lines name the target and where it is, without credentials', () => {
  expect(opening('mock', plain)).toBe('The migration from V1 to Web Form V2, verified against mock\n');
  const urls = { ...green, accessUrl: 'https://user:pa55@bank.example' };
  expect(addresses(urls, plain)).toBe(
    '  access API   https://bank.example\n  Web Form V2  http://127.0.0.1:4011\n\n',
  );
  const plan = { creates: { users: 3, rules: 0, payments: 1, webForms: 2 }, worlds: 4 };
  expect(addresses(urls, NARROW, plan)).toBe(`  access API   https://bank.example
  Web Form V2  http://127.0.0.1:4011
  creates      at most 3 users, 1 payment and 2 web forms
  replaces     all that the target holds, 4 times, over its control plane, which
               resets it at the end

`);
});

function headings(run: typeof green): string[] {
  const text = resultScreen(run, NARROW) + closing([run], FILES, {}, NARROW);
  return [...text.matchAll(/^(?:[A-Z][a-z ]+$|[✓✗?] (?:As|mock|Whether|Nothing))/gm)].map(([it]) => it);
}
