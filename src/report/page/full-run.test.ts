// The page of the whole run is small enough to be mailed, and so is that of a provider that breaks everything.
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runTarget } from '../../drive/run-target.ts';
import { startTarget } from '../../drive/start-target.ts';
import type { CaseResult, TargetRun } from '../../drive/verdict.ts';
import { committedStrength } from './results/committed-strength.ts';
import { runPage } from './run-page.ts';

const MEGABYTE = 1_000_000;

test('the full run on mock and sandbox, with the faults, is at most a megabyte', async () => {
  const runs = [await fullRun('mock'), await fullRun('sandbox')];
  const text = runPage(runs, {}, await committedStrength());
  const clauses = new Set(runs.flatMap((run) => run.clauses.map(({ clause }) => clause)));
  expect(text.match(/<details class="row" id="clause-/g)).toHaveLength(clauses.size);
  expect(text.match(/<details class="row" id="scenario-/g)).toHaveLength(
    catalogue.scenarios.flatMap(({ scenarios }) => scenarios).length,
  );
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MEGABYTE);

  const worst = runPage(runs.map(allBroken), {}, await committedStrength());
  expect(worst).toContain('The exchanges are in run.json');
  expect(Buffer.byteLength(worst)).toBeLessThanOrEqual(1.6 * MEGABYTE);
}, 60_000);

async function fullRun(name: string): Promise<TargetRun> {
  const { target, stop } = await startTarget(name);
  try {
    return await runTarget(target, catalogue);
  } finally {
    await stop();
  }
}

/** Every case that was run breaks its clause. */
function allBroken(run: TargetRun): TargetRun {
  const cases = run.cases.map((result): CaseResult => {
    if (result.verdict !== 'upheld') return result;
    const finding = {
      clause: result.clause,
      pointer: '/response/status',
      message: 'the status is 500, not 200',
    };
    return { ...result, verdict: 'violated', findings: [finding] };
  });
  return { ...run, cases };
}
