/** The last line: what the run comes to, in one sentence. */

import { wrap } from '../../../contracts/src/contract/wrap.ts';
import { type Ending, exitCode } from '../exit-code.ts';
import { type Told, verdictSentence } from '../verdict-sentence.ts';
import type { Look } from './look.ts';

export function sentence(run: Told, ending: Ending, look: Look): string {
  const code = exitCode([run], ending);
  const [style, sign] =
    code === 0 ? (['good', '✓'] as const) : code === 1 ? (['bad', '✗'] as const) : (['unsure', '?'] as const);
  return `${look.paint(style, wrap(verdictSentence(run, ending), look.width, `${sign} `, '  '))}\n`;
}
