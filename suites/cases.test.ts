/** Runs every case and scenario against the embedded targets, one test each; what a target cannot show is skipped. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plannedCases } from '../src/runner/planned-case.ts';
import { describeTarget, openTarget } from '../src/runner/targets/open-target.ts';
import type { Started } from '../src/runner/targets/target.ts';
import { catalogue } from './catalogue.ts';

const planned = await Promise.all(
  ['mock', 'sandbox'].map(async (name) => {
    const all = plannedCases(await describeTarget(name), catalogue);
    // Every scenario is out of reach of a mock: whole-run.test.ts says so for all.
    return { name, cases: name === 'mock' ? all.filter(({ isScenario }) => !isScenario) : all };
  }),
);

describe.each(planned)('$name', ({ name, cases }) => {
  let started: Started;

  beforeAll(async () => {
    started = await openTarget(await describeTarget(name));
  });

  afterAll(() => started.stop());

  test.for(cases)('$file $clause: $says', async ({ run }, { skip }) => {
    const { verdict, reason, findings } = await run(started.target);
    if (name === 'mock' && verdict === 'out of reach') skip(reason);
    expect({ verdict, reason, findings }).toEqual({ verdict: 'upheld', findings: [] });
  });
});

test('every file of cases is in the catalogue', () => {
  const files = readdirSync('suites', { recursive: true, encoding: 'utf8' })
    .map((path) => `suites/${path}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const own = files.filter((path) =>
    /(cases|scenarios|Cases)\(\s*import\.meta\.url/.test(readFileSync(path, 'utf8')),
  );
  const { exchanges, migrations, scenarios } = catalogue;
  const named = [...exchanges, ...migrations, ...scenarios].map(({ file }) => file);
  expect([...new Set(named)].toSorted()).toEqual(own.toSorted());
});

test('a file of a trigger event exports what the catalogue and the pacts read, and nothing else', async () => {
  const known = ['messages', 'names', 'rule', 'ruleName', 'rules', 'update'];
  for (const file of readdirSync('suites/events')) {
    const exported = Object.keys(await import(`./events/${file.replace('.ts', '')}.ts`));
    expect(
      exported.filter((one) => !known.includes(one)),
      file,
    ).toEqual([]);
  }
});
