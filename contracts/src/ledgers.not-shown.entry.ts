/** Every fact that the documentation leaves open, and the setting that closes it. */
import ledger from '../generated/not-shown.json' with { type: 'json' };
import type { OpenFact } from './base/ledgers.ts';

export type { OpenFact };
export const openFacts = ledger.facts as readonly OpenFact[];
