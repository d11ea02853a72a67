/** One violated clause explains the findings of those that need it, through any number of needs. */

import { expect, test } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { findingOf } from '../../contracts/src/base/finding.ts';
import { attributed, clauseResults, needsOf, withAdmitted, withNeeds } from './clause-results.ts';
import { needing } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

/** A case of the clause, in which these are found to be broken. */
function found(clause: ClauseId, ...broken: readonly ClauseId[]): CaseResult {
  const findings = broken.map((each) => findingOf(each, { pointer: '/response' }));
  const verdict = broken.includes(clause) ? 'violated' : 'upheld';
  return { clause, says: '', file: 'a.ts', verdict, findings, shown: [], exchanges: [] };
}

/** A code needs its envelope, and the envelope the status. */
const CODE = 'V1-451-CODE';
const STATUS = 'V1-IMPORT-451';
const open = needing(STATUS);

test('a case of a dependent clause is unproven, its finding is left out, and the violated root is named', () => {
  const { cases, dependent } = attributed([found(CODE, CODE), found(STATUS, STATUS), found('V2-FORM-ID')]);
  expect(cases).toEqual([{ ...found(CODE), ...open }, found(STATUS, STATUS), found('V2-FORM-ID')]);
  const roots = ([CODE, 'V1-ENVELOPE-ERRORS', STATUS, 'V2-FORM-ID'] as const).map((id) => dependent.get(id));
  expect(roots).toEqual([STATUS, STATUS, undefined, undefined]);
});

test('without a violated need each finding stays, and so does the reason of a case that could not be judged', () => {
  const noMessage = { ...found('MESSAGE-DETAILS'), verdict: 'unproven', reason: 'no message came' } as const;
  const case_ = { ...noMessage, needs: 'MESSAGE-BALANCE-FIRES' } as const;
  expect(attributed([found(CODE, CODE), case_]).cases).toEqual([found(CODE, CODE), case_]);
  const [, other] = attributed([found('MESSAGE-BALANCE-FIRES', 'MESSAGE-BALANCE-FIRES'), case_]).cases;
  expect(other).toMatchObject({ needs: 'MESSAGE-BALANCE-FIRES', reason: 'no message came' });
});

test('what is found of a dependent clause takes nothing from another clause of the case', () => {
  const { cases } = attributed([
    found('V2-FORM-URL', CODE, 'V2-FORM-URL'),
    found('V2-FORM', CODE),
    found(STATUS, STATUS),
  ]);
  expect(cases.slice(0, 2)).toEqual([found('V2-FORM-URL', 'V2-FORM-URL'), found('V2-FORM')]);
});

test('a dependent clause is unproven though its own cases hold, and admitted with what it depends on', () => {
  const ran = [found(CODE), found(STATUS, STATUS)];
  const { dependent } = attributed(ran);
  const results = clauseResults(ran, {}, dependent);
  const verdictOf = (all: typeof results) => all.find(({ clause }) => clause === CODE);
  expect(verdictOf(results)).toEqual({ clause: CODE, ...open, needs: [STATUS] });
  const deviations = [{ clause: STATUS, reason: 'known', until: '2026-12-31' }] as const;
  const admitted = withAdmitted(results, { deviations, today: '2026-01-01' });
  expect(verdictOf([...admitted])).toMatchObject({ verdict: 'admitted' });
});

test('a choice of clauses takes all that they need', () => {
  expect(needsOf('V2-FORM-ID-UNIQUE')).toEqual(['V2-FORM-ID']);
  expect([...withNeeds([CODE])]).toEqual(
    expect.arrayContaining([CODE, 'V1-ENVELOPE', STATUS, 'V1-SUBMIT-451']),
  );
});
