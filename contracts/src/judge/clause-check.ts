/** A check that cites a clause, and what it finds. */
import type { ClauseId } from '../../generated/clause-id.ts';
import type { Settings } from './settings.ts';

/** A violation: the clause, the place, and in words what is there instead of what is due. */
export interface Finding {
  readonly clause: ClauseId;
  /** JSON Pointer into the exchange or message that was judged. */
  readonly pointer: string;
  /** `<what> is <found>, not <wanted>`; never a secret or personal data. */
  readonly message: string;
}

/** A finding whose clause is known from its check. */
export type Breach = Omit<Finding, 'clause'>;

/** `upheld`: what was judged shows that the clause is kept; `silent`: it shows nothing of it. */
export type CheckResult = 'upheld' | 'silent' | readonly Breach[];

/** What one exchange or message can show of a clause beyond its schemas. */
export interface ClauseCheck<Subject> {
  readonly clause: ClauseId;
  readonly check: (subject: Subject, settings: Settings) => CheckResult;
  /** Compares the answer with the request: a mock that answers with examples cannot keep it. */
  readonly readsRequest?: true;
}

export function breach(pointer: string, message: string): readonly Breach[] {
  return [{ pointer, message }];
}

export function findingsOf<Subject>(
  checks: readonly ClauseCheck<Subject>[],
  subject: Subject,
  settings: Settings,
): Finding[] {
  const findings: Finding[] = [];
  for (const { clause, check } of checks) {
    const result = check(subject, settings);
    if (typeof result === 'string') continue;
    for (const { pointer, message } of result) findings.push({ clause, pointer, message });
  }
  return findings;
}

/** The clauses that are upheld or broken. */
export function shownBy<Subject>(
  checks: readonly ClauseCheck<Subject>[],
  subject: Subject,
  settings: Settings,
): ClauseId[] {
  return checks.filter(({ check }) => check(subject, settings) !== 'silent').map(({ clause }) => clause);
}
