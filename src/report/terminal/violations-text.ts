/** Every violated or admitted clause: what was found, its sentence, the case that shows it and how to repeat it. */
import { count, oneLine, wrap } from '../../../contracts/src/base/text.ts';
import { foundText } from '../clause-counts.ts';
import { curlHint } from '../repeat-commands.ts';
import { type ReportedClause, reportedClauses, targetReport } from '../run-json.ts';
import type { ReportedRun } from '../run-outcome.ts';
import { settingsNote } from '../settings-used.ts';
import type { Look } from './screen.ts';

/** So many are printed in full. */
const MOST_SHOWN = 10;

/** Empty when there is none of the verdict. */
export function violationsText(run: ReportedRun, verdict: 'violated' | 'admitted', look: Look): string {
  const rows = reportedClauses(run, verdict);
  if (rows.length === 0) return '';
  const title = verdict === 'violated' ? look.paint('bad', 'Violated') : look.paint('unsure', 'Admitted');
  // Clauses that one case breaks together share its evidence.
  const groups = [...Map.groupBy(rows, ({ clause, evidence }) => evidence ?? clause).values()];
  const blocks = groups.slice(0, MOST_SHOWN).map((own) => block(own, run, look));
  const left = groups.slice(MOST_SHOWN).flat().length;
  if (left > 0) blocks.push(`  and ${count(left, 'more clause')}, all in index.html and run.json`);
  const hasCurl = rows.some(({ evidence }) => evidence && !evidence.played && evidence.exchanges.length > 0);
  const hint = hasCurl ? [look.paint('faint', wrap(curlHint(run), look.width, '  '))] : [];
  return [title, ...blocks, ...hint, ''].join('\n\n');
}

function block(unsorted: readonly ReportedClause[], run: ReportedRun, look: Look): string {
  // The clause that the case is about comes first.
  const rows = unsorted.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const [{ evidence, file, repeat, refusal } = { file: '', repeat: '' }] = rows;
  const { says, exchanges = [], played } = evidence ?? {};
  const clauses = new Set<string>(rows.map(({ clause }) => clause));
  const others = targetReport(run).cases.filter(
    (it) => it !== evidence && it.findings.some(({ clause }) => clauses.has(clause)),
  ).length;
  return [
    ...rows.flatMap((row) => found(row, run, look)),
    ...(refusal === undefined ? [] : [entry('answer', refusal, look)]),
    says === undefined ? entry('clause', file, look) : entry('case', `${file}: ${says}`, look),
    ...(others > 0 ? [entry('also in', `${count(others, 'more case')}, all in run.json`, look)] : []),
    ...exchanges.flatMap(({ requestId }) =>
      requestId ? [entry('requestId', oneLine(requestId), look)] : [],
    ),
    entry('again', repeat, look),
    ...(played
      ? [entry('story', 'its rules, updates and messages are in run.json', look)]
      : exchanges.map(({ curl }) => `  ${curl.replaceAll('\n', '\n  ')}`)),
  ].join('\n');
}

function isOwn({ clause, evidence }: ReportedClause): boolean {
  return evidence?.clause === clause;
}

function found(row: ReportedClause, run: ReportedRun, look: Look): string[] {
  const { clause, says, verdict, pointer, reason } = row;
  const message = foundText(row);
  const note = settingsNote(targetReport(run).settings, row);
  const { paint, width } = look;
  return [
    verdict === 'violated' ? paint('bad', wrap(message, width, '✗ ', '  ')) : wrap(message, width, '  '),
    wrap(`${clause}: ${says}`, width, '  '),
    ...(pointer === undefined ? [] : [paint('faint', `  at ${pointer}`)]),
    ...(pointer === undefined || reason === undefined ? [] : [entry(verdict, reason, look)]),
    ...(note === undefined ? [] : [paint('unsure', wrap(note, width, '  '))]),
  ];
}

export function entry(name: string, text: string, { width }: Look): string {
  return wrap(text, width, `  ${name.padEnd(10)} `, ' '.repeat(13));
}
