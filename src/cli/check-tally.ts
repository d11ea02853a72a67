/** Counts what `check` finds: verdicts by operation, violations by clause, reasons and notes. Tallies of threads add up. */

import type { Finding } from '../../contracts/src/judge/clause-check.ts';
import { undocumentedFields } from '../../contracts/src/judge/judge.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import type { CheckedRecord } from '../../contracts/src/records/check-record.ts';
import type { RecordSource } from '../../contracts/src/records/recorded-flows.ts';
import type { RememberedRecord } from '../../contracts/src/records/user-memory.ts';

/** A call or a message. */
export type CheckedSubject = OperationId | TriggerEvent;

/** Records by verdict. */
export type Counts = Record<CheckedRecord['verdict'], number>;

export interface Violation extends Finding {
  readonly file: string;
  /** From 0, in its file. */
  readonly index: number;
  readonly operation: CheckedSubject | null;
  /** The record that it is compared with, where one alone shows nothing. */
  readonly earlier?: RecordSource;
}

export interface Violations {
  count: number;
  /** The first ones by file and index, as many as a report shows. */
  readonly shown: Violation[];
}

/** A tally as JSON. The key of calls that the documentation does not know is empty. */
export interface CheckCounts {
  readonly operations: Readonly<Record<string, Counts>>;
  readonly violations: Readonly<Record<string, Violations>>;
  readonly notes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly reasons: Readonly<Record<string, number>>;
  readonly broken: number;
  readonly unreadable: number;
}

/** Violations of a clause that a report shows. */
const LONGEST_LIST = 10;
/** Notes of one operation. Field names may be ids, a new one in each record. */
const MOST_NOTES = 1000;

export class CheckTally {
  /** By operation; null counts the calls that the documentation does not know, and broken records. */
  readonly operations = new Map<CheckedSubject | null, Counts>();
  /** By clause. */
  readonly violations = new Map<string, Violations>();
  /** By operation, then by what was seen, how often. */
  readonly notes = new Map<CheckedSubject | null, SmallestKeys>();
  /** How many records are not judged for each reason, broken ones aside. */
  readonly reasons = new Map<string, number>();
  broken = 0;
  /** Messages that could not be decrypted at all. */
  unreadable = 0;

  add(file: string, index: number, checked: CheckedRecord): void {
    const { operation, verdict, findings, reason, undocumented = [], exchange } = checked;
    this.#counts(operation)[verdict]++;
    if (checked.isBroken) this.broken++;
    else if (reason !== undefined) this.#reason(reason, 1);
    if (checked.isUnreadable) this.unreadable++;
    for (const finding of findings) this.#violation({ file, index, operation, ...finding });
    // The keys of what is no record at all may be anything, the name of a person too.
    for (const pointer of undocumented)
      if (!checked.isBroken || /^(\/[\w.$-]+)+$/.test(pointer)) this.#note(operation, pointer);
    if (exchange === undefined) return;
    if (verdict === 'refused') this.#note(operation, `refused with status ${exchange.response.status}`);
    undocumentedFields(operation as OperationId, exchange, (pointer) => this.#note(operation, pointer));
  }

  /** Adds what a memory finds of a record that was added before. */
  addRemembered({ place, facts: { operation, verdict, reason }, findings }: RememberedRecord): void {
    if (verdict !== 'violated') {
      const counts = this.#counts(operation);
      counts[verdict]--;
      counts.violated++;
      if (reason !== undefined) this.#reason(reason, -1);
    }
    for (const finding of findings) this.#violation({ ...place, operation, ...finding });
  }

  /** Adds the tally of another part, in any order and grouping. */
  merge({ operations, violations, notes, reasons, broken, unreadable }: CheckCounts): void {
    for (const [name, counts] of Object.entries(operations)) {
      const own = this.#counts(subject(name));
      for (const verdict of Object.keys(own) as (keyof Counts)[]) own[verdict] += counts[verdict];
    }
    for (const [clause, { count, shown }] of Object.entries(violations)) {
      const own = this.#violations(clause);
      own.count += count;
      for (const violation of shown) addShown(own, violation);
    }
    for (const [name, of] of Object.entries(notes))
      for (const [what, times] of Object.entries(of)) this.#note(subject(name), what, times);
    for (const [reason, times] of Object.entries(reasons)) this.#reason(reason, times);
    this.broken += broken;
    this.unreadable += unreadable;
  }

  toJSON(): CheckCounts {
    const named = <Value>(map: ReadonlyMap<string | null, Value>) => sorted(map, (name) => name ?? '');
    return {
      operations: named(this.operations),
      violations: named(this.violations),
      notes: sorted(
        new Map([...this.notes].map(([name, { counts }]) => [name ?? '', sorted(counts, String)])),
        String,
      ),
      reasons: named(this.reasons),
      broken: this.broken,
      unreadable: this.unreadable,
    };
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

  /** Less than none for a while, where a memory knows a record before the thread that counted it hands over its counts. */
  #reason(reason: string, times: number): void {
    addTo(this.reasons, reason, times);
    if (this.reasons.get(reason) === 0) this.reasons.delete(reason);
  }

  #violations(clause: string): Violations {
    const violations = this.violations.get(clause) ?? { count: 0, shown: [] };
    this.violations.set(clause, violations);
    return violations;
  }

  #violation(violation: Violation): void {
    const violations = this.#violations(violation.clause);
    violations.count++;
    addShown(violations, violation);
  }

  #note(operation: CheckedSubject | null, what: string, times = 1): void {
    const notes = this.notes.get(operation) ?? new SmallestKeys(MOST_NOTES);
    this.notes.set(operation, notes);
    notes.add(what, times);
  }
}

/** Counts of so many keys at most, the smallest ones: any other choice would depend on their order. */
class SmallestKeys {
  readonly counts = new Map<string, number>();
  readonly #most: number;
  #largest = '';

  constructor(most: number) {
    this.#most = most;
  }

  add(key: string, times: number): void {
    const isKnown = this.counts.has(key);
    if (!isKnown && this.counts.size === this.#most) {
      if (key > this.#largest) return;
      this.counts.delete(this.#largest);
      this.#largest = '';
    }
    addTo(this.counts, key, times);
    if (isKnown || this.counts.size < this.#most) return;
    for (const each of this.counts.keys()) if (each > this.#largest) this.#largest = each;
  }
}

function addShown({ shown }: Violations, violation: Violation): void {
  const last = shown.at(-1);
  if (shown.length === LONGEST_LIST && last && !isBefore(violation, last)) return;
  let at = shown.length;
  while (at > 0 && isBefore(violation, shown[at - 1] as Violation)) at--;
  shown.splice(at, 0, violation);
  if (shown.length > LONGEST_LIST) shown.pop();
}

function isBefore(one: Violation, other: Violation): boolean {
  if (one.file !== other.file) return one.file < other.file;
  return one.index === other.index ? one.pointer < other.pointer : one.index < other.index;
}

function addTo(counts: Map<string, number>, key: string, times: number): void {
  const sum = (counts.get(key) ?? 0) + times;
  // What a memory takes back may be counted later, by a thread.
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

function subject(name: string): CheckedSubject | null {
  return name === '' ? null : (name as CheckedSubject);
}

/** An object of the entries by name, so that equal tallies are equal texts. */
function sorted<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  nameOf: (key: Key) => string,
): Record<string, Value> {
  const entries = [...map].map(([key, value]): [string, Value] => [nameOf(key), value]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
