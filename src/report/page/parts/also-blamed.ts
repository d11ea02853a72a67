/** Which clauses a fault is blamed on beside the one that it breaks: how exactly the checks point at what is wrong. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { FaultResult } from '../../../faults/strength.ts';

/** Results of earlier runs do not tell. */
export type BlamingFault = FaultResult & { readonly alsoViolated?: readonly string[] };

const MOST_NAMED = 3;

/** undefined where no other clause is blamed, or nobody tells. */
export function alsoBlamed({ alsoViolated = [] }: BlamingFault): Html | undefined {
  if (alsoViolated.length === 0) return undefined;
  const named = alsoViolated.slice(0, MOST_NAMED).join(', ');
  const more = alsoViolated.length - MOST_NAMED;
  return html` <span class="source">also blamed: ${named}${more > 0 && ` and ${more} more`}</span>`;
}

export interface BlamedBeside {
  /** At most so many for half of the faults. */
  readonly median: number;
  readonly most: number;
}

/** How many others the faults are blamed on; undefined where none of them tells. */
export function blamedBeside(faults: readonly BlamingFault[]): BlamedBeside | undefined {
  const counts = faults
    .flatMap(({ alsoViolated }) => (alsoViolated ? [alsoViolated.length] : []))
    .sort((a, b) => a - b);
  const [median, most] = [counts[Math.ceil(counts.length / 2) - 1], counts.at(-1)];
  return median === undefined || most === undefined ? undefined : { median, most };
}
