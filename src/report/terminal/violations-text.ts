/** Every broken clause: what was found, its sentence, the case that shows it and how to repeat it. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { count, oneLine, wrap } from '../../../contracts/src/base/text.ts';
import type { Finding } from '../../../contracts/src/judge/clause-check.ts';
import type { TargetRun, Verdict } from '../../runner/verdict.ts';
import { clauseOf } from '../clause-counts.ts';
import { restartCommand } from '../repeat-commands.ts';
import { type ReportedEvidence, reportedCases } from '../run-json.ts';
import { bestCase } from '../run-outcome.ts';
import { settingsNote, usedSettings } from '../settings-used.ts';
import type { Look } from './screen.ts';

type Kind = Extract<Verdict, 'violated' | 'admitted'>;

/** Empty when there is none of the kind. */
export function violationsText(run: TargetRun, kind: Kind, look: Look): string {
  const admitted = new Set(run.clauses.filter((it) => it.verdict === 'admitted').map(({ clause }) => clause));
  const cases = reportedCases(run);
  const broken = cases
    .flatMap(({ findings }) => findings.map(({ clause }) => clause))
    .filter((clause) => admitted.has(clause) === (kind === 'admitted'));
  // Clauses that one case breaks together share its evidence.
  const shown = Map.groupBy(new Set(broken), (clause) => bestCase(cases, clause) as ReportedEvidence);
  if (shown.size === 0) return '';
  const alsoIn = (result: ReportedEvidence, clauses: readonly ClauseId[]): number =>
    cases.filter((it) => it !== result && it.findings.some(({ clause }) => clauses.includes(clause))).length;
  const title = kind === 'violated' ? look.paint('bad', 'Violated') : look.paint('unsure', 'Admitted');
  const blocks = [...shown].map(([result, clauses]) =>
    block(result, clauses, alsoIn(result, clauses), run, look),
  );
  const restart = restartCommand(run);
  const hint = restart
    ? [look.paint('faint', wrap(`The mocks of this run are gone; for curl: ${restart}`, look.width, '  '))]
    : [];
  return [title, ...blocks, ...hint, ''].join('\n\n');
}

function block(
  { says, file, repeat, exchanges, played, ...result }: ReportedEvidence,
  clauses: readonly ClauseId[],
  others: number,
  run: TargetRun,
  look: Look,
): string {
  const noteOf = settingsNote({ ...run, settings: usedSettings(run) });
  const findings = result.findings.filter(({ clause }) => clauses.includes(clause));
  const lines = [
    ...findings.map((finding) => findingText(finding, noteOf(finding.clause), look)),
    entry('case', `${file}: ${says}`, look),
    ...(others > 0 ? [entry('also in', `${count(others, 'more case')}, all in run.json`, look)] : []),
    ...exchanges.flatMap(({ requestId }) =>
      requestId ? [entry('requestId', oneLine(requestId), look)] : [],
    ),
    entry('again', repeat, look),
    ...(played
      ? [entry('story', 'its rules, updates and messages are in run.json', look)]
      : exchanges.map(({ curl }) => `  ${curl.replaceAll('\n', '\n  ')}`)),
  ];
  return lines.join('\n');
}

function findingText({ clause, pointer, message }: Finding, note: string | undefined, look: Look): string {
  return [
    look.paint('bad', wrap(oneLine(message), look.width, '✗ ', '  ')),
    wrap(`${clause}: ${clauseOf(clause).says}`, look.width, '  '),
    look.paint('faint', `  at ${oneLine(pointer)}`),
    ...(note === undefined ? [] : [look.paint('unsure', wrap(note, look.width, '  '))]),
  ].join('\n');
}

function entry(name: string, text: string, { width }: Look): string {
  return wrap(text, width, `  ${name.padEnd(10)} `, ' '.repeat(13));
}
