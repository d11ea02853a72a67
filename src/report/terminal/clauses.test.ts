// The counts of each area, and the colour of the worst of them.
import { expect, test } from 'vitest';
import type { ClauseResult } from '../../drive/verdict.ts';
import { green } from '../sample-runs.ts';
import { clausesText } from './clauses.ts';
import { type Look, plain } from './look.ts';

const clauses: readonly ClauseResult[] = [
  { clause: 'V2-NO-LOCATION', verdict: 'violated' },
  { clause: 'V2-FORM-URL', verdict: 'upheld' },
  { clause: 'AUTH-TOKEN-VALUE', verdict: 'upheld' },
  { clause: 'RULE-PARAMS', verdict: 'unproven' },
];

test('areas stand in the order of the documentation with their counts, and all of them last', () => {
  expect(clausesText(clauses, plain)).toBe(`Clauses

         upheld  violated  unproven  out of reach
  auth        1         0         0             0
  rules       0         0         1             0
  v2          1         1         0             0
  all         2         1         1             0

`);
});

test('admitted has a column only where something is admitted', () => {
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
