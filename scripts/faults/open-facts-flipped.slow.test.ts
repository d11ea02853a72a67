// No check depends on an open fact unless the fact says so: each is flipped in the provider, and the target file says nothing of it.
import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import {
  defaultTargetSettings,
  type SandboxSetting,
  sandboxDefaults,
  type WrittenSettings,
} from '../../contracts/generated/settings.ts';
import type { OpenFact } from '../../contracts/src/base/ledgers.ts';
import { variantRows } from '../../src/faults/generated/variant-rows.ts';
import { runTarget } from '../../src/runner/run.ts';
import { startSandboxInProcess } from '../../src/runner/session/sandbox-target.ts';
import { catalogue } from '../../suites/catalogue.ts';

const facts = openFacts.facts as OpenFact[];

/** Another value of each setting that has no list of values. */
const OTHERS: Partial<WrittenSettings> = {
  accessPrefix: '/bank',
  tokenPrefix: '/auth',
  authorizationHeader: 'X-Access',
  authorizationScheme: 'Token',
  apiVersionSelectors: { v1: '/one', v2: '/two' },
  serviceVersion: '1.29.9',
};

function otherValues({ setting = '', choices }: OpenFact): unknown[] {
  const assumed = defaultTargetSettings[setting as SandboxSetting];
  if (Array.isArray(choices)) return choices.filter((choice) => choice !== assumed);
  return [OTHERS[setting as SandboxSetting]];
}

const chosen = facts.filter(
  ({ setting }) => setting !== undefined && Object.hasOwn(sandboxDefaults, setting),
);

test('each choice on which no clause depends is a benign variant whose target file does not name it', () => {
  const flipped = variantRows.flatMap(({ provider = {} }) =>
    Object.entries(provider).map((one) => one.join()),
  );
  const due = chosen
    .filter(({ affects = [] }) => affects.length === 0)
    .flatMap((fact) => otherValues(fact).map((value) => `${fact.setting},${value}`));
  expect(due.filter((one) => !flipped.includes(one))).toEqual([]);
});

for (const fact of chosen.filter(({ affects = [] }) => affects.length > 0)) {
  const { setting = '', affects = [] } = fact;
  for (const value of otherValues(fact)) {
    test(`where the provider has ${setting} ${JSON.stringify(value)} and the target file does not say so, only clauses that name ${fact.id} fail`, async () => {
      const unstated = { [setting]: value } as WrittenSettings;
      const { target, stop } = await startSandboxInProcess({ unstated });
      const { clauses } = await runTarget(target, catalogue);
      await stop();
      const violated = clauses.flatMap(({ clause, verdict }) => (verdict === 'violated' ? [clause] : []));
      expect(violated.filter((clause) => !affects.includes(clause))).toEqual([]);
    });
  }
}
