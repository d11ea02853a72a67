// Providers that take fewer values than ours are not blamed where the target file does not say so: the run names the test data.

import { expect, test } from 'vitest';
import { composeHooks } from '../../src/faults/fault.ts';
import { variantRows } from '../../src/faults/generated/variant-rows.ts';
import { rowHooks } from '../../src/faults/row-hooks.ts';
import { plannedCases } from '../../src/runner/planned-case.ts';
import { runCase } from '../../src/runner/run.ts';
import { startSandboxInProcess } from '../../src/runner/session/sandbox-target.ts';
import { Traces } from '../../src/runner/session/traces.ts';
import { catalogue } from '../../suites/catalogue.ts';

// Our e-mail addresses are unique as they are, none of our instant payments has a date, and the service that asks for
// everything takes none of our users.
const OTHERS = ['STRICT-EMAILS-UNIQUE', 'STRICT-INSTANT', 'STRICT-SERVICE'];
// Our amounts are taken as they are, the control plane gives users their accounts, and only scenarios have many rules:
// nothing is refused.
const TAKEN = ['amounts', 'accounts', 'mostRules'];
const rows = variantRows.flatMap(({ id, says, hook, edit, of, on, testData }) =>
  hook && edit && testData && !OTHERS.includes(id)
    ? [{ id, says, hook, edit, testData, ...(of && { of }), ...(on && { on }) }]
    : [],
);

test('there is a strict provider for most kinds of test data', () => {
  expect(rows.length).toBeGreaterThan(13);
});

test.each(rows)(
  'a provider that $says: nothing is violated, and a reason names its test data',
  async (row) => {
    const hooks = composeHooks([rowHooks(row)]);
    const { target, stop } = await startSandboxInProcess({ hooks });
    const remote = { ...target, isOwn: false, traces: new Traces('run') };
    const results = [];
    const cases = plannedCases(remote, { ...catalogue, scenarios: [] });
    for (const one of cases) results.push(await runCase(remote, one));
    await stop();
    const violated = results.filter(({ findings }) => findings.length > 0);
    expect(violated.map(({ clause, says, findings }) => [clause, says, findings[0]])).toEqual([]);
    const reasons = results.filter(({ verdict }) => verdict === 'unproven').map(({ reason = '' }) => reason);
    for (const key of Object.keys(row.testData).filter((name) => !TAKEN.includes(name)))
      expect(
        reasons.some((reason) => new RegExp(`see testData\\..*\\b${key}\\b.* of the target`).test(reason)),
        key,
      ).toBe(true);
  },
);
