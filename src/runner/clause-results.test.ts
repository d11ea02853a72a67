/** The cases of a target come together into one verdict for every clause. */

import { expect, test } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { findingOf } from '../../contracts/src/base/finding.ts';
import { clauseResults, withAdmitted } from './clause-results.ts';
import { needing as dependent } from './unproven.ts';
import type { CaseResult, ClauseResult, Verdict } from './verdict.ts';

function result(clause: ClauseId, more: Partial<CaseResult>): CaseResult {
  const base = { says: '', file: 'a.ts', findings: [], shown: [], exchanges: [] };
  return { ...base, clause, verdict: 'upheld', ...more };
}

function broken(clause: ClauseId) {
  return findingOf(clause, { pointer: '/response' });
}

/** `covers` is what each of the cases shows when all goes well. */
function verdictOf(clause: ClauseId, cases: CaseResult[], lacks = {}, covers: ClauseId[] = []) {
  const ran = cases.map((one) => ({ ...one, covers: new Set(covers) }));
  return clauseResults(ran, lacks).find((row) => row.clause === clause);
}

const OWN = 'V2-NO-LOCATION';
const upheld = result(OWN, {});
const shows = result('V2-FORM-ID', { shown: [OWN] });
const down = result(OWN, { verdict: 'unproven', reason: 'down' });
const noClock = result(OWN, { verdict: 'out of reach', reason: 'no clock' });
const open = result(OWN, { verdict: 'out of reach', reason: 'open', dependsOnSetting: 'unknownIds' });
const breaksIt = result('V2-FORM-ID', { verdict: 'violated', findings: [broken(OWN)] });
const follows = result(OWN, dependent('V2-FORM-ID'));
const breaksAnother = { findings: [broken('V2-IMPORT-201')] } as const;

test('the cases of a clause give one verdict, with its reason', () => {
  const rows: [title: string, cases: CaseResult[], verdict: Verdict, reason?: string][] = [
    ['one case upholds it and another breaks it', [upheld, breaksIt], 'violated'],
    ['its case got no answer, though another shows it', [down, shows], 'unproven', 'down'],
    ['an exchange shows it by the way', [shows], 'upheld'],
    ['one of its cases is out of reach', [upheld, noClock, shows], 'out of reach', 'no clock'],
    ['one is out of reach and one got no answer', [noClock, down], 'unproven', 'down'],
    ['its own case breaks another clause', [result(OWN, breaksAnother), shows], 'upheld'],
    ['a case states nothing of this target, another of its own does', [open, upheld], 'upheld'],
    ['a case states nothing of this target, and another shows it', [open, shows], 'upheld'],
    ['one depends on a violated clause and one got no answer', [follows, down], 'unproven', 'down'],
    ['its only case states nothing of this target', [open], 'out of reach', 'open'],
    ['one states nothing and one is out of reach', [open, noClock, shows], 'out of reach', 'no clock'],
  ];
  for (const [title, cases, verdict, reason] of rows)
    expect(verdictOf(OWN, cases), title).toEqual({ clause: OWN, verdict, ...(reason && { reason }) });
});

test('a clause without a case of its own has the reason of the case that would have shown it', () => {
  const of = (more: Partial<CaseResult>) => result('V2-FORM-ID', more);
  const noAnswer = of({ verdict: 'unproven', reason: 'down' });
  const unreached = of({ verdict: 'out of reach', reason: 'no clock' });
  const verdict = (...cases: CaseResult[]) => verdictOf('V2-FORM-URL', cases, {}, ['V2-FORM-URL']);
  expect(verdict(noAnswer)).toMatchObject({ verdict: 'unproven', reason: 'down' });
  expect(verdict(of(breaksAnother))).toMatchObject({ verdict: 'unproven' });
  expect(verdict(unreached)).toMatchObject({ verdict: 'out of reach', reason: 'no clock' });
  // One case that shows it is enough, where none is its own.
  expect(verdict(noAnswer, of({ shown: ['V2-FORM-URL'] }))?.verdict).toBe('upheld');
  // A case that would not have shown it says nothing of it.
  expect(verdictOf('V2-FORM-URL', [noAnswer])?.verdict).toBe('out of reach');
});

test('a clause that nothing shows is out of reach for what the target lacks', () => {
  const lacks = { judgement: 'it reads nothing', messages: 'it sends nothing' };
  expect(verdictOf('RULE-LOW-THRESHOLD', [], lacks)?.reason).toBe('it reads nothing');
  expect(verdictOf('MESSAGE-EMITTED', [], lacks)?.reason).toBe('it sends nothing');
});

test('excluded clauses have no verdict and the others are sorted', () => {
  const ids = clauseResults([], {}).map(({ clause }) => clause);
  expect(ids).not.toContain('AUTH-OAUTH2');
  expect(ids).toEqual(ids.toSorted());
});

// Deviations admit what they list until their date, and fail when they are stale.

/** On a target with an entry for the clause until the end of 2026. */
function admittedOn(today: string, results: readonly ClauseResult[], clause: ClauseId = OWN) {
  const deviations = [{ clause, reason: 'a proxy adds it', until: '2026-12-31' }];
  return withAdmitted(results, { deviations, today });
}

test('an entry admits a violation until its date, and is stale where its clause is upheld', () => {
  const rows: [verdict: Verdict, today: string, becomes: Verdict][] = [
    ['violated', '2026-12-31', 'admitted'],
    ['violated', '2027-01-01', 'violated'],
    ['upheld', '2026-11-20', 'violated'],
    ['unproven', '2026-11-20', 'unproven'],
    ['out of reach', '2026-11-20', 'out of reach'],
  ];
  for (const [verdict, today, becomes] of rows)
    expect(admittedOn(today, [{ clause: OWN, verdict }])).toMatchObject([{ clause: OWN, verdict: becomes }]);
  const other = [{ clause: 'V2-FORM-ID' as const, verdict: 'violated' as const }];
  expect(admittedOn('2026-11-20', other)).toEqual(other);
});

const VIOLATED = { verdict: 'violated', findings: [broken('V2-FORM-URL')] } as const;

test('what is unproven only because of admitted clauses is admitted too', () => {
  const needing = (clause: ClauseId, needs: ClauseId) => result(clause, dependent(needs));
  const [ofUrl, ofId] = [needing(OWN, 'V2-FORM-URL'), needing(OWN, 'V2-FORM-ID')];
  const byId = needing('V2-FORM-ID', 'V2-FORM-URL');
  const rows: [title: string, cases: CaseResult[], verdict: Verdict][] = [
    ['its case needs it', [ofUrl, upheld], 'admitted'],
    ['its case needs one that needs it', [ofId, byId], 'admitted'],
    ['a case needs another one', [ofUrl, ofId], 'unproven'],
    ['another case got no answer', [ofUrl, down], 'unproven'],
    ['its case got no answer', [down], 'unproven'],
  ];
  for (const [title, cases, verdict] of rows) {
    const results = clauseResults([...cases, result('V2-FORM-URL', VIOLATED)], {});
    const admitted = admittedOn('2026-11-20', results, 'V2-FORM-URL');
    expect(admitted.find(({ clause }) => clause === OWN)?.verdict, title).toBe(verdict);
  }
});
