/** Counts what `check` finds: verdicts by operation, findings by clause, reasons and notes. */

import { forgetOthers } from '../../contracts/src/base/smallest.ts';
import { type CheckedRecord, isOfProvider } from '../../contracts/src/evidence/check-record.ts';
import type { RecordSource } from '../../contracts/src/evidence/recorded-flows.ts';
import type { RememberedRecord } from '../../contracts/src/evidence/user-memory.ts';
import type { Finding } from '../../contracts/src/judge/clause-check.ts';
import { undocumentedFields } from '../../contracts/src/judge/judge.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';

/** A call or a message. */
export type CheckedSubject = OperationId | TriggerEvent;

/** Records by verdict. */
export type Counts = Record<CheckedRecord['verdict'], number>;

export interface PlacedFinding extends Finding {
  readonly file: string;
  /** From 0, in its file. */
  readonly index: number;
  readonly operation: CheckedSubject | null;
  /** The record that it is compared with, where one alone shows nothing. */
  readonly earlier?: RecordSource;
}

export interface FoundOfClause {
  count: number;
  /** The first ones by file and index, as many as a report shows. */
  readonly shown: PlacedFinding[];
}

/** Findings on a clause that a report shows. */
const LONGEST_LIST = 10;
/** Notes of one operation. Field names may be ids, a new one in each record. */
export const MOST_NOTES = 1000;

export class CheckTally {
  /** By operation; null counts the calls that the documentation does not know, and broken records. */
  readonly operations = new Map<CheckedSubject | null, Counts>();
  /** By whose mistake it is and clause. */
  readonly findings = {
    provider: new Map<string, FoundOfClause>(),
    client: new Map<string, FoundOfClause>(),
  };
  /** By operation, then by what was seen, how often. */
  readonly notes = new Map<CheckedSubject | null, Map<string, number>>();
  /** How many records are not judged for each reason, broken ones aside. */
  readonly reasons = new Map<string, number>();
  broken = 0;
  /** Messages that could not be decrypted at all. */
  unreadable = 0;

  add(file: string, index: number, checked: CheckedRecord): void {
    const { operation, verdict, findings, reason, undocumented = [], exchange } = checked;
    this.#counts(operation)[verdict]++;
    if (checked.isBroken) this.broken++;
    else if (reason !== undefined) addTo(this.reasons, reason, 1);
    forgetOthers(this.reasons, MOST_NOTES);
    if (checked.isUnreadable) this.unreadable++;
    for (const finding of findings) this.#found({ file, index, operation, ...finding });
    // The keys of what is no record at all may be anything, the name of a person too.
    for (const pointer of undocumented)
      if (!checked.isBroken || /^(\/[\w.$-]+)+$/.test(pointer)) this.#note(operation, pointer);
    if (exchange === undefined) return;
    if (verdict === 'refused') this.#note(operation, `refused with status ${exchange.response.status}`);
    undocumentedFields(operation as OperationId, exchange, (pointer) => this.#note(operation, pointer));
  }

  /** Adds what a memory finds of a record that was added before. */
  addRemembered({ place, facts: { operation, verdict, reason }, findings }: RememberedRecord): void {
    if (verdict !== 'violated' && findings.some(isOfProvider)) {
      const counts = this.#counts(operation);
      counts[verdict]--;
      counts.violated++;
      if (reason !== undefined) addTo(this.reasons, reason, -1);
    }
    for (const finding of findings) this.#found({ ...place, operation, ...finding });
  }

  total(verdict: keyof Counts): number {
    return [...this.operations.values()].reduce((sum, counts) => sum + counts[verdict], 0);
  }

  #counts(operation: CheckedSubject | null): Counts {
    let counts = this.operations.get(operation);
    if (!counts) {
      counts = { upheld: 0, violated: 0, refused: 0, 'not-judged': 0 };
      this.operations.set(operation, counts);
    }
    return counts;
  }

  /** How many there are about the provider or the client. */
  count(about: Finding['about']): number {
    return [...this.findings[about].values()].reduce((sum, { count }) => sum + count, 0);
  }

  #found(finding: PlacedFinding): void {
    const all = this.findings[finding.about];
    const found = all.get(finding.clause) ?? { count: 0, shown: [] };
    all.set(finding.clause, found);
    found.count++;
    found.shown.push(finding);
    found.shown.sort(byPlace);
    if (found.shown.length > LONGEST_LIST) found.shown.pop();
  }

  #note(operation: CheckedSubject | null, what: string): void {
    const notes = this.notes.get(operation) ?? new Map<string, number>();
    this.notes.set(operation, notes);
    addTo(notes, what, 1);
    forgetOthers(notes, MOST_NOTES);
  }
}

function byPlace(a: PlacedFinding, b: PlacedFinding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  if (a.index !== b.index) return a.index - b.index;
  return a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0;
}

function addTo(counts: Map<string, number>, key: string, times: number): void {
  const sum = (counts.get(key) ?? 0) + times;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
