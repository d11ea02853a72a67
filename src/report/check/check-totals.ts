/** What `check` counts: verdicts by operation, findings by clause, and what else was seen. */

import {
  type Finding,
  type RecordSource,
  type WordedFinding,
  worded,
} from '../../../contracts/src/base/finding.ts';
import { anyItem, nullsIn } from '../../../contracts/src/base/json-value.ts';
import { jsonOf } from '../../../contracts/src/judge/exchange.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import { type CheckedRecord, isOfProvider } from '../../../contracts/src/recordings/check-record.ts';
import { added } from '../../evidence/assessment.ts';
import { ClauseCount } from '../../evidence/clause-count.ts';
import {
  addUndocumented,
  byName,
  countName,
  type UndocumentedCalls,
} from '../../evidence/undocumented-calls.ts';
import { dayOf, withAdmitted } from '../../runner/clause-results.ts';
import type { Deviation } from '../../runner/targets/target-file.ts';
import type { ClauseResult } from '../../runner/verdict.ts';
import { countedResults } from '../clause-counts.ts';

export const RECORD_VERDICTS = ['upheld', 'violated', 'refused', 'not-judged'] as const;
type Verdict = (typeof RECORD_VERDICTS)[number];
type Counts = Record<string, number>;

function noCounts() {
  return {
    /** Records by operation and verdict; the operation is empty for what is not documented and for broken records. */
    operations: byName<Record<Verdict, number>>(),
    /** How many records are not judged for each reason, without broken ones. */
    reasons: byName<number>(),
    /** How often an operation had undocumented fields at each JSON Pointer. */
    notes: byName<Counts>(),
    /** How often a request had null, which carries nothing, at each JSON Pointer. */
    nulls: byName<Counts>(),
    /** How often an operation got an error response of each status. */
    errorResponses: byName<Counts>(),
    undocumentedCalls: byName<UndocumentedCalls[string]>(),
    /** Records, and files, that cannot be read. */
    broken: 0,
    files: 0,
  };
}

/** The last line of `check --json`; `shown` is how many calls and messages showed something of each clause. */
export interface Totals
  extends Readonly<ReturnType<typeof noCounts>>,
    Pick<CheckTotals, 'providerOnly' | 'known'> {
  readonly shown: Counts;
  readonly findings: TotalFindings;
}

/** How many findings each clause has, and the first ones. */
type TotalFindings = Record<
  Finding['about'],
  Record<string, { readonly count: number; readonly first: readonly WordedFinding[] }>
>;

/** What is known already: by the target file, and by an earlier `check --json`. */
interface KnownFindings {
  readonly deviations: readonly Deviation[];
  /** The clauses that the provider and the client broke earlier. */
  readonly since?: Readonly<Record<Finding['about'], readonly string[]>> & { readonly file: string };
  /** Whether what was found earlier does not count. */
  readonly isNew: boolean;
  readonly settings: Settings;
}

/** The counts of a recording; those of its parts are added. */
export class CheckTotals {
  readonly counts = noCounts();
  readonly clauses = new ClauseCount();
  /** Whether findings about the client do not count for the exit code. */
  readonly providerOnly: boolean;
  /** Set by `check --target` and `--since`. */
  readonly known: KnownFindings | undefined;

  constructor(providerOnly: boolean, known?: KnownFindings) {
    this.providerOnly = providerOnly;
    this.known = known;
  }

  add(source: RecordSource, checked: CheckedRecord): void {
    const { verdict, findings, reason, undocumented, missing = [], evidence } = checked;
    const { counts } = this;
    const operation = checked.operation ?? '';
    this.#countsOf(operation)[verdict]++;
    if (checked.isBroken) counts.broken++;
    else if (reason !== undefined) countName(counts.reasons, reason);
    this.clauses.show(checked.shows);
    this.addFindings(source, checked.operation, findings);
    // A name of the other version is a finding already.
    const found = new Set(findings.map(({ pointer }) => anyItem(pointer)));
    for (const pointer of undocumented) if (!found.has(pointer)) countBelow(counts.notes, operation, pointer);
    if (evidence?.kind !== 'call') return;
    for (const pointer of nullsIn(jsonOf(evidence.request.body)))
      countBelow(counts.nulls, operation, `/request/body${pointer}`);
    if (evidence.operation === null) addUndocumented(counts.undocumentedCalls, evidence);
    const status = `${evidence.response?.status}`;
    if (verdict === 'refused') countBelow(counts.errorResponses, operation, status);
    for (const field of missing) countBelow(counts.errorResponses, operation, `${status} without ${field}`);
  }

