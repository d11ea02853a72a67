/** How much of what a run saw is kept for its reports. */
import { isObject } from '../../contracts/src/base/json-value.ts';
import type { CaseFinding, CaseResult } from './verdict.ts';

/** By `sizeOf`. The largest case of the catalogue has 200,000 at the sandbox, and all of them have 4,000,000. */
const MOST_OF_CASE = 500_000;
const MOST_OF_RUN = 16_000_000;
/** Of each clause that a case breaks, where its evidence is not kept. */
const MOST_FINDINGS = 10;

/** A function that returns each result as it is kept: without its evidence where that is too large, or the run has too much. */
export function evidenceBudget(): (result: CaseResult) => CaseResult {
  let left = MOST_OF_RUN;
  return (result) => {
    const { exchanges, findings, played, ...rest } = result;
    const size = sizeOf([exchanges, findings, played]);
    if (size > MOST_OF_CASE || size > left)
      // A copy: a part of a text would keep the whole text in memory.
      return structuredClone({ ...rest, exchanges: [], findings: firstFindings(findings), isCut: true });
    left -= size;
    return result;
  };
}

function firstFindings(findings: readonly CaseFinding[]): CaseFinding[] {
  const byClause = Map.groupBy(findings, ({ clause }) => clause);
  return [...byClause.values()].flatMap((found) => found.slice(0, MOST_FINDINGS));
}

/** How much of a report a value takes, in characters. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((size: number, item) => size + sizeOf(item), 2);
  if (!isObject(value)) return String(value).length + 2;
  return Object.entries(value).reduce((size, [name, part]) => size + name.length + sizeOf(part), 2);
}
