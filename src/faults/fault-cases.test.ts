// Which cases a fault is run against: its own, those that show its clause, and a sample of those that reach it.
import { expect, test } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { PlannedCase } from '../drive/planned-cases.ts';
import { FURTHER, faultCases } from './fault-cases.ts';

const planned = (clause: ClauseId, reached: string, more: Partial<PlannedCase> = {}) =>
  ({ clause, foreseen: new Set(), reached: new Set([reached]), isScenario: false, ...more }) as PlannedCase;
const many = (count: number, reached: string, more: Partial<PlannedCase> = {}) =>
  Array.from({ length: count }, () => planned('V2-FORM', reached, more));
const own = planned('V1-IMPORT-451', 'importBankConnectionV1');
const showing = planned('V2-FORM', 'submitPaymentV1', { foreseen: new Set<ClauseId>(['V1-IMPORT-451']) });
const fault = { id: 'MADE-UP', clause: 'V1-IMPORT-451', of: ['importBankConnectionV1'] };

test('the cases of its clause, and those that show it by the way, are all named', () => {
  const { own: mine, others } = faultCases([showing, own, ...many(5, 'createUser')], fault);
  expect([mine, others]).toEqual([[own], [showing]]);
});

test('of those that reach what it takes hold of as many are run as are told, and few of the rest', () => {
  const reaching = many(FURTHER.cases + 20, 'importBankConnectionV1');
  const scenarios = many(FURTHER.scenarios + 20, 'importBankConnectionV1', { isScenario: true });
  const rest = many(20, 'createUser');
  const { further } = faultCases([own, ...reaching, ...scenarios, ...rest], fault);
  const counts = [reaching, scenarios, rest].map(
    (from) => new Set(further.filter((row) => from.includes(row))).size,
  );
  expect(counts).toEqual([FURTHER.cases, FURTHER.scenarios, FURTHER.rest]);
  expect(further).not.toContain(own);
});

test('few that reach it are all run', () => {
  const reaching = many(7, 'importBankConnectionV1');
  const { further } = faultCases([own, ...reaching, ...many(20, 'createUser')], fault);
  expect(further.filter((row) => reaching.includes(row))).toHaveLength(7);
});

test('a fault that names nothing is reached by every case', () => {
  const { id, clause } = fault;
  const rows = [own, ...many(FURTHER.cases - 10, 'createUser'), ...many(10, 'createToken')];
  expect(faultCases(rows, { id, clause }).further).toHaveLength(FURTHER.cases);
});

test('the same ones are chosen every time, others for another fault', () => {
  const rows = [own, ...many(500, 'importBankConnectionV1')];
  const { further } = faultCases(rows, fault);
  expect(faultCases(rows, fault).further).toEqual(further);
  const places = (id: string) => faultCases(rows, { ...fault, id }).further.map((row) => rows.indexOf(row));
  expect(places('MADE-UP')).not.toEqual(places('OTHER'));
});
