/** Whether a run shows both flows side by side. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };

const OF_FLOWS = new Set(
  ledger.clauses.filter(({ area }) => ['v1', 'v2', 'migration'].includes(area)).map(({ id }) => id),
);

/** The flows leave a payment and web forms: a target that outlives the run gets them when a chosen case is about them. */
export function showsFlows(outlives: boolean, chosen: readonly { readonly clause: ClauseId }[]): boolean {
  return !outlives || chosen.some(({ clause }) => OF_FLOWS.has(clause));
}
