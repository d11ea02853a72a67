/** Deviations admit what they list until their date, and fail when they are stale. */
import { expect, test } from 'vitest';
import { withDeviations } from './deviation.ts';
import type { Verdict } from './verdict.ts';

const listed = [{ clause: 'V2-NO-LOCATION', reason: 'a proxy adds it', until: '2026-12-31' }];

function verdictOn(verdict: Verdict, today: string) {
  const [result] = withDeviations([{ clause: 'V2-NO-LOCATION', verdict }], listed, today);
  return result;
}

test('a listed violation is admitted up to its date and violated after it', () => {
  expect(verdictOn('violated', '2026-12-31')).toEqual({
    clause: 'V2-NO-LOCATION',
    verdict: 'admitted',
    reason: 'a proxy adds it, until 2026-12-31',
  });
  expect(verdictOn('violated', '2027-01-01')).toEqual({
    clause: 'V2-NO-LOCATION',
    verdict: 'violated',
    reason: 'its deviation ended on 2026-12-31: a proxy adds it',
  });
});

test('an entry whose clause is upheld is stale and fails', () => {
  expect(verdictOn('upheld', '2026-11-20')).toEqual({
    clause: 'V2-NO-LOCATION',
    verdict: 'violated',
    reason: 'its deviation is stale: the clause is upheld; take the entry out',
  });
});

test('an entry changes neither another verdict nor another clause', () => {
  expect(verdictOn('unproven', '2026-11-20')?.verdict).toBe('unproven');
  expect(verdictOn('out of reach', '2026-11-20')?.verdict).toBe('out of reach');
  const other = [{ clause: 'V2-FORM-ID' as const, verdict: 'violated' as const }];
  expect(withDeviations(other, listed, '2026-11-20')).toEqual(other);
});
