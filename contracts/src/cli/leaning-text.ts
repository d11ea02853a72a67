/** Many clauses in few words: an area as a whole, a few by their ids, of more than `most` the number. */
import ledger from '../../generated/clauses.json' with { type: 'json' };

const MOST_NAMED = 6;

export function leaningText(ids: readonly string[], most = MOST_NAMED): string {
  if (ids.length === 0) return 'nothing: no case depends on it';
  const known = ledger.clauses.filter(({ level }) => level !== 'excluded');
  const areas = new Set(known.map(({ area }) => area));
  const parts = [...areas].flatMap((area) => {
    const clauses = known.filter((clause) => clause.area === area);
    const own = clauses.map(({ id }) => id).filter((id) => ids.includes(id));
    if (own.length === 0) return [];
    if (own.length === clauses.length) return [`all ${own.length} clauses of ${area}`];
    return own.length <= most ? own : [`${own.length} of ${clauses.length} clauses of ${area}`];
  });
  return parts.join(', ');
}
