/** How a verdict is shown: its sign, its tone and its words, the same in every report. */
import type { Verdict } from '../runner/verdict.ts';

/** What it means to a reader; the terminal and the style sheet of the page have a colour for each. */
export type Tone = 'good' | 'bad' | 'unsure' | 'faint';

interface Shown {
  readonly sign: string;
  readonly tone: Tone;
  /** The element of its test in `junit.xml`. */
  readonly junit?: 'failure' | 'error' | 'skipped';
  /** What the page says of such clauses. */
  readonly lead: string;
}

/** The worst first. */
export const SHOWN: Readonly<Record<Verdict, Shown>> = {
  violated: {
    sign: '✗',
    tone: 'bad',
    junit: 'failure',
    lead: 'The provider violates these clauses. Open one to see the call that shows it.',
  },
  unproven: {
    sign: '?',
    tone: 'unsure',
    junit: 'error',
    lead: 'These clauses could not be checked in this run, for the reasons given.',
  },
  admitted: {
    sign: '✗',
    tone: 'unsure',
    junit: 'skipped',
    lead: 'These clauses are violated, and the target file lists them as deviations.',
  },
  upheld: { sign: '✓', tone: 'good', lead: 'The checks of these clauses ran and held.' },
  'out of reach': {
    sign: '-',
    tone: 'faint',
    junit: 'skipped',
    lead: 'No target of this run can show these clauses, for the reasons given.',
  },
};

export const WORST_FIRST = Object.keys(SHOWN) as Verdict[];

/** Sorts the worst verdict first. */
export function byVerdict(a: { readonly verdict: Verdict }, b: { readonly verdict: Verdict }): number {
  return WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict);
}

/** Whether the provider breaks the clause, admitted or not. */
export function isBroken(verdict: Verdict): verdict is 'violated' | 'admitted' {
  return verdict === 'violated' || verdict === 'admitted';
}

/** A run fails if it does not reach all that is required. */
export function toneOfRun(outcome: Verdict): Tone {
  return outcome === 'out of reach' ? 'bad' : SHOWN[outcome].tone;
}
