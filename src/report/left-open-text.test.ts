// Cases that the choices of a target switch off are counted, with the settings, on the screen, the page and GitHub's summary.
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { runTarget } from '../drive/run-target.ts';
import { selection } from '../drive/selection.ts';
import { startSandboxInProcess } from '../drive/targets/sandbox-target.ts';
import type { TargetRun } from '../drive/verdict.ts';
import { stepSummary } from './ci/step-summary.ts';
import { leftOpenText } from './left-open-text.ts';
import { runPage } from './page/run-page.ts';
import { green } from './sample-runs.ts';
import { plain } from './terminal/look.ts';
import { outcome } from './terminal/outcome.ts';

const SAYS = 'the documentation leaves it open, and the target chooses otherwise';

function withCases(...leftOpenBy: ('countOutOfRange' | 'numberPrecision')[]): TargetRun {
  const [sample] = green.cases;
  if (!sample) expect.fail('the sample has a case');
  const off = leftOpenBy.map((setting) => ({
    ...{ ...sample, verdict: 'out of reach' as const, reason: 'it is left open', exchanges: [], shown: [] },
    leftOpenBy: setting,
  }));
  return { ...green, cases: [...green.cases, ...off] };
}

test('a setting that switches several cases off is named once', () => {
  const run = withCases('numberPrecision', 'countOutOfRange', 'numberPrecision');
  const text = `3 cases state nothing: ${SAYS} (countOutOfRange, numberPrecision).`;
  expect(leftOpenText(run)).toBe(text);
  expect(outcome(run, plain).replaceAll('\n    ', ' ')).toContain(`\n\n  ${text}\n\n`);
  expect(stepSummary([run])).toContain(`\n\n${text}\n\n`);
  expect(runPage([run], {})).toContain(`<h4>Left open</h4><p>${text}</p>`);
});

test('one case is told as one', () => {
  expect(leftOpenText(withCases('countOutOfRange'))).toBe(
    `1 case states nothing: ${SAYS} (countOutOfRange).`,
  );
});

test('where every case states something, nothing is said', () => {
  expect(leftOpenText(green)).toBe('');
  for (const text of [outcome(green, plain), stepSummary([green]), runPage([green], {})]) {
    expect(text).not.toContain('state nothing');
    expect(text).not.toContain('Left open');
  }
});

test('a run on a target that chooses otherwise tells the cases that its settings switch off, with every clause upheld', async () => {
  const settings = {
    numberPrecision: 'float',
    cashFlowWithoutCategorization: 'sent',
    countOutOfRange: 'accepted',
  } as const;
  const { target, stop } = await startSandboxInProcess({ settings });
  const run = await runTarget(target, catalogue, { only: selection('notifications') });
  await stop();
  expect(run.clauses.filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
  // Six scenarios read digits that a float cannot keep, and one expects silence without categorization.
  expect(leftOpenText(run)).toBe(
    `7 cases state nothing: ${SAYS} (cashFlowWithoutCategorization, numberPrecision).`,
  );
});
