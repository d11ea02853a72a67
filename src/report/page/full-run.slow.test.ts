// The page of the whole run is small enough to be mailed, and so is that of a provider that breaks everything.

import { expect, test } from 'vitest';
import { findingOf } from '../../../contracts/src/base/finding.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runTarget } from '../../runner/run.ts';
import { openTarget } from '../../runner/session/open-target.ts';
import { describeTarget } from '../../runner/targets/describe-target.ts';
import type { CaseResult } from '../../runner/verdict.ts';
import { green } from '../../test-support/sample-runs.ts';
import { targetReport } from '../run-json.ts';
import type { ReportedRun } from '../run-outcome.ts';
import { page } from './page.ts';

const MEGABYTE = 1_000_000;

test('the page is at most a megabyte: of the full run, and of three providers that break everything', async () => {
  const [mock, sandbox] = [await fullRun('mock'), await fullRun('sandbox')];
  const runs = [mock, sandbox];
  const text = page({ targets: runs.map(targetReport) });
  const clauses = new Set(runs.flatMap((run) => run.clauses.map(({ clause }) => clause)));
  expect(text.match(/<details class="row" id="clause-/g)).toHaveLength(clauses.size);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MEGABYTE);

  const bank = { ...allBroken(sandbox), target: 'bank', chosenBy: 'bank.yaml' };
  const worst = page({ targets: [allBroken(mock), allBroken(sandbox), bank].map(targetReport) });
  expect(Buffer.byteLength(worst)).toBeLessThanOrEqual(MEGABYTE);
  expect(worst).toMatch(/<p class="left-out">.* the evidence of \d+ cases, which .*run\.json.* has\./);
  for (const words of ['What was sent and received is in run.json.', '<h3>On mock</h3><p class="case">'])
    expect(worst.includes(words), words).toBe(true);
  expect(text.includes('class="left-out"')).toBe(false);
});

async function fullRun(name: string): Promise<ReportedRun> {
  const { target, stop } = await openTarget(await describeTarget(name));
  try {
    return { ...(await runTarget(target, catalogue)), ran: green.ran };
  } finally {
    await stop();
  }
}

/** Every case that was run breaks its clause. */
function allBroken(run: ReportedRun): ReportedRun {
  const cases = run.cases.map((result): CaseResult => {
    if (result.verdict !== 'upheld') return result;
    const status = { pointer: '/response/status', expected: '200', found: '500' };
    const finding = findingOf(result.clause, { kind: 'status', ...status });
    return { ...result, verdict: 'violated', findings: [finding] };
  });
  const clauses = run.clauses.map((result) => ({ ...result, verdict: 'violated' as const }));
  return { ...run, cases, clauses };
}
