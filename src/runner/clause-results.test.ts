/** The cases of a target come together into one verdict for every clause. */
import { expect, test } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { clauseResults, withDeviations } from './clause-results.ts';
import type { CaseResult, Verdict } from './verdict.ts';

function result(clause: ClauseId, more: Partial<CaseResult>): CaseResult {
  const base = { says: '', file: 'a.ts', findings: [], shown: [], exchanges: [] };
  return { ...base, clause, verdict: 'upheld', ...more };
}

function broken(clause: ClauseId) {
  return { clause, pointer: '/response', message: 'x is y, not z' };
}

/** `foreseen` is what each of the cases shows when all goes well. */
function verdictOf(clause: ClauseId, cases: CaseResult[], lacks = {}, foreseen: ClauseId[] = []) {
  const ran = cases.map((one) => ({ result: one, foreseen: new Set(foreseen) }));
  return clauseResults(ran, lacks).find((row) => row.clause === clause);
}

test('a clause that one case upholds and another breaks is violated', () => {
  const cases = [
    result('V2-NO-LOCATION', {}),
    result('V2-FORM-ID', { verdict: 'violated', findings: [broken('V2-NO-LOCATION')] }),
  ];
  expect(verdictOf('V2-NO-LOCATION', cases)).toEqual({ clause: 'V2-NO-LOCATION', verdict: 'violated' });
});

test('a clause whose case got no answer is unproven, though another case shows it', () => {
  const cases = [
    result('V2-NO-LOCATION', { verdict: 'unproven', reason: 'down' }),
    result('V2-FORM-ID', { shown: ['V2-NO-LOCATION'] }),
  ];
  expect(verdictOf('V2-NO-LOCATION', cases)).toEqual({
    clause: 'V2-NO-LOCATION',
    verdict: 'unproven',
    reason: 'down',
  });
});

test('a clause that an exchange shows by the way is upheld', () => {
  expect(verdictOf('V2-FORM-URL', [result('V2-FORM-ID', { shown: ['V2-FORM-URL'] })])?.verdict).toBe(
    'upheld',
  );
});

test('a clause one of whose cases is out of reach is out of reach, whatever else shows it', () => {
  const cases = [
    result('V2-NO-LOCATION', {}),
    result('V2-NO-LOCATION', { verdict: 'out of reach', reason: 'no clock' }),
    result('V2-FORM-ID', { shown: ['V2-NO-LOCATION'] }),
  ];
  expect(verdictOf('V2-NO-LOCATION', cases)).toEqual({
    clause: 'V2-NO-LOCATION',
    verdict: 'out of reach',
    reason: 'no clock',
  });
});

test('a clause with one case out of reach and one that got no answer is unproven', () => {
  const cases = [
    result('V2-NO-LOCATION', { verdict: 'out of reach', reason: 'no clock' }),
    result('V2-NO-LOCATION', { verdict: 'unproven', reason: 'down' }),
  ];
  expect(verdictOf('V2-NO-LOCATION', cases)).toMatchObject({ verdict: 'unproven', reason: 'down' });
});

test('a clause without a case of its own is unproven for the reason of the case that would have shown it', () => {
  const unproven = result('V2-FORM-ID', { verdict: 'unproven', reason: 'down' });
  expect(verdictOf('V2-FORM-URL', [unproven], {}, ['V2-FORM-URL'])).toEqual({
    clause: 'V2-FORM-URL',
    verdict: 'unproven',
    reason: 'down',
  });
  const violated = result('V2-FORM-ID', { verdict: 'violated', findings: [broken('V2-IMPORT-201')] });
  expect(verdictOf('V2-FORM-URL', [violated], {}, ['V2-FORM-URL'])).toMatchObject({
    verdict: 'unproven',
    reason: 'its case breaks V2-IMPORT-201 first',
  });
  // One case that shows it is enough, where none is its own.
  const shown = result('V2-FORM-ID', { shown: ['V2-FORM-URL'] });
  expect(verdictOf('V2-FORM-URL', [unproven, shown], {}, ['V2-FORM-URL'])?.verdict).toBe('upheld');
  // A case that would not have shown it says nothing of it.
  expect(verdictOf('V2-FORM-URL', [unproven])?.verdict).toBe('out of reach');
});

test('a clause without a case of its own is out of reach for the reason of the case that would have shown it', () => {
  const unreached = result('V2-FORM-ID', { verdict: 'out of reach', reason: 'no clock' });
  expect(verdictOf('V2-FORM-URL', [unreached], {}, ['V2-FORM-URL'])).toMatchObject({
    verdict: 'out of reach',
    reason: 'no clock',
  });
});

test('a clause whose own case breaks another clause is unproven, whatever else shows it', () => {
  const cases = [
    result('V2-NO-LOCATION', { verdict: 'violated', findings: [broken('V2-IMPORT-201')] }),
    result('V2-FORM-ID', { shown: ['V2-NO-LOCATION'] }),
  ];
  expect(verdictOf('V2-NO-LOCATION', cases)).toEqual({
    clause: 'V2-NO-LOCATION',
    verdict: 'unproven',
    reason: 'its case breaks V2-IMPORT-201 first',
  });
});

test('a clause that nothing shows is out of reach for what the target lacks', () => {
  const lacks = { judgement: 'it reads nothing', messages: 'it sends nothing' };
  expect(verdictOf('RULE-LOW-THRESHOLD', [], lacks)?.reason).toBe('it reads nothing');
  expect(verdictOf('MESSAGE-EMITTED', [], lacks)).toEqual({
    clause: 'MESSAGE-EMITTED',
    verdict: 'out of reach',
    reason: 'it sends nothing',
  });
});

test('excluded clauses have no verdict and the others are sorted', () => {
  const ids = clauseResults([], {}).map(({ clause }) => clause);
  expect(ids).not.toContain('AUTH-OAUTH2');
  expect(ids).toEqual(ids.toSorted());
});

const LEFT_OPEN = { verdict: 'out of reach', reason: 'it is left open', leftOpenBy: 'unknownIds' } as const;

test('a case that states nothing of this target leaves its clause to the others', () => {
  const open = result('V2-NO-LOCATION', LEFT_OPEN);
  const other = result('V2-FORM-ID', { shown: ['V2-NO-LOCATION'] });
  expect(verdictOf('V2-NO-LOCATION', [open, result('V2-NO-LOCATION', {})])?.verdict).toBe('upheld');
  expect(verdictOf('V2-NO-LOCATION', [open, other])?.verdict).toBe('upheld');
  expect(verdictOf('V2-NO-LOCATION', [open])).toEqual({
    ...{ clause: 'V2-NO-LOCATION', verdict: 'out of reach', reason: 'it is left open' },
  });
  const lacking = result('V2-NO-LOCATION', { verdict: 'out of reach', reason: 'no clock' });
  expect(verdictOf('V2-NO-LOCATION', [open, lacking, other])?.reason).toBe('no clock');
});

// Deviations admit what they list until their date, and fail when they are stale.

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
