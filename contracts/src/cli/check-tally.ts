/** What a run of `check` came to: counts by operation, violations by clause, and notes. */
import type { Finding } from '../judge/finding.ts';
import type { OperationId } from '../judge/operation.ts';
import { undocumentedFields } from '../judge/undocumented.ts';
import type { CheckedRecord } from '../record/check-record.ts';

export interface Counts {
  upheld: number;
  violated: number;
  'not-judged': number;
}

export interface Violation extends Finding {
  readonly file: string;
  /** From 0, in its file. */
  readonly index: number;
  readonly operation: OperationId;
}

export interface Violations {
  count: number;
  /** The first ones, as many as a report shows. */
  readonly shown: Violation[];
}

/** Beyond this a list in a report helps nobody. */
const LONGEST_LIST = 10;
/** Field names may be ids, a new one in each record; so many are kept apart for one operation. */
const MOST_NOTES = 1000;

export class CheckTally {
  /** By operation; null counts the calls that the documentation does not know, and records too broken to tell. */
  readonly operations = new Map<OperationId | null, Counts>();
  /** By clause. */
  readonly violations = new Map<string, Violations>();
  /** By operation, then by what was seen, how often. */
  readonly notes = new Map<OperationId, Map<string, number>>();
  broken = 0;

  add(file: string, index: number, { operation, verdict, findings, broken, exchange }: CheckedRecord): void {
    this.#counts(operation)[verdict]++;
    if (broken !== undefined) this.broken++;
    if (operation === null || !exchange) return;
    for (const finding of findings) this.#violation({ file, index, operation, ...finding });
    const { status } = exchange.response;
    if (status >= 500 && status < 600) this.#note(operation, `refused with status ${status}`);
    undocumentedFields(operation, exchange, (pointer) => this.#note(operation, pointer));
  }

  total(verdict: keyof Counts): number {
    return [...this.operations.values()].reduce((sum, counts) => sum + counts[verdict], 0);
  }

  #counts(operation: OperationId | null): Counts {
    let counts = this.operations.get(operation);
    if (!counts) {
      counts = { upheld: 0, violated: 0, 'not-judged': 0 };
      this.operations.set(operation, counts);
    }
    return counts;
  }

  #violation(violation: Violation): void {
    const violations = this.violations.get(violation.clause) ?? { count: 0, shown: [] };
    this.violations.set(violation.clause, violations);
    violations.count++;
    if (violations.shown.length < LONGEST_LIST) violations.shown.push(violation);
  }

  #note(operation: OperationId, what: string): void {
    const notes = this.notes.get(operation) ?? new Map<string, number>();
    this.notes.set(operation, notes);
    if (notes.size < MOST_NOTES || notes.has(what)) notes.set(what, (notes.get(what) ?? 0) + 1);
  }
}
