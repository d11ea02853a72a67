/** The cases of a target come together into one verdict for every clause. */
import { expect, test } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { clauseResults, withAdmitted } from './clause-results.ts';
import type { CaseResult, ClauseResult, Verdict } from './verdict.ts';

function result(clause: ClauseId, more: Partial<CaseResult>): CaseResult {
  const base = { says: '', file: 'a.ts', findings: [], shown: [], exchanges: [] };
  return { ...base, clause, verdict: 'upheld', ...more };
}

function broken(clause: ClauseId) {
  return { clause, pointer: '/response', message: 'x is y, not z' };
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
const open = result(OWN, {
  verdict: 'out of reach',
  reason: 'it is left open',
  dependsOnSetting: 'unknownIds',
});
const breaksIt = result('V2-FORM-ID', { verdict: 'violated', findings: [broken(OWN)] });
const breaksAnother = { findings: [broken('V2-IMPORT-201')] } as const;
const NEEDS = 'the case that would show it finds V2-IMPORT-201 violated';

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
    ['its only case states nothing of this target', [open], 'out of reach', 'it is left open'],
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
  expect(verdict(of(breaksAnother))).toMatchObject({ verdict: 'unproven', reason: NEEDS });
  expect(verdict(unreached)).toMatchObject({ verdict: 'out of reach', reason: 'no clock' });
  // One case that shows it is enough, where none is its own.
  expect(verdict(noAnswer, of({ shown: ['V2-FORM-URL'] }))?.verdict).toBe('upheld');
  // A case that would not have shown it says nothing of it.
  expect(verdictOf('V2-FORM-URL', [noAnswer])?.verdict).toBe('out of reach');
});

test('a clause that nothing shows is out of reach for what the target lacks', () => {
  const lacks = { judgement: 'it reads nothing', messages: 'it sends nothing' };
  expect(verdictOf('RULE-LOW-THRESHOLD', [], lacks)?.reason).toBe('it reads nothing');
  expect(verdictOf('MESSAGE-EMITTED', [], lacks)).toMatchObject({
    verdict: 'out of reach',
    reason: 'it sends nothing',
  });
});

test('excluded clauses have no verdict and the others are sorted', () => {
  const ids = clauseResults([], {}).map(({ clause }) => clause);
  expect(ids).not.toContain('AUTH-OAUTH2');
  expect(ids).toEqual(ids.toSorted());
});

// Deviations admit what they list until their date, and fail when they are stale.

const listed = [{ clause: 'V2-NO-LOCATION', reason: 'a proxy adds it', until: '2026-12-31' }];

/** On a target with that entry. */
function admittedOn(today: string, results: readonly ClauseResult[], deviations = listed) {
  return withAdmitted(results, { deviations, today });
}

test('an entry admits a violation until its date, and is stale where its clause is upheld', () => {
  const rows: [verdict: Verdict, today: string, becomes: Verdict, reason?: string][] = [
    ['violated', '2026-12-31', 'admitted', 'a proxy adds it, until 2026-12-31'],
    ['violated', '2027-01-01', 'violated', 'its deviation ended on 2026-12-31: a proxy adds it'],
    ['upheld', '2026-11-20', 'violated', 'its deviation no longer occurs: remove the entry'],
    ['unproven', '2026-11-20', 'unproven'],
    ['out of reach', '2026-11-20', 'out of reach'],
  ];
  for (const [verdict, today, becomes, reason] of rows)
    expect(admittedOn(today, [{ clause: OWN, verdict }])).toEqual([
      { clause: OWN, verdict: becomes, ...(reason && { reason }) },
    ]);
  const other = [{ clause: 'V2-FORM-ID' as const, verdict: 'violated' as const }];
  expect(admittedOn('2026-11-20', other)).toEqual(other);
});

const VIOLATED = { verdict: 'violated', findings: [broken('V2-FORM-URL')] } as const;

test('what is unproven only because of admitted clauses is admitted too', () => {
  const needing = (clause: ClauseId, needs: ClauseId) =>
    result(clause, { verdict: 'unproven', reason: `depends on ${needs}, which is violated`, needs });
  const [ofUrl, ofId] = [needing(OWN, 'V2-FORM-URL'), needing(OWN, 'V2-FORM-ID')];
  const byId = needing('V2-FORM-ID', 'V2-FORM-URL');
  const rows: [title: string, cases: CaseResult[], verdict: Verdict, reason: string][] = [
    ['its case needs it', [ofUrl, upheld], 'admitted', 'follows from V2-FORM-URL'],
    ['its case needs one that needs it', [ofId, byId], 'admitted', 'follows from V2-FORM-ID'],
    ['a case needs another one', [ofUrl, ofId], 'unproven', 'depends on V2-FORM-URL, which is violated'],
    ['another case got no answer', [ofUrl, down], 'unproven', 'depends on V2-FORM-URL, which is violated'],
    ['its case got no answer', [down], 'unproven', 'down'],
  ];
  for (const [title, cases, verdict, reason] of rows) {
    const [deviation] = listed.map((one) => ({ ...one, clause: 'V2-FORM-URL' }));
    const results = clauseResults([...cases, result('V2-FORM-URL', VIOLATED)], {});
    const admitted = admittedOn('2026-11-20', results, deviation ? [deviation] : []);
    const own = admitted.find(({ clause }) => clause === OWN);
    expect(own, title).toMatchObject({ verdict, reason });
  }
});