  /** What is found of a record beside others violates it, if nothing did before. */
  addHistory(
    source: RecordSource,
    { operation, verdict: own }: Pick<CheckedRecord, 'operation' | 'verdict'>,
    found: readonly Finding[],
  ): Verdict {
    const verdict = found.some(isOfProvider) ? 'violated' : own;
    const counts = this.#countsOf(operation ?? '');
    counts[own]--;
    counts[verdict]++;
    this.addFindings(source, operation, found);
    return verdict;
  }

  addFindings({ file, index }: RecordSource, operation: string | null, findings: readonly Finding[]): void {
    for (const finding of findings) this.clauses.find({ ...finding, file, index, operation });
  }

  /** Adds the counts of another part of the recording. */
  addTotals({ providerOnly: _, known: __, shown, findings, ...counts }: Totals): void {
    Object.assign(this.counts, added(this.counts, counts));
    for (const [clause, times] of Object.entries(shown))
      this.clauses.show([clause as Finding['clause']], times);
    for (const about of ['provider', 'client'] as const)
      for (const found of Object.values(findings[about])) this.clauses.add(about, found);
  }

  toJSON(): Totals {
    const { counts, clauses, providerOnly, known } = this;
    const said = (about: Finding['about']) =>
      Object.fromEntries(
        [...clauses.findings[about]].map(([clause, { count, first }]) => [
          clause,
          { count, first: first.map(worded) },
        ]),
      );
    const findings = { provider: said('provider'), client: said('client') };
    return { ...counts, providerOnly, known, shown: Object.fromEntries(clauses.shown), findings };
  }

  total(verdict: Verdict): number {
    return Object.values(this.counts.operations).reduce((sum, counts) => sum + counts[verdict], 0);
  }

  /** The clauses by what the provider did, or those that requests broke, with what is admitted. */
  results(about: Finding['about'] = 'provider'): readonly ClauseResult[] {
    const broken = [...this.clauses.findings.client.keys()];
    const results =
      about === 'provider'
        ? countedResults(this.clauses)
        : broken.map((clause) => ({ clause, verdict: 'violated' as const }));
    if (!this.known) return results;
    const { deviations, since, isNew } = this.known;
    return withAdmitted(results, {
      deviations: about === 'provider' ? deviations : [],
      known: since && { file: since.file, clauses: new Set(since[about]), isNewAlone: isNew },
      today: dayOf(new Date()),
    });
  }

  /** What an exit code depends on. */
  result() {
    const counted = [...this.results(), ...(this.providerOnly ? [] : this.results('client'))];
    return {
      judged: this.total('upheld') + this.total('violated'),
      wrong: counted.filter(({ verdict }) => verdict === 'violated').length,
      unknown: this.counts.broken + this.counts.files,
    };
  }

  #countsOf(operation: string): Record<Verdict, number> {
    const { operations } = this.counts;
    operations[operation] ??= { upheld: 0, violated: 0, refused: 0, 'not-judged': 0 };
    return operations[operation];
  }
}

/** What the whole comes to of which these are parts; it is judged as the first of them. */
export function sumOf(parts: readonly Totals[]): CheckTotals {
  const [first] = parts;
  const totals = new CheckTotals(first?.providerOnly === true, first?.known);
  for (const part of parts) totals.addTotals(part);
  return totals;
}

function countBelow(all: Record<string, Counts>, operation: string, name: string): void {
  all[operation] ??= byName();
  countName(all[operation], name);
}
