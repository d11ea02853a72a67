// A finding that a simpler violation explains is none, and what many parts have in common is one defect of the whole.
import { expect, test } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { withoutConsequences } from './consequences.ts';
import { NARROWER, SIMPLER, WHOLES } from './simpler-clauses.ts';
import { needing } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

function result(clause: ClauseId, more: Partial<CaseResult>): CaseResult {
  const base = { says: '', file: 'a.ts', findings: [], shown: [], exchanges: [] };
  return { ...base, clause, verdict: 'upheld', ...more };
}

function broken(clause: ClauseId) {
  return { clause, pointer: '/response', message: 'x is y, not z' };
}

function left(...clauses: ClauseId[]): ClauseId[] {
  const results = clauses.map((clause) =>
    result(clause, { verdict: 'violated', findings: [broken(clause)] }),
  );
  return withoutConsequences(results).flatMap(({ findings }) => findings.map(({ clause }) => clause));
}

test('a missing message breaks no clause on choosing messages while its event sends none at all', () => {
  const missing = {
    clause: 'RULE-LOW-ACCOUNT-IDS',
    unless: ['MESSAGE-LOW-FIRES'],
    pointer: '',
    message: '',
  } as const;
  const chosen = result('RULE-LOW-ACCOUNT-IDS', { verdict: 'violated', findings: [missing] });
  const never = result('MESSAGE-LOW-FIRES', { verdict: 'violated', findings: [broken('MESSAGE-LOW-FIRES')] });
  expect(withoutConsequences([chosen])).toEqual([chosen]);
  expect(withoutConsequences([chosen, never])).toEqual([
    { ...chosen, findings: [], ...needing('MESSAGE-LOW-FIRES') },
    never,
  ]);
});

test('of two rules only one sends: that is the clause on several rules, whatever the scenarios are about', () => {
  const finding = (clause: ClauseId, ...unless: ClauseId[]) =>
    result(clause, { verdict: 'violated', findings: [{ ...broken(clause), unless }] });
  const several = finding('MESSAGE-EACH-RULE', 'MESSAGE-LOW-FIRES');
  const fires = finding('MESSAGE-LOW-FIRES', 'MESSAGE-EACH-RULE');
  const listed = finding('MESSAGE-LISTED-ANY', 'MESSAGE-LOW-FIRES', 'MESSAGE-EACH-RULE');
  const left = withoutConsequences([listed, fires, several]).flatMap(({ findings }) => findings);
  expect(left.map(({ clause }) => clause)).toEqual(['MESSAGE-EACH-RULE']);
});

test('what one account shows is no matter of several, and what only several show is the clause on all of them', () => {
  const finding = (clause: ClauseId, ...unless: ClauseId[]) =>
    result(clause, { verdict: 'violated', findings: [{ ...broken(clause), unless }] });
  const ofAll = finding('MESSAGE-UNLISTED-ALL', 'MESSAGE-LOW-FIRES');
  const ofSeveral = finding('MESSAGE-LOW-FIRES', 'MESSAGE-UNLISTED-ALL');
  const ofOne = finding('MESSAGE-LOW-FIRES');
  const clauses = (...results: CaseResult[]) =>
    withoutConsequences(results).flatMap(({ findings }) => findings.map(({ clause }) => clause));
  expect(clauses(ofSeveral, ofAll)).toEqual(['MESSAGE-UNLISTED-ALL']);
  expect(clauses(ofOne, ofAll)).toEqual(['MESSAGE-LOW-FIRES']);
});

test('a missing message of a rule that lists accounts explains the items that its other messages lack', () => {
  const finding = (clause: ClauseId, ...unless: ClauseId[]) =>
    result(clause, { verdict: 'violated', findings: [{ ...broken(clause), unless }] });
  const missing = finding('MESSAGE-LISTED-ANY', 'MESSAGE-LOW-FIRES', 'MESSAGE-LOW');
  const shorter = finding('MESSAGE-LOW', 'MESSAGE-LOW-FIRES', 'MESSAGE-LISTED-ANY');
  const left = withoutConsequences([shorter, missing]).flatMap(({ findings }) => findings);
  expect(left.map(({ clause }) => clause)).toEqual(['MESSAGE-LISTED-ANY']);
});

test('what is wrong at a later step of a story follows from what is broken at an earlier one', () => {
  const later = { ...broken('MESSAGE-BALANCE-DETAILS-OLD'), after: ['USER-AUTO-UPDATE-ON'] } as const;
  const first = {
    ...broken('USER-AUTO-UPDATE-ON'),
    unless: ['MESSAGE-EACH-RULE', 'MESSAGE-LOW-FIRES'],
  } as const;
  const clauses = (...findings: CaseResult['findings']) =>
    withoutConsequences([result('USER-AUTO-UPDATE-OFF', { verdict: 'violated', findings })]).flatMap((left) =>
      left.findings.map(({ clause }) => clause),
    );
  expect(clauses(first, later)).toEqual(['USER-AUTO-UPDATE-ON']);
  expect(clauses(later)).toEqual(['MESSAGE-BALANCE-DETAILS-OLD']);
});

