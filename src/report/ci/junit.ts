/** `junit.xml`: a run as CI servers read it, by Jenkins' junit-10.xsd; a suite per target and area, a test per case. */
import type { TargetRun } from '../../runner/verdict.ts';
import { byArea, tally } from '../clause-counts.ts';
import { type ReportedEvidence, reportedCases } from '../run-json.ts';
import { failureMessage, failureText } from './problems.ts';

/** Violated is a failure, unproven an error; out of reach and admitted are skipped, with their reason. No times. */
export function junit(runs: readonly TargetRun[]): string {
  const suites = runs.flatMap((run) =>
    byArea(reportedCases(run)).map(([area, cases]) => suite(`${run.target}.${area}`, cases)),
  );
  const cases = runs.flatMap(reportedCases);
  const { violated, unproven } = tally(cases);
  const counts = { tests: cases.length, failures: violated, errors: unproven };
  const root = element('testsuites', { name: 'verify', ...counts }, suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function suite(name: string, cases: readonly ReportedEvidence[]): string {
  const { violated, unproven, admitted, 'out of reach': unreached } = tally(cases);
  const counts = { tests: cases.length, failures: violated, errors: unproven, skipped: unreached + admitted };
  const tests = cases.map((result) =>
    element('testcase', { name: `${result.clause}: ${result.says}`, classname: name }, outcome(result)),
  );
  return element('testsuite', { name, ...counts }, tests);
}

function outcome(result: ReportedEvidence): string[] {
  const { verdict, clause } = result;
  if (verdict === 'upheld') return [];
  const message = failureMessage(result);
  if (verdict === 'violated') return [element('failure', { type: clause, message }, failureText(result))];
  if (verdict === 'unproven') return [element('error', { type: verdict, message }, failureText(result))];
  return [element('skipped', { message }, [])];
}

function element(
  name: string,
  attributes: Record<string, string | number>,
  content: string | string[],
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlText(`${value}`).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`,
  );
  const start = `<${name}${written.join('')}`;
  const inside = typeof content === 'string' ? xmlText(content) : content.map((it) => `\n${it}`).join('');
  if (inside === '') return `${start}/>`;
  return `${start}>${inside}${typeof content === 'string' ? '' : '\n'}</${name}>`;
}

/** What XML cannot hold becomes the replacement character. */
function xmlText(value: string): string {
  return value
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
