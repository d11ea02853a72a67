/** Which clauses a fault is blamed on beside the one that it breaks. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { FaultResult } from '../../../faults/strength.ts';

const MOST_NAMED = 3;

/** undefined where no other clause is blamed, or an earlier release does not tell. */
export function alsoBlamed({ alsoViolated = [] }: FaultResult): Html | undefined {
  if (alsoViolated.length === 0) return undefined;
  const named = alsoViolated.slice(0, MOST_NAMED).join(', ');
  const more = alsoViolated.length - MOST_NAMED;
  return html` <span class="source">also blamed: ${named}${more > 0 && ` and ${more} more`}</span>`;
}
