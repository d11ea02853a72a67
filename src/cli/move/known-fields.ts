/** What is known of the fields that `compare` finds wrong: by the deviations of a target file, and by an earlier result. */
import type { FlowKind } from '../../../contracts/src/base/flows.ts';
import { anyItem } from '../../../contracts/src/base/json-value.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import {
  type ComparedField,
  clauseOfPlace,
  isFailing,
} from '../../../contracts/src/migration/compare-requests.ts';
import { type Admitting, dayOf, STALE, violation } from '../../runner/clause-results.ts';
import { resultFile, resultReaders } from '../input-files.ts';
import { messageTarget } from '../messages/message-options.ts';
import { type EarlierResult, refuseNewAlone } from '../options.ts';
import { say } from '../terminal-text.ts';

interface KnownOptions extends EarlierResult {
  readonly target?: string;
}

export type KnownFields = ReturnType<typeof knownBy>;

/** Throws UsageError and InputError. */
export async function knownFields(options: KnownOptions): Promise<KnownFields> {
  refuseNewAlone(options, 'an earlier compare --json');
  const { target, since: file, new: isNew } = options;
  const { deviations = [] } = await messageTarget(target);
  const today = dayOf(new Date());
  if (file === undefined) return knownBy({ deviations, today });
  const { readEarlierComparison } = await resultReaders();
  const fields = await readEarlierComparison(resultFile(file));
  const wrong = fields.filter((field) => isFailing(field) || field.verdict === 'admitted');
  const known = { file, clauses: new Set(wrong.map(fieldPlace)), isNewAlone: isNew === true };
  return knownBy({ deviations, known, today });
}

/** Deviations name clauses. Fields share one, so that what was wrong earlier is known by its place. */
function knownBy({ deviations, known, today }: Admitting) {
  /** The clauses of deviations that a field showed, and whether one was wrong. */
  const shown = new Map<string, boolean>();
  /** The fields of one comparison: those that are known say so, and do not fail where they are admitted. */
  const marked = (fields: readonly ComparedField[], kind: FlowKind): ComparedField[] =>
    fields.map((field) => {
      const isWrong = isFailing(field);
      const { from, to, verdict, message, clause = clauseOfPlace(to ?? from ?? '', kind) } = field;
      const deviation = deviations.find((it) => it.clause === clause);
      if (deviation) shown.set(deviation.clause, isWrong || shown.get(deviation.clause) === true);
      if (!isWrong) return field;
      const become = violation(deviation, known?.clauses.has(fieldPlace(field)) ? known : undefined, today);
      if (become.reason === undefined) return field;
      const noted = `${message}; ${oneLine(become.reason)}`;
      if (become.verdict === 'violated') return { ...field, message: noted };
      return { ...field, verdict: 'admitted', message: `${verdict}: ${noted}` };
    });
  /** Says which deviations occur in no field that was marked, though some show their clause, and returns how many. */
  const sayStale = (): number => {
    const stale = [...shown].filter(([, isWrong]) => !isWrong);
    for (const [clause] of stale) say(`${clause}: ${STALE}.`);
    return stale.length;
  };
  return { marked, sayStale };
}

function fieldPlace({ from, to }: ComparedField): string {
  return anyItem(from ?? to ?? '');
}
