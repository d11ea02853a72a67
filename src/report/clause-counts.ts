/** Clauses by id, area, verdict and reason, and how many have each verdict. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import type { Clause } from '../../contracts/src/base/ledgers.ts';
import type { ClauseCount } from '../../contracts/src/judge/clause-count.ts';
import type { ClauseResult, Verdict } from '../runner/verdict.ts';
import { reasonText } from './redaction/redact-exchange.ts';

const CLAUSES = new Map((ledger.clauses as Clause[]).map((clause) => [clause.id, clause]));

/** In the order of the documentation. */
export const AREAS: readonly string[] = 'auth users rules configuration v1 v2 migration notifications'.split(
  ' ',
);

/** Throws for an id that the ledger does not know. */
export function clauseOf(id: string): Clause {
  const clause = CLAUSES.get(id);
  if (!clause) throw new Error(`${id} is not in the ledger`);
  return clause;
}

/** The same of a clause that an earlier result can name though it is no longer there. */
export function clauseFacts(id: string): Pick<Clause, 'area' | 'says' | 'source'> {
  const says = 'This clause is not in the ledger.';
  return CLAUSES.get(id) ?? { area: 'no longer in the ledger', says, source: 'not known' };
}

/** The one result of a clause that every report shows. */
export interface ClauseReport extends ClauseResult {
  readonly area: string;
  readonly says: string;
  readonly source: string;
  /** What was found, or why it is not known, in one line; absent where the clause is upheld. */
  readonly message?: string;
  /** The operation of the call or the trigger event of the message in which that was found, unless `message` names it. */
  readonly call?: string;
  /** The failing place in the exchange or scenario of `message`. */
  readonly pointer?: string;
  /** How the provider refused there, in its own words: 400 "executionDate is in the past". */
  readonly refusal?: string;
}

/** What was found, with the call or message in which it was found: `createBankConnectionImport: url is missing`. */
export function foundText({ call, message = '' }: Pick<ClauseReport, 'call' | 'message'>): string {
  return call === undefined ? message : `${call}: ${message}`;
}

/** The results of each area that has any, in the order of the documentation. */
export function byArea<Result extends { readonly clause: string }>(results: readonly Result[]) {
  const groups = Map.groupBy(results, ({ clause }) => clauseOf(clause).area);
  return [...groups].sort(([a], [b]) => AREAS.indexOf(a) - AREAS.indexOf(b));
}

export const VERDICTS = ['upheld', 'violated', 'admitted', 'unproven', 'out of reach'] as const;

export type Tally = Readonly<Record<Verdict, number>>;

export function tally(results: readonly { readonly verdict: Verdict }[]): Tally {
  const counts = VERDICTS.map((verdict) => [verdict, results.filter((it) => it.verdict === verdict).length]);
  return Object.fromEntries(counts) as Tally;
}

/** The clauses of a verdict by the reason for it, as a report may print it. */
export function byReason<Result extends ClauseResult>(
  clauses: readonly Result[],
  verdict: Verdict,
): [reason: string, clauses: Result[]][] {
  const own = clauses.filter((it) => it.verdict === verdict);
  const groups = Map.groupBy(own, ({ reason }) => reason ?? 'no reason is given');
  return [...groups].map(([reason, alike]) => [reasonText(reason), alike]);
}

/** The clauses of a recording, or of messages that arrived: what is not shown is out of reach. */
export function countedResults(counted: ClauseCount): ClauseResult[] {
  return [...CLAUSES.values()]
    .filter(({ excluded }) => !excluded)
    .map(({ id }) => {
      const clause = id as ClauseResult['clause'];
      return { clause, verdict: counted.verdictOf(clause) ?? 'out of reach' };
    });
}
