// What people and CI servers see of a run: whole files for each situation, and one verdict in all of them.
import { expect, test } from 'vitest';
import { situations } from '../test-support/sample-results.ts';
import { violated } from '../test-support/sample-runs.ts';
import { annotations, stepSummary } from './ci/github.ts';
import { junit } from './ci/junit.ts';
import { page } from './page/page.ts';
import { runJson, type TargetReport, targetReport, verifyJson } from './run-json.ts';
import { footer, outcomeLine, resultScreen } from './terminal/result-screen.ts';
import { plain } from './terminal/screen.ts';

const NARROW = { ...plain, width: 80 };
const FILES = ['reports/run.json', 'reports/migration.md'];

function screen(report: TargetReport, shows?: Parameters<typeof resultScreen>[2]): string {
  const results = resultScreen(report, NARROW, shows);
  return `${outcomeLine(report, {}, NARROW)}\n${results}${footer([report], FILES, {}, NARROW)}`;
}

test.each(Object.entries(situations))('the screen of a run: %s', async (name, report) => {
  const text = screen(report);
  // A command is on one line, so that it can be pasted.
  expect(text.split('\n').filter((line) => line.length > 80 && !/^ *again /.test(line))).toEqual([]);
  await expect(text).toMatchFileSnapshot(`screens/${name.replaceAll(' ', '-')}.txt`);
});

test('the screen with the fields that --fields asks for, and the evidence that --verbose does', async () => {
  const text = screen(situations['of a target file'], { fields: true, evidence: true });
  await expect(text).toMatchFileSnapshot('screens/verbose.txt');
});

/** Some of its clauses and settings, and no mapping: all look the same. */
function runOf(report: TargetReport): TargetReport {
  const [clauses, cases] = [report.clauses.slice(0, 3), report.cases.slice(0, 3)];
  return { ...report, clauses, cases, settings: report.settings.slice(0, 1), flows: [] };
}

/** Two clauses of each verdict that these two have not. */
const someOfEach = [situations.admitted, situations.unproven].flatMap(({ clauses }) =>
  clauses.filter(({ verdict }) => ['admitted', 'unproven'].includes(verdict)).slice(0, 2),
);

test.each([
  [
    'run.txt',
    JSON.stringify(JSON.parse(runJson([runOf(situations['of a target file'])], { exitCode: 1 })), null, 2),
  ],
  [
    'junit.xml',
    junit([runOf(situations['of a target file']), { ...situations.unproven, clauses: someOfEach }]),
  ],
  ['annotations.txt', annotations([situations.violated, situations.unproven])],
  ['summary.md', stepSummary([situations['of a target file'], situations.unreached].map(runOf))],
])('%s as a whole', (name, text) => expect(text).toMatchFileSnapshot(`screens/${name}`));

test.each(Object.entries(situations))(
  'every format has one result a clause with its verdict: %s',
  (_, report) => {
    const verdicts = report.clauses.map(({ clause, verdict }) => [clause, verdict] as const);
    expect(JSON.parse(verifyJson([report])).targets[report.target]).toEqual(Object.fromEntries(verdicts));
    const tests = [...junit([report]).matchAll(/<testcase name="([A-Z\d-]+): /g)].map(([, clause]) => clause);
    expect(tests.toSorted()).toEqual(verdicts.map(([clause]) => clause).toSorted());
    const text = page({ targets: [report] });
    for (const [clause, verdict] of verdicts) {
      const [before = ''] = text.split(`id="clause-${clause}"`);
      expect(/.*<section id="([\w-]+)"/s.exec(before)?.[1]).toBe(verdict.replaceAll(' ', '-'));
    }
  },
);

// Signs that mean something to a terminal, to XML, to Markdown and to a log of GitHub.
const NASTY = 'a\u0000\u001b[2J\u202e\ud800 ]]> </testcase> & " | [x](https://evil.example)\r\n::error::y';

test('no text from outside steers a terminal, breaks a document, or makes a link or a line', () => {
  const findings = violated.cases[0]?.findings.map((it) => ({ ...it, message: NASTY, pointer: NASTY })) ?? [];
  const cases = violated.cases.map((it) => ({ ...it, findings }));
  const report = targetReport({ ...violated, cases });
  const xml = junit([report]);
  expect(xml).not.toMatch(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(xml.match(/<\/testcase>/g)).toHaveLength(xml.match(/<testcase [^>]*[^/]>/g)?.length ?? 0);
  expect(stepSummary([report])).toMatch(/^### .*\n(\n| {4}[^\r\n]*\n)+$/);
  expect(annotations([report]).match(/^::/gm)).toHaveLength(2);
  expect(['\u001b', '\r', '\u202e'].filter((sign) => screen(report).includes(sign))).toEqual([]);
});
