// JUnit, CTRF and SARIF have one result a clause; that they keep the published schemas is tested in published-schemas.test.ts.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TargetRun } from '../../runner/verdict.ts';
import { green, stale, unproven, violated } from '../../test-support/sample-runs.ts';
import { ctrf } from './ctrf.ts';
import { junit } from './junit.ts';
import { placeIn } from './problems.ts';
import { sarif } from './sarif.ts';

const BROKEN = ['V1-IMPORT-451', 'V1-451-LOCATION'];
const SAYS = 'given a user with no bank connection, importBankConnectionV1 answers with 451';
const AGAIN = 'gain: npm run verify -- --target mock --only V1-IMPORT-451';
const admitted: TargetRun = {
  ...violated,
  clauses: violated.clauses.map((it) =>
    it.clause === 'V1-IMPORT-451' ? { ...it, verdict: 'admitted', reason: 'ticket 7' } : it,
  ),
};

test.each([
  ['upheld', green, 'V1-IMPORT-451', 'passed', undefined, undefined],
  ['violated', violated, 'V1-IMPORT-451', 'failed', 'failure', 'error'],
  ['admitted', admitted, 'V1-IMPORT-451', 'skipped', 'skipped', 'note'],
  ['unproven', unproven, 'V1-IMPORT-451', 'failed', 'error', 'warning'],
  ['violated', stale, 'V2-NO-LOCATION', 'failed', 'failure', 'error'],
  ['out of reach', green, 'RULE-DUPLICATE-REFUSED', 'skipped', 'skipped', undefined],
] as const)('a clause that is %s is one result', (verdict, run, clause, status, outcome, level) => {
  const tests = testsOf(run).filter(({ labels }) => labels.clause === clause);
  expect(tests).toEqual([expect.objectContaining({ status, rawStatus: verdict })]);
  const cases = junit([run]).split(`<testcase name="${clause}: `).slice(1);
  expect(cases).toHaveLength(1);
  expect(/^[^>]*>\s*<(failure|error|skipped) /.exec(cases[0] ?? '')?.[1]).toBe(outcome);
  const results = resultsOf(run).filter(({ ruleId }) => ruleId === clause);
  expect(results.map((result) => result.level)).toEqual(level === undefined ? [] : [level]);
});

test('date, duration, version, commit and target are in both formats', () => {
  const ran = { at: '2026-11-20T09:15:00.000Z', seconds: 1.5, version: '0.1.0', commit: 'abc1234' };
  const later = { ...ran, at: '2026-11-20T09:15:02.000Z', seconds: 2 };
  const runs = [
    { ...violated, ran },
    { ...green, target: 'bank', ran: later },
  ];
  const { summary, tool, environment } = JSON.parse(ctrf(runs)).results;
  const start = Date.parse(ran.at);
  expect(summary).toMatchObject({ start, stop: start + 4000 });
  expect({ tool, environment }).toEqual({
    tool: { name: 'bank-access-contracts verify', version: '0.1.0' },
    environment: { testEnvironment: 'mock, bank', commit: 'abc1234' },
  });
  expect(junit(runs)).toMatch(/^<testsuites .* time="3\.5">$/m);
  expect(junit(runs)).toMatch(/<testsuite name="bank\.v1" [^>]* timestamp="2026-11-20T09:15:02\.000Z">/);
  expect(junit([{ ...green, ran }]).replaceAll('\n', '')).toContain(
    '<properties><property name="target" value="mock"/><property name="version" value="0.1.0"/><property name="commit" value="abc1234"/></properties>',
  );
});

test('the sums are those of the clauses', () => {
  const runs = [violated, { ...unproven, target: 'down' }];
  const all = 2 * green.clauses.length;
  const { summary } = JSON.parse(ctrf(runs)).results;
  expect(summary).toMatchObject({
    tests: all,
    passed: 8,
    failed: 12,
    skipped: all - 20,
    pending: 0,
    other: 0,
  });
  expect(junit(runs)).toContain(`<testsuites name="verify" tests="${all}" failures="2" errors="10">`);
  expect(junit(runs)).toMatch(/<testsuite name="down.v1" tests="\d+" failures="0" errors="6" skipped="\d+">/);
  // Of the six clauses of V1 that are judged, one is violated and one admitted.
  const [, tests, skipped] =
    /<testsuite name="mock.v1" tests="(\d+)" failures="1" errors="0" skipped="(\d+)">/.exec(
      junit([admitted]),
    ) ?? [];
  expect(Number(skipped)).toBe(Number(tests) - 5);
});