test('a clause that follows from a simpler one is not broken beside it', () => {
  const rows: [found: ClauseId[], left: ClauseId[]][] = [
    [['V1-451-TYPE', 'V1-ENVELOPE-TYPE'], ['V1-ENVELOPE-TYPE']],
    [['V1-ORDER-ADDRESS', 'V1-ADDRESS-CITY', 'V1-CREATE-ORDERS'], ['V1-ADDRESS-CITY']],
    [['RULE-MAX-COUNT-DEFAULT', 'MESSAGE-LIST-CAP'], ['MESSAGE-LIST-CAP']],
    [['RULE-MAX-COUNT-DEFAULT'], ['RULE-MAX-COUNT-DEFAULT']],
    [['RULE-DUPLICATE-SAYS', 'RULE-UNIQUE-LOW'], ['RULE-UNIQUE-LOW']],
    [['MESSAGE-WAITS', 'RULE-WAIT-DEFAULT'], ['RULE-WAIT-DEFAULT']],
    [['RULE-LOW-PARAMS-REQUIRED', 'RULE-LOW-THRESHOLD'], ['RULE-LOW-THRESHOLD']],
    [['MESSAGE-HIGH-DETAILS-ID', 'MESSAGE-TRANSACTIONS-DETAILS-ID'], ['MESSAGE-TRANSACTIONS-DETAILS-ID']],
    [['MESSAGE-HIGH', 'MESSAGE-TRANSACTIONS', 'MESSAGE-BALANCE-CHANGES'], ['MESSAGE-BALANCE-CHANGES']],
    [
      ['MESSAGE-HIGH-DETAILS-ID', 'MESSAGE-CATEGORY-DETAILS-ID'],
      ['MESSAGE-HIGH-DETAILS-ID', 'MESSAGE-CATEGORY-DETAILS-ID'],
    ],
  ];
  for (const [found, expected] of rows) expect(left(...found)).toEqual(expected);
});

test('what several parts of a whole break is a defect of the whole, and that of one part is its own', () => {
  const rows: [found: ClauseId[], left: ClauseId[]][] = [
    [['RULE-UNIQUE-LOW', 'RULE-DUPLICATE-REFUSED', 'RULE-UNIQUE-HIGH'], ['RULE-DUPLICATE-REFUSED']],
    [['RULE-UNIQUE-BALANCE', 'RULE-DUPLICATE-REFUSED'], ['RULE-UNIQUE-BALANCE']],
    [
      ['MESSAGE-BALANCE-FIRES', 'MESSAGE-HIGH-FIRES', 'MESSAGE-TRANSACTIONS-FIRES'],
      ['MESSAGE-EMITTED', 'MESSAGE-EMITTED'],
    ],
    [['MESSAGE-HIGH-FIRES'], ['MESSAGE-HIGH-FIRES']],
    [['MESSAGE-TRIGGER-EVENT', 'MESSAGE-CALLBACK-HANDLE'], ['MESSAGE-CALLBACK-HANDLE']],
  ];
  for (const [found, expected] of rows) expect(left(...found)).toEqual(expected);
});

test('a clause that is broken only at the places of a narrower one is explained by that, and else explains it', () => {
  const at = (clause: ClauseId, pointer: string) => ({ ...broken(clause), pointer });
  const inLow = result('MESSAGE-LOW-FIRES', {
    findings: [
      at('MESSAGE-BALANCE-DETAILS-NEW', '/0/details/newBalance'),
      at('MESSAGE-LOW-DETAILS', '/0/details'),
    ],
  });
  const inBalance = result('MESSAGE-BALANCE-FIRES', {
    findings: [at('MESSAGE-BALANCE-DETAILS-NEW', '/0/details/newBalance')],
  });
  const clauses = (...results: CaseResult[]) =>
    withoutConsequences(results).flatMap(({ findings }) => findings.map(({ clause }) => clause));
  expect(clauses(inLow)).toEqual(['MESSAGE-LOW-DETAILS']);
  expect(clauses(inLow, inBalance)).toEqual(['MESSAGE-BALANCE-DETAILS-NEW', 'MESSAGE-BALANCE-DETAILS-NEW']);
});

test('what is wrong only with several users breaks the clause on several users, whatever judge finds it', () => {
  const found = (clause: ClauseId, ...unless: ClauseId[]) =>
    result(clause, { verdict: 'violated', findings: [{ ...broken(clause), unless }] });
  const users = found('MESSAGE-USERS-RULES', 'MESSAGE-BALANCE-FIRES', 'MESSAGE-EACH-RULE');
  const judged = found('MESSAGE-LISTED-ONLY', 'MESSAGE-USERS-RULES');
  const left = withoutConsequences([judged, users]).flatMap(({ findings }) => findings);
  expect(left.map(({ clause }) => clause)).toEqual(['MESSAGE-USERS-RULES']);
});

test('a whole that something simpler explains takes what was moved to it along', () => {
  const parts = ['DATE', 'REQUEST-ID', 'ENDPOINT', 'BANK'].map((part) => `V1-ENVELOPE-${part}` as ClauseId);
  expect(left(...parts)).toEqual(parts.map(() => 'V1-ENVELOPE'));
  expect(left(...parts, 'V1-IMPORT-451')).toEqual(['V1-IMPORT-451']);
});

test('no clause explains itself, however many others are between: two would hide each other', () => {
  const causesOf = (clause: ClauseId, seen = new Set<ClauseId>()): Set<ClauseId> => {
    for (const cause of SIMPLER[clause] ?? []) if (!seen.has(cause)) causesOf(cause, seen.add(cause));
    return seen;
  };
  const clauses = Object.keys(SIMPLER) as ClauseId[];
  expect(clauses.filter((clause) => causesOf(clause).has(clause))).toEqual([]);
});

test('every whole and every narrower clause, and each of their parts, is a clause', () => {
  const known = new Set(ledger.clauses.map(({ id }) => id));
  const named = [
    ...WHOLES.flatMap(({ whole, parts }) => [whole, ...parts]),
    ...Object.entries(NARROWER).flatMap(([narrow, wider]) => [narrow, ...wider]),
  ];
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});
