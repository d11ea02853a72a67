// A run of one clause judges it as the run of all does: the cases that it takes show the clause.
import { expect, test } from 'vitest';
import ledger from '../contracts/generated/clauses.json' with { type: 'json' };
import { clauseResults, type Ran } from '../src/runner/clause-results.ts';
import { chosenCases, type PlannedCase, plannedCases, selection } from '../src/runner/planned-cases.ts';
import { runTarget } from '../src/runner/run-target.ts';
import { startTarget } from '../src/runner/targets/start-target.ts';
import { catalogue } from './catalogue.ts';

const PATIENCE = 60_000;
const clauses = ledger.clauses.filter(({ level }) => level !== 'excluded').map(({ id }) => id);

test.each(['mock', 'sandbox'])(
  'each clause alone comes to the same on the %s as among all',
  async (name) => {
    const { target, stop } = await startTarget(name);
    const rows: (PlannedCase & Ran)[] = [];
    for (const row of plannedCases(target, catalogue)) rows.push({ ...row, result: await row.run(target) });
    await stop();
    const amongAll = clauseResults(rows, target.lacks);
    const alone = clauses.flatMap((id) => {
      const only = selection(id);
      return clauseResults(chosenCases(rows, only), target.lacks).filter(({ clause }) => only(clause));
    });
    expect(new Set(alone)).toEqual(new Set(amongAll));
    if (name === 'sandbox') expect(amongAll.filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
  },
  PATIENCE,
);

test.each(['AUTH-TOKEN-TYPE', 'V1-ENVELOPE-BANK', 'USER-RESPONSE-PHONE'])(
  'a run of %s alone runs cases of other clauses and judges no other clause',
  async (clause) => {
    const { target, stop } = await startTarget('sandbox');
    const run = await runTarget(target, catalogue, { only: selection(clause) });
    await stop();
    expect(run.clauses).toEqual([{ clause, verdict: 'upheld' }]);
    expect(run.cases.map((result) => result.clause)).not.toContain(clause);
    expect(run.cases.filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
  },
  PATIENCE,
);
