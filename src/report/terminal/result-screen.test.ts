// The screen as a whole: its order, its width, its first and last lines.
import { expect, test } from 'vitest';
import type { FieldResult } from '../../../contracts/src/migration/mapping-engine.ts';
import { migratePayment } from '../../../contracts/src/migration/migrate-request.ts';
import type { FlowPair } from '../../runner/verdict.ts';
import { green, unproven, unreached, violated } from '../../test-support/sample-runs.ts';
import { targetReport } from '../run-json.ts';
import { addresses, opening } from './plan-screen.ts';
import { closing, resultScreen } from './result-screen.ts';
import { plain } from './screen.ts';

const FILES = ['reports/verify.json', 'reports/migration.md'];
const NARROW = { ...plain, width: 80 };

test('the verdict comes first, then what is broken; the last line repeats it without the counts', () => {
  const end = ['Out of reach of mock', 'Files'];
  expect(headings(green)).toEqual(['✓ As', 'Clauses', 'Flows', ...end, '✓ As']);
  expect(headings(violated)).toEqual(['✗ mock', 'Violated', 'Clauses', 'Flows', ...end, '✗ mock']);
  expect(headings(unproven)).toEqual(['? Whether', 'Unproven', 'Clauses', ...end, '? Whether']);
  expect(headings(unreached)).toEqual(['? Nothing', 'Clauses', ...end, '? Nothing']);
});

test('a target that is down is reported once, with a command to try again', () => {
  const text = resultScreen(unproven, plain);
  expect(text).toContain('10 clauses: mock does not answer at http://127.0.0.1:4010 (ECONNREFUSED)');
  expect(text).toContain(
    '  cases      suites/v1/v1-cases.ts\n  again      npm run verify -- --target mock --only V1-IMPORT-451\n',
  );
});

test('the fields are shown where one is lost or to be decided, or where they are asked for', () => {
  const isShown = (run: typeof green, asksForFields = false) =>
    resultScreen(run, plain, { asksForFields }).includes('\nMapping\n');
  const [flow, other] = green.flows as [FlowPair, FlowPair];
  const { fields } = migratePayment({ moneyTransfers: [{ amount: 1 }] });
  expect(isShown(green)).toBe(false);
  expect(isShown(green, true)).toBe(true);
  expect(isShown({ ...green, flows: [flow, { ...other, fields }] })).toBe(true);
  const [field] = flow.fields as [FieldResult];
  const fieldsOfFlow = [{ ...field, loss: 'a digit' }, ...flow.fields.slice(1)];
  const lost = resultScreen({ ...green, flows: [{ ...flow, fields: fieldsOfFlow }, other] }, plain);
  expect(lost).toContain('\n  import: 3 fields, 1 not carried whole\n');
  expect(lost).not.toContain('payment: ');
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
  const sendHttp = () => Promise.reject(new Error('nothing is sent'));
  expect(addresses({ ...urls, sendHttp }, plain)).toContain('  called       within this process, not over');
  const calls = new Map([
    ['createToken', 12],
    ['createUser', 3],
  ] as const);
  const creates = { users: 3, rules: 0, payments: 1, webForms: 2 };
  const target = { hasControl: true, waitingTime: undefined };
  const plan = { calls, again: 0, reserve: 0, creates, worlds: 4, scenarios: 3 };
  expect(addresses(urls, NARROW, { target, plan })).toBe(`  access API   https://bank.example
  Web Form V2  http://127.0.0.1:4011
  calls        15 calls at most, beside those to the control plane: createToken
               12, createUser 3
  creates      at most 3 users, 1 payment and 2 web forms
  replaces     all that the target holds, 4 times, over its control plane, which
               resets it at the end

`);
  const further = { target, plan: { ...plan, again: 5, reserve: 7 } };
  expect(addresses(urls, plain, further).replace(/\s+/g, ' ')).toContain(
    'calls 20 calls at most, up to 7 more where a full request is refused, beside those to the control plane: createToken 12, createUser 3, made again 5 creates',
  );
  const waits = (waitingTime: number) =>
    addresses(urls, { ...plain, width: 200 }, { target: { ...target, waitingTime }, plan });
  const why = (seconds: number) =>
    `where the control plane has no /deliveries: 3 scenarios, waitingTime ${seconds} s\n`;
  expect(waits(2.5)).toContain(`  waits        8 s at least ${why(2.5)}`);
  expect(waits(60)).toContain(`  waits        3 minutes at least ${why(60)}`);
});

function headings(run: typeof green): string[] {
  const text = resultScreen(run, NARROW) + closing([run], FILES, {}, NARROW);
  return [...text.matchAll(/^(?:[A-Z][a-z ]+$|[✓✗?] (?:As|mock|Whether|Nothing))/gm)].map(([it]) => it);
}

test('a green run shows its verdict before any exchange is redacted for the reports', () => {
  const cases = green.cases.map((result) => ({
    ...result,
    get exchanges(): never {
      throw new Error('read');
    },
  }));
  expect(resultScreen({ ...green, cases }, plain)).toMatch(/^✓ /);
  expect(() => targetReport({ ...green, cases })).toThrow('read');
});
