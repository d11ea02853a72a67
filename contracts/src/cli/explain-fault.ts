/** What there is to say of a provider fault: what it does, which clause it breaks, where it takes hold, how to run it. */
import ledger from '../../generated/clauses.json' with { type: 'json' };
import type { FaultRow, SeamName } from '../contract/fault-row.ts';
import { capped } from './capped.ts';
import { editText } from './edit-text.ts';
import { tenLines } from './ten-lines.ts';
import { type ToldRow, toldRows } from './told-rows.ts';

const SEAMS: Readonly<Record<SeamName, string>> = {
  answer: 'an answer that is about to leave',
  decision: 'a decision on a token, a duplicate or a request',
  rule: 'a rule as a batch update reads it',
  match: 'what a batch update makes messages of',
  message: 'a message before it is encrypted',
  'encrypted message': 'a message after it is encrypted',
  delivery: 'how a message is posted',
  clock: 'the time',
  mapping: 'the V2 request that a migration makes',
};

/** At most ten lines; ends with a newline. */
export function explainFault(fault: FaultRow): string {
  const { id, clause, says, seam, sees, of = [], on, edit, unobservable } = fault;
  const broken = ledger.clauses.find((row) => row.id === clause);
  return tenLines((most) => {
    const rows: ToldRow[] = [
      // Where the lines are few, the sentence is one `explain` away.
      ['breaks', most === 1 || broken === undefined ? clause : `${clause}: ${broken.says}`],
      ['seam', `${SEAMS[seam]}${on === 'refusal' ? ', where it refuses' : ''}; seen by ${sees}`],
      ...(of.length === 0 ? [] : [['of', capped(of, most)] as const]),
      ['edit', editText(edit)],
      ...(unobservable === undefined ? [] : [['unseen', unobservable] as const]),
      ['run', `npm run faults -- --only ${id}`],
    ];
    return toldRows(`${id}, a fault of ${fault.class}`, `The provider ${says}.`, rows);
  });
}
