/** `junit.xml`: a run as CI servers read it, after Jenkins' junit-10.xsd; a suite per target and area, a test per case. */
import type { CaseResult, TargetRun } from '../../runner/verdict.ts';
import { byArea, tally } from '../clause-counts.ts';
import { evidence } from '../run-json.ts';
import { reportedCases } from '../run-outcome.ts';
import { failureText } from './problems.ts';

/** Violated is a failure, unproven an error; out of reach and admitted are skipped, with their reason. No times. */
export function junit(runs: readonly TargetRun[]): string {
  const suites = runs.flatMap((run) =>
    byArea(reportedCases(run)).map(([area, results]) =>
      suite(`${run.target}.${area}`, results, run.chosenBy),
    ),
  );
  const cases = runs.flatMap(reportedCases);
  const { violated, unproven } = tally(cases);
  const tests = cases.length;
  const root = element('testsuites', { name: 'verify', tests, failures: violated, errors: unproven }, suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function suite(name: string, results: readonly CaseResult[], chosenBy: string): string {
  const counts = tally(results);
  const attributes = {
    name,
    tests: results.length,
    failures: counts.violated,
    errors: counts.unproven,
    skipped: counts['out of reach'] + counts.admitted,
  };
  return element(
    'testsuite',
    attributes,
    results.map((result) => testcase(name, result, chosenBy)),
  );
}

function testcase(classname: string, result: CaseResult, chosenBy: string): string {
  return element(
    'testcase',
    { name: `${result.clause}: ${result.says}`, classname },
    outcome(result, chosenBy),
  );
}

function outcome(result: CaseResult, chosenBy: string): string[] {
  const { verdict, clause } = result;
  if (verdict === 'upheld') return [];
  const shown = evidence(result, chosenBy);
  const message = shown.reason ?? shown.findings[0]?.message ?? verdict;
  if (verdict === 'violated') return [element('failure', { type: clause, message }, failureText(shown))];
  if (verdict === 'unproven') return [element('error', { type: verdict, message }, failureText(shown))];
  return [element('skipped', { message }, [])];
}

function element(
  name: string,
  attributes: Record<string, string | number>,
  content: string | string[],
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${attributeText(String(value))}"`,
  );
  const start = `<${name}${written.join('')}`;
  const inside = typeof content === 'string' ? text(content) : content.map((it) => `${it}\n`).join('');
  if (inside === '') return `${start}/>`;
  return `${start}>${typeof content === 'string' ? '' : '\n'}${inside}</${name}>`;
}

function attributeText(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
}

/** Text as XML can hold it: what XML cannot hold at all becomes the replacement character. */
function text(value: string): string {
  return value
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
