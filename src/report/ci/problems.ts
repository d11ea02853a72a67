/** What a run has to complain of, one entry a place, as the tools of a CI server list it. */
import { oneLine } from '../../../contracts/src/contract/show.ts';
import type { CaseResult, TargetRun } from '../../drive/verdict.ts';
import { clauseOf } from '../ledger.ts';
import { reasonText } from '../reason-text.ts';
import { repeatCommand } from '../repeat-command.ts';

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
