/** How good a run is, by the exit code it comes to. */
import type { TargetRun } from '../../../drive/verdict.ts';
import { type Ending, exitCode } from '../../exit-code.ts';
import type { Tone } from './badge.ts';

export function runTone(run: Pick<TargetRun, 'clauses' | 'cases'>, ending: Ending): Tone {
  const code = exitCode([run], ending);
  if (code === 0) return 'good';
  return code === 1 ? 'bad' : 'unsure';
}
