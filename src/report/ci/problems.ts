/** The problems of a run as the tools of a CI server list them: one for each failing place. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { clauseOf } from '../clause-counts.ts';
import { repeatCommand } from '../repeat-commands.ts';
import { type ReportedEvidence, targetReport } from '../run-json.ts';
import type { PlaceOf } from '../run-outcome.ts';

export interface Problem {
  /** error: violated. warning: unproven. note: violated, but admitted by the target file. */
  readonly level: 'error' | 'warning' | 'note';
  readonly clause: string;
  readonly message: string;
  /** The failing place; absent where nothing was exchanged. */
  readonly pointer?: string;
  /** From the root of the project: the file of the case, or that of the clause where no case shows it. */
  readonly file: string;
  /** The case, or else the clause, as a sentence without its full stop. */
  readonly says: string;
  /** Runs the case again. */
  readonly repeat: string;
}

/** Upheld and out of reach are no problems. Each text is one line, redacted. */
export function problems(run: TargetRun): Problem[] {
  const { cases, clauses } = targetReport(run);
  const admitted = new Set(clauses.filter((it) => it.verdict === 'admitted').map(({ clause }) => clause));
  const ofCases = cases.flatMap(
    ({ clause: own, verdict, reason = verdict, findings, file, says, repeat }) => {
      const found = findings.map(({ clause, pointer, message }): Problem => {
        const level = admitted.has(clause) ? 'note' : 'error';
        return { level, clause, message: oneLine(message), pointer: oneLine(pointer), file, says, repeat };
      });
      if (verdict !== 'unproven') return found;
      return [
        ...found,
        { level: 'warning', clause: own, message: oneLine(reason), file, says, repeat } as const,
      ];
    },
  );
  const shown = new Set<string>(ofCases.map(({ clause }) => clause));
  const ofClauses = clauses
    .filter(({ clause, verdict }) => !shown.has(clause) && (verdict === 'violated' || verdict === 'unproven'))
    .map(({ clause, verdict, reason = verdict, area, says }): Problem => {
      const { event } = clauseOf(clause);
      return {
        level: verdict === 'violated' ? 'error' : 'warning',
        clause,
        message: oneLine(reason),
        file: `contracts/clauses/${event === undefined ? area : `events/${event}`}.yaml`,
        says: says.replace(/\.$/, ''),
        repeat: repeatCommand(clause, run.chosenBy),
      };
    });
  return [...ofCases, ...ofClauses];
}

/** The first problem of each broken clause and of each reason for unproven ones: no clause that breaks everywhere hides another. */
export function firstProblems(run: TargetRun): (Problem & { readonly alike: number })[] {
  const groups = Map.groupBy(
    problems(run),
    ({ level, clause, message }) => `${level} ${level === 'warning' ? message : clause}`,
  );
  return [...groups.values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ ...first, alike: all.length })),
  );
}

/** What follows the message of a problem; its file too, where it is shown at another one or at none. */
export function problemText({ says, file, repeat }: Problem, place: string | undefined): string {
  return `${says}${place?.endsWith(file) ? '' : ` (${file})`}. Again: ${repeat}`;
}

/** Why a case is not upheld, in one line. */
export function failureMessage({ reason, findings, verdict }: ReportedEvidence): string {
  return reason ?? findings[0]?.message ?? verdict;
}

/** All that shows a failure, as text: findings, commands and the evidence. */
export function failureText({ findings, file, repeat, played, exchanges }: ReportedEvidence): string {
  const lines = [
    ...findings.map(
      ({ clause, pointer, message }) => `${message}\n  ${clause}: ${clauseOf(clause).says}\n  ${pointer}`,
    ),
    `case: ${file}\nagain: ${repeat}`,
    ...(played ? [writeJson(played, 2)] : []),
    ...exchanges.flatMap(({ curl, ...exchange }) => [JSON.stringify(exchange, null, 2), curl]),
  ];
  return lines.join('\n\n');
}

const PROJECT = join(import.meta.dirname, '../../..');
const BUILT_IN = ['mock', 'sandbox'];

/**
 * The file itself where this project is checked out at `root` or below it, else the target file: who uses the action has
 * this project elsewhere. `pathOf` makes a path that was typed absolute.
 */
export function placeIn(root: string, pathOf: (path: string) => string): PlaceOf {
  return (file, chosenBy) => {
    const paths = [join(PROJECT, file), ...(BUILT_IN.includes(chosenBy) ? [] : [pathOf(chosenBy)])];
    const [place] = paths.map((path) => relative(root, path)).filter(isCheckedOut);
    return place?.replaceAll(sep, '/');
  };
}

/** What is installed is below the root and in no repository. */
function isCheckedOut(path: string): boolean {
  const [first, ...rest] = path.split(sep);
  return !isAbsolute(path) && first !== '..' && ![first, ...rest].includes('node_modules');
}
