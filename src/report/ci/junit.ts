/** `junit.xml`: a run as CI servers read it, by Jenkins' junit-10.xsd; a suite per target and area, a test per clause. */
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { byArea } from '../clause-counts.ts';
import { caseName, type ReportedClause, reportedClauses, type TargetReport } from '../run-json.ts';
import { SHOWN } from '../verdicts.ts';

/** Violated is a failure, unproven an error; out of reach and admitted are skipped. A suite has the time of its run. */
export function junit(targets: readonly TargetReport[]): string {
  const suites = targets.flatMap((report) =>
    byArea(reportedClauses(report)).map(([area, rows]) => suite(area, rows, report)),
  );
  const { skipped: _, ...ofAll } = countsOf(targets.flatMap(({ clauses }) => clauses));
  const time = targets.reduce((sum, { ran }) => sum + ran.seconds, 0);
  return document(element('testsuites', { name: 'verify', ...ofAll, time }, suites));
}

/** A run that stopped before there was a verdict: one error, with the line that says why. */
export function junitStopped(line: string): string {
  const counts = { name: 'verify', tests: 1, failures: 0, errors: 1 };
  const error = element('error', { type: 'no verdict', message: line.split('\n')[0] ?? '' }, line);
  const test = element('testcase', { name: 'verify gives a verdict', classname: 'verify' }, [error]);
  return document(element('testsuites', counts, [element('testsuite', { ...counts, skipped: 0 }, [test])]));
}

function document(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function suite(area: string, rows: readonly ReportedClause[], { target, ran }: TargetReport): string {
  const name = `${target}.${area}`;
  const tests = rows.map((row) =>
    element('testcase', { name: `${row.clause}: ${row.says}`, classname: name }, outcome(row)),
  );
  const { at, version, commit } = ran;
  const properties = Object.entries({ target, version, commit }).flatMap(([key, value]) =>
    value === undefined ? [] : element('property', { name: key, value }, []),
  );
  const attributes = { name, ...countsOf(rows), timestamp: at };
  return element('testsuite', attributes, [element('properties', {}, properties), ...tests]);
}

function countsOf(rows: readonly Pick<ReportedClause, 'verdict'>[]) {
  const all = (junit: string) => rows.filter(({ verdict }) => SHOWN[verdict].junit === junit).length;
  return { tests: rows.length, failures: all('failure'), errors: all('error'), skipped: all('skipped') };
}

function outcome(row: ReportedClause): string[] {
  const { verdict, clause, summary: message } = row;
  const { junit } = SHOWN[verdict];
  if (!junit) return [];
  if (junit === 'skipped') return [element(junit, { message }, [])];
  return [element(junit, { type: junit === 'failure' ? clause : verdict, message }, failureText(row))];
}

/** All that shows why a clause is violated or unproven: sentence, findings and evidence, and what repeats it. */
function failureText({ clause, says, evidence, file, repeat, note }: ReportedClause): string {
  const { findings = [], played, exchanges = [] } = evidence ?? {};
  const own = findings.filter((finding) => finding.clause === clause);
  const lines = [
    `${clause}: ${says}`,
    ...own.map(({ pointer, message }) => `${message}\n  ${pointer}`),
    ...(note === undefined ? [] : [note]),
    `case: ${evidence ? caseName(evidence) : file}\nagain: ${repeat}`,
    ...(played ? [writeJson(played, 2)] : []),
    ...exchanges.flatMap(({ curl, ...exchange }) => [writeJson(exchange, 2), curl]),
  ];
  return lines.join('\n\n');
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
