// The counts of each area, and the colour of the worst of them.
import { expect, test } from 'vitest';
import type { ClauseResult } from '../../runner/verdict.ts';
import { green } from '../../test-support/sample-runs.ts';
import { byReasonText, clausesText } from './clause-lists.ts';
import { type Look, plain } from './screen.ts';

const clauses: readonly ClauseResult[] = [
  { clause: 'V2-NO-LOCATION', verdict: 'violated' },
  { clause: 'V2-FORM-URL', verdict: 'upheld' },
  { clause: 'AUTH-TOKEN-VALUE', verdict: 'upheld' },
  { clause: 'RULE-PARAMS', verdict: 'unproven' },
];

test('areas are in the order of the documentation with their counts, and all of them last', () => {
  expect(clausesText(clauses, plain)).toBe(`Clauses

         upheld  violated  unproven  out of reach
  auth        1         0         0             0
  rules       0         0         1             0
  v2          1         1         0             0
  all         2         1         1             0

`);
  // Admitted has a column only where something is admitted.
  expect(clausesText([{ clause: 'V2-FORM-URL', verdict: 'admitted' }], plain)).toContain(
    'upheld  violated  admitted  unproven  out of reach',
  );
});

test('an area is painted by the worst of it', () => {
  const marked: Look = { ...plain, paint: (style, text) => `<${style} ${text.split(' ')[0]}>` };
  const text = clausesText(clauses, marked);
  expect(text).toContain('<good auth>');
  expect(text).toContain('<unsure rules>');
  expect(text).toContain('<bad v2>');
  expect(clausesText(green.clauses, marked)).toContain('<faint notifications>');
});

// What is not known is named and counted, in few lines.

const REASON = 'a mock remembers nothing';

test('clauses are listed below their reason by area, and those that begin alike share their beginning', () => {
  const ids = ['V1-ORDER-BIC', 'V1-ORDER-IBAN', 'V1-ORDER-NAME', 'V1-TWO-CALLS', 'AUTH-GRANT-TYPE'] as const;
  const clauses = [
    ...ids.map((clause) => ({ clause, verdict: 'out of reach', reason: REASON }) as const),
    { clause: 'V1-PREFIX', verdict: 'upheld' } as const,
    { clause: 'AUTH-TOKEN-VALUE', verdict: 'upheld' } as const,
  ];
  expect(byReasonText(clauses, 'out of reach', { ...plain, width: 60 })).toBe(
    `  5 clauses: a mock remembers nothing
    auth           AUTH-GRANT-TYPE
    v1             V1-ORDER-{BIC IBAN NAME} V1-TWO-CALLS`,
  );
});

test('an id that is the beginning of others comes before the braces', () => {
  const ids = [
    ...['MESSAGE-LOW', 'MESSAGE-LOW-DETAILS', 'MESSAGE-LOW-FIRES', 'MESSAGE-LOW-THRESHOLD'],
    ...['MESSAGE-HIGH', 'MESSAGE-HIGH-COUNT', 'MESSAGE-HIGH-FIRES'],
  ] as ClauseResult['clause'][];
  const clauses = ids.map((clause) => ({ clause, verdict: 'unproven', reason: REASON }) as const);
  expect(byReasonText(clauses, 'unproven', { ...plain, width: 80 })).toBe(
    `  7 clauses: a mock remembers nothing
    notifications  MESSAGE-LOW MESSAGE-LOW-{DETAILS FIRES THRESHOLD}
                   MESSAGE-HIGH MESSAGE-HIGH-COUNT MESSAGE-HIGH-FIRES`,
  );
});

test('an area is counted as a whole when all of it has the reason, and in part when many have', () => {
  const whole = byReasonText(green.clauses, 'out of reach', plain);
  const all = green.clauses.filter(({ clause }) => clause.startsWith('MESSAGE-')).length;
  expect(whole).toMatch(new RegExp(`^ {4}notifications  all ${all}$`, 'm'));
  const clauses = green.clauses.map((it) =>
    it.clause === 'MESSAGE-WAITS' ? ({ ...it, reason: REASON } as const) : it,
  );
  const nearly = byReasonText(clauses, 'out of reach', plain);
  expect(nearly).toMatch(new RegExp(`^ {4}notifications  ${all - 1} of ${all}$`, 'm'));
  expect(nearly).toMatch(/1 clause: a mock remembers nothing\n {4}notifications {2}MESSAGE-WAITS/);
});

test('each clause of the verdict is counted once, in lines no wider than the screen', () => {
  const text = byReasonText(green.clauses, 'out of reach', { ...plain, width: 80 });
  const counts = [...text.matchAll(/^ {2}(\d+) clauses:/gm)];
  expect(counts.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(green.clauses.length - 10);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(byReasonText(green.clauses, 'unproven', plain)).toBe('');
});