test('a failure has what was found, the answer, the case, the command and the redacted exchange', () => {
  const message =
    'importBankConnectionV1: the status is 500, not 451, answered 500 "4711; WEB_FORM_REQUIRED" (/response/status)';
  const [failed] = testsOf(violated).filter(({ labels }) => labels.clause === 'V1-IMPORT-451');
  expect(failed).toMatchObject({
    message,
    filePath: 'suites/v1/v1-cases.ts',
    suite: ['mock', 'v1'],
    labels: { clause: 'V1-IMPORT-451', area: 'v1', target: 'mock' },
  });
  for (const part of [SAYS, AGAIN, '"authorization": "Bearer [secret]"', 'curl -i -X POST '])
    expect(failed?.trace).toContain(part);
  const [result] = resultsOf(violated).filter(({ ruleId }) => ruleId === 'V1-IMPORT-451');
  expect(result?.message.text).toBe(`${message}: ${SAYS}. A${AGAIN}`);
});

test('code scanning gets a rule a clause with its source, a category a target, a fingerprint a clause', () => {
  const [mock, bank] = JSON.parse(sarif([violated, { ...violated, target: 'bank' }])).runs;
  expect([mock, bank].map((run) => run.automationDetails.id)).toEqual(['verify/mock/', 'verify/bank/']);
  const { rules } = mock.tool.driver;
  for (const { ruleId, ruleIndex } of mock.results) expect(rules[ruleIndex].id).toBe(ruleId);
  const rule = rules.find(({ id }: { id: string }) => id === 'V1-451-LOCATION');
  expect(rule.help.text).toContain('Documentation: Errors 2');
  const hashes = mock.results.map((it: Result) => it.partialFingerprints.primaryLocationLineHash);
  expect(new Set(hashes).size).toBe(BROKEN.length);
});

test('a problem is at a file of the repository, as a URI; without one it keeps the file of its case', () => {
  const first = (place: string | undefined) => {
    const [result] = resultsOf(violated, () => place);
    return [result?.locations[0]?.physicalLocation.artifactLocation.uri, result?.message.text];
  };
  const named = expect.stringContaining('answers with 451 (suites/v1/v1-cases.ts). Again: ');
  expect(first('ci/my bank.yaml')).toEqual(['ci/my%20bank.yaml', named]);
  expect(first(undefined)).toEqual(['suites/v1/v1-cases.ts', expect.stringMatching(/with 451\. Again: /)]);
});

test('no text from outside breaks a document or makes a link', () => {
  const nasty = 'a\u0000\u001b[31m\ud800\uffff ]]> </testcase> & " [click](https://evil.example)';
  const findings = violated.cases[0]?.findings.map((it) => ({ ...it, message: nasty })) ?? [];
  const run = { ...violated, cases: violated.cases.map((it) => ({ ...it, says: nasty, findings })) };
  const xml = junit([run]);
  expect(xml).not.toMatch(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(xml.match(/<\/testcase>/g)).toHaveLength(xml.match(/<testcase [^>]*[^/]>/g)?.length ?? 0);
  expect(sarif([run])).not.toContain('](');
});

const PROJECT = join(import.meta.dirname, '../../..');
const CASE = 'suites/v1/v1-cases.ts';

test.each([
  ['the case, where this project is checked out', PROJECT, 'my-bank.yaml', PROJECT, CASE],
  ['the case below the root', join(PROJECT, '..'), 'mock', PROJECT, `${PROJECT.split('/').at(-1)}/${CASE}`],
  ['the target file elsewhere', '/home/app', 'bank.yaml', '/home/app/ci', 'ci/bank.yaml'],
  ['a file whose name begins like the way up', '/home/app', '..bank.yaml', '/home/app', '..bank.yaml'],
  ['none for a built-in target', '/home/app', 'sandbox', '/home/app', undefined],
  ['none for a file of somewhere else', '/home/app', '../secret/bank.yaml', '/home/app', undefined],
  ['none for an installed file', '/home/app', 'node_modules/x/bank.yaml', '/home/app', undefined],
])('the place of a problem is %s', (_, root, chosenBy, from, place) => {
  expect(placeIn(root, (path) => join(from, path))(CASE, chosenBy)).toBe(place);
});

interface Test {
  readonly labels: { readonly clause: string };
  readonly trace?: string;
}

function testsOf(run: TargetRun): Test[] {
  return JSON.parse(ctrf([run])).results.tests;
}

interface Result {
  readonly ruleId: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly { physicalLocation: { artifactLocation: { uri: string } } }[];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
}

function resultsOf(run: TargetRun, placeOf?: () => string | undefined): Result[] {
  return JSON.parse(sarif([run], placeOf)).runs[0].results;
}
