// What code scanning is shown of a run: a rule a clause, an alert a place that is not upheld, and nothing that only looks like one.
import { expect, test } from 'vitest';
import type { TargetRun } from '../../runner/verdict.ts';
import { green, unproven, violated } from '../../test-support/sample-runs.ts';
import { sarif } from './sarif.ts';

interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
  partialFingerprints: { primaryLocationLineHash: string };
}

test('a violation is an error at the file of its case, unproven a warning, and each clause is a rule', () => {
  const [run] = read(violated);
  const shown =
    'given a user with no bank connection, importBankConnectionV1 answers with 451. Again: npm run verify -- --target mock --only V1-IMPORT-451';
  const location = 'the location header is text, not an absolute URL (/response/headers/location)';
  expect(run?.results.map(({ ruleId, level, message }) => [ruleId, level, message.text])).toEqual([
    ['V1-IMPORT-451', 'error', `the status is 500, not 451 (/response/status): ${shown}`],
    ['V1-451-LOCATION', 'error', `${location}: ${shown}`],
  ]);
  const { physicalLocation } = run?.results[0]?.locations[0] ?? {};
  expect(physicalLocation).toEqual({
    artifactLocation: { uri: 'suites/v1/v1-cases.ts', uriBaseId: '%SRCROOT%' },
    region: { startLine: 1 },
  });
  for (const { ruleId, ruleIndex } of run?.results ?? []) expect(run?.rules[ruleIndex]?.id).toBe(ruleId);
  const rule = run?.rules.find(({ id }) => id === 'V1-451-LOCATION');
  expect(rule?.shortDescription.text).toBe(
    'The location header of a 451 response is the address of the web form.',
  );
  expect(rule?.help.text).toContain('Documentation: Errors 2');
  expect(read(unproven)[0]?.results.map(({ ruleId, level }) => [ruleId, level])).toContainEqual([
    'V1-IMPORT-451',
    'warning',
  ]);
  expect(read(green)[0]?.results).toEqual([]);
});

test('a problem is at a file of the repository, as a URI; without one it keeps the file of its case', () => {
  const first = (place: string | undefined) => {
    const { runs } = JSON.parse(sarif([violated], () => place));
    const [{ message, locations }] = runs[0].results as Result[] as [Result];
    return [locations[0]?.physicalLocation.artifactLocation.uri, message.text];
  };
  const case451 = /importBankConnectionV1 answers with 451\. Again: /;
  expect(first('ci/my bank.yaml')).toEqual([
    'ci/my%20bank.yaml',
    expect.stringContaining('importBankConnectionV1 answers with 451 (suites/v1/v1-cases.ts). Again: '),
  ]);
  expect(first(undefined)).toEqual(['suites/v1/v1-cases.ts', expect.stringMatching(case451)]);
});

test('an admitted violation is a note', () => {
  const clauses = violated.clauses.map((it) =>
    it.clause === 'V1-IMPORT-451' ? { ...it, verdict: 'admitted' as const } : it,
  );
  expect(read({ ...violated, clauses })[0]?.results.map(({ level }) => level)).toEqual(['note', 'error']);
});

test('a stale deviation, which no case shows, is an error at the file of its clause, or of its trigger event', () => {
  for (const [clause, file] of [
    ['V2-NO-LOCATION', 'v2.yaml'],
    ['MESSAGE-LOW-FIRES', 'events/low-account-balance.yaml'],
  ] as const) {
    const clauses = [{ clause, verdict: 'violated', reason: 'it is stale' }] as const;
    const [result] = read({ ...green, clauses })[0]?.results ?? [];
    expect(result?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(`contracts/clauses/${file}`);
    expect(result?.message.text).toContain('it is stale');
  }
});

test('two targets are two categories, and two places of one file two alerts', () => {
  const runs = read(violated, { ...violated, target: 'bank' });
  expect(runs.map(({ id }) => id)).toEqual(['verify/mock/', 'verify/bank/']);
  const hashes = runs[0]?.results.map((it) => it.partialFingerprints.primaryLocationLineHash);
  expect(new Set(hashes).size).toBe(2);
});

test('what a provider sent makes no link', () => {
  const cases = violated.cases.map((it) => ({ ...it, says: '[click](https://evil.example)' }));
  expect(sarif([{ ...violated, cases }])).not.toContain('](');
});

function read(...runs: TargetRun[]) {
  const document = JSON.parse(sarif(runs)) as {
    runs: {
      tool: {
        driver: { rules: { id: string; shortDescription: { text: string }; help: { text: string } }[] };
      };
      automationDetails: { id: string };
      results: Result[];
    }[];
  };
  return document.runs.map(({ tool, automationDetails, results }) => ({
    rules: tool.driver.rules,
    id: automationDetails.id,
    results,
  }));
}
