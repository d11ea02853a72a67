/** The screen after a run: flows, mapping, clauses, what broke, what was out of reach, settings, what stays; then files and verdict. */
import { wrap } from '../../../contracts/src/contract/wrap.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import type { Ending } from '../exit-code.ts';
import { leftOpenText } from '../left-open-text.ts';
import { breachesText } from './breaches.ts';
import { byReasonText } from './by-reason.ts';
import { clausesText } from './clauses.ts';
import { flowsText } from './flows.ts';
import { keyText } from './key-text.ts';
import { leftBehindText } from './left-behind.ts';
import type { Look } from './look.ts';
import { mappingText } from './mapping.ts';
import { sentence } from './sentence.ts';
import { settingsText } from './settings.ts';
import { unprovenText } from './unproven.ts';

/** What one target came to. Where an earlier target had the same mapping, it is not said again. */
export function outcome(run: TargetRun, look: Look, isFirst = true): string {
  const { paint, width } = look;
  const key = keyText(run);
  return [
    key && `${paint('unsure', wrap(key, width, '? ', '  '))}\n\n`,
    flowsText(run.flows, look),
    isFirst ? mappingText(run.flows, look) : '',
    clausesText(run.clauses, look),
    breachesText(run, 'violated', look),
    unprovenText(run, look),
    breachesText(run, 'admitted', look),
    titled(paint('strong', `Out of reach of ${run.target}`), outOfReach(run, look)),
    settingsText(run, look),
    leftBehindText(run, look),
  ].join('');
}

/** The end of the screen. `files` are the paths that were written, as the reader knows them. */
export function closing(
  runs: readonly TargetRun[],
  files: readonly string[],
  ending: Ending,
  look: Look,
): string {
  return [
    titled(look.paint('strong', 'Files'), files.map((file) => `  ${file}`).join('\n')),
    ...runs.map((run) => sentence(run, ending, look)),
  ].join('');
}

/** Clauses by their reasons, and the cases that decide nothing for theirs. */
function outOfReach(run: TargetRun, look: Look): string {
  const leftOpen = leftOpenText(run);
  const parts = [
    byReasonText(run.clauses, 'out of reach', look),
    leftOpen && wrap(leftOpen, look.width, '  ', '    '),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function titled(title: string, text: string): string {
  return text === '' ? '' : `${title}\n\n${text}\n\n`;
}
