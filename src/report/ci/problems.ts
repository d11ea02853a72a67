/** What a run has to complain of, one entry a place, as the tools of a CI server list it. */

import { isAbsolute, join, relative, sep } from 'node:path';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import type { CaseResult, TargetRun } from '../../runner/verdict.ts';
import { clauseOf } from '../clause-counts.ts';
import { reasonText } from '../redaction/redact-text.ts';
import { repeatCommand } from '../repeat-commands.ts';
import type { Evidence } from '../run-json.ts';

export interface Problem {
  /** error: violated. warning: unproven. note: violated, but admitted by the target file. */
  readonly level: 'error' | 'warning' | 'note';
  readonly clause: string;
  readonly message: string;
  /** The failing place; absent where nothing was exchanged. */
  readonly pointer?: string;
  /** The file of the case; of the clause where no case shows it, as of a stale deviation. From the root of the project. */
  readonly file: string;
  /** The case, or else the clause, as a sentence without its full stop. */
  readonly says: string;
  /** Runs the case again. */
  readonly repeat: string;
}

/** Upheld and out of reach are no problems. Each text is one line, and repeats no secret and nobody's data. */
export function problems({ cases, clauses, chosenBy }: TargetRun): Problem[] {
  const admitted = new Set(clauses.filter((it) => it.verdict === 'admitted').map(({ clause }) => clause));
  const ofCases = cases.flatMap((result) => [
    ...result.findings.map(({ clause, pointer, message }): Problem => {
      const level = admitted.has(clause) ? 'note' : 'error';
      return { level, clause, message: oneLine(message), pointer: oneLine(pointer), ...at(result, chosenBy) };
    }),
    ...(result.verdict === 'unproven' ? [unproven(result, chosenBy)] : []),
  ]);
  const shown = new Set(ofCases.map(({ clause }) => clause));
  const ofClauses = clauses
    .filter(({ clause, verdict }) => !shown.has(clause) && (verdict === 'violated' || verdict === 'unproven'))
    .map(({ clause, verdict, reason = verdict }): Problem => {
      const { area, event, says } = clauseOf(clause);
      const level = verdict === 'violated' ? 'error' : 'warning';
      const file = `contracts/clauses/${event === undefined ? area : `events/${event}`}.yaml`;
      const repeat = repeatCommand(clause, chosenBy);
      const sentence = says.replace(/\.$/, '');
      return { level, clause, message: oneLine(reasonText(reason)), file, says: sentence, repeat };
    });
  return [...ofCases, ...ofClauses];
}

/** What is told of a problem behind its message; its file too, where it is shown at another one or at none. */
export function problemText({ says, file, repeat }: Problem, place: string | undefined): string {
  return `${says}${place?.endsWith(file) ? '' : ` (${file})`}. Again: ${repeat}`;
}

function unproven(result: CaseResult, chosenBy: string): Problem {
  const { clause, reason = 'unproven' } = result;
  return { level: 'warning', clause, message: oneLine(reasonText(reason)), ...at(result, chosenBy) };
}

function at({ clause, file, says }: CaseResult, chosenBy: string): Pick<Problem, 'file' | 'says' | 'repeat'> {
  return { file, says, repeat: repeatCommand(clause, chosenBy) };
}

/** The first problem of each broken clause, and of each reason why others are unproven, with the number of those like it. */

/** So a clause that breaks everywhere hides no other. */
export function firstProblems(run: TargetRun): (Problem & { readonly alike: number })[] {
  const groups = Map.groupBy(
    problems(run),
    ({ level, clause, message }) => `${level} ${level === 'warning' ? message : clause}`,
  );
  return [...groups.values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ ...first, alike: all.length })),
  );
}

/** Where a CI server can show a problem: in a file of the repository that it checked out. */

/**
 * `file` is that of the problem, from the root of this project; `chosenBy` is what `--target` was given. A path from the
 * root of the repository; undefined where nothing of it stands there.
 */
export type PlaceOf = (file: string, chosenBy: string) => string | undefined;

const PROJECT = join(import.meta.dirname, '../../..');
const BUILT_IN = ['mock', 'sandbox'];

/**
 * The file itself where this project is checked out at `root` or below it. Whoever uses the action has it elsewhere, but
 * has the target file. `pathOf` makes a path that was typed absolute.
 */
export function placeIn(root: string, pathOf: (path: string) => string): PlaceOf {
  return (file, chosenBy) => {
    const paths = [join(PROJECT, file), ...(BUILT_IN.includes(chosenBy) ? [] : [pathOf(chosenBy)])];
    const [place] = paths.map((path) => relative(root, path)).filter(isChecked);
    return place?.replaceAll(sep, '/');
  };
}

/** What is installed stands below the root and in no repository. */
function isChecked(path: string): boolean {
  const [first, ...rest] = path.split(sep);
  return !isAbsolute(path) && first !== '..' && ![first, ...rest].includes('node_modules');
}

/** What the reader of a failed build needs of a case, as text: findings, commands and the redacted evidence. */

export function failureText({ findings, file, repeat, played, exchanges }: Evidence): string {
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
