/** What a row may name at each seam: what it takes hold of there and how it changes it, so that nothing it says is ignored. */
import type { FaultRow, SeamName } from '../../contracts/src/contract/fault-row.ts';
import { treeEdits } from './fault-edits.ts';
import type { Names } from './operations.ts';

interface Known {
  readonly of: readonly (keyof Names)[];
  readonly edits: readonly string[];
}

const OF_MESSAGES: Known = { of: ['triggerEvents'], edits: [...treeEdits, 'function'] };

const KNOWN: Readonly<Record<SeamName, Known>> = {
  answer: { of: ['operations'], edits: [...treeEdits, 'status', 'header', 'function'] },
  decision: { of: ['operations', 'triggerEvents'], edits: ['accept', 'refuse', 'function'] },
  rule: OF_MESSAGES,
  match: OF_MESSAGES,
  message: OF_MESSAGES,
  'encrypted message': OF_MESSAGES,
  delivery: OF_MESSAGES,
  // The time is everybody's; of which calls it is asked, a function tells apart.
  clock: { of: ['operations'], edits: ['function'] },
  mapping: { of: ['operations'], edits: [...treeEdits, 'function'] },
};

/** In words; undefined where the seam of the row heeds all that it names. */
export function seamProblem(
  { seam, of = [], on, edit }: Pick<FaultRow, 'seam' | 'of' | 'on' | 'edit'>,
  names: Names,
): string | undefined {
  const [key = ''] = Object.keys(edit);
  const known = KNOWN[seam];
  if (!known.edits.includes(key)) return `has the edit ${key}, which its seam ${seam} does not make`;
  // Only an edit looks at the rule that a call carries.
  const kinds = seam === 'decision' && key === 'function' ? (['operations'] as const) : known.of;
  const heeded = kinds.flatMap((kind) => names[kind]);
  const stranger = of.find((name) => !heeded.includes(name));
  if (stranger !== undefined) return `takes hold of ${stranger}, of which its seam ${seam} knows nothing`;
  const heedsOn = seam === 'answer' && key !== 'function';
  return on === undefined || heedsOn ? undefined : 'says on, which only an edit of an answer heeds';
}
