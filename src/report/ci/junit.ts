/** `junit.xml`: a run as CI servers read it, by Jenkins' junit-10.xsd; a suite per target and area, a test per clause. */
import { byArea, tally } from '../clause-counts.ts';
import { type ReportedClause, reportedClauses } from '../run-json.ts';
import type { ReportedRun } from '../run-outcome.ts';
import { failureText, problemMessage } from './problems.ts';

/** Violated is a failure, unproven an error; out of reach and admitted are skipped, with their reason. A suite has the time of its run. */
export function junit(runs: readonly ReportedRun[]): string {
  const suites = runs.flatMap((run) =>
    byArea(reportedClauses(run)).map(([area, rows]) => suite(area, rows, run)),
  );
  const counts = countsOf(runs.flatMap(({ clauses }) => clauses));
  const { skipped: _, ...ofAll } = counts;
  const seconds = runs.flatMap(({ ran }) => ran?.seconds ?? []);
  const time = seconds.length > 0 && { time: seconds.reduce((sum, one) => sum + one, 0) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'verify', ...ofAll, ...time }, suites)}\n`;
}

function suite(area: string, rows: readonly ReportedClause[], run: ReportedRun): string {
  const name = `${run.target}.${area}`;
  const tests = rows.map((row) =>
    element('testcase', { name: `${row.clause}: ${row.says}`, classname: name }, outcome(row, run)),
  );
  const { at, version, commit } = run.ran ?? {};
  const properties = Object.entries({ target: run.target, version, commit }).flatMap(([key, value]) =>
    value === undefined ? [] : element('property', { name: key, value }, []),
  );
  const attributes = { name, ...countsOf(rows), ...(at !== undefined && { timestamp: at }) };
  return element('testsuite', attributes, [element('properties', {}, properties), ...tests]);
}

function countsOf(rows: Parameters<typeof tally>[0]) {
  const { violated, unproven, admitted, 'out of reach': unreached } = tally(rows);
  return { tests: rows.length, failures: violated, errors: unproven, skipped: unreached + admitted };
}

function outcome(row: ReportedClause, run: ReportedRun): string[] {
  const { verdict, clause } = row;
  if (verdict === 'upheld') return [];
  const message = problemMessage(row);
  if (verdict === 'violated') return [element('failure', { type: clause, message }, failureText(row, run))];
  if (verdict === 'unproven') return [element('error', { type: verdict, message }, failureText(row, run))];
  return [element('skipped', { message }, [])];
}

function element(name: string, attributes: Record<string, string | number>, content: string | string[]) {
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
