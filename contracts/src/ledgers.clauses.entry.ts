/** Every sentence of the documentation that can be false alone, with its id. */
import ledger from '../generated/clauses.json' with { type: 'json' };
import type { Clause } from './base/ledgers.ts';

export type { Clause };
export const clauses = ledger.clauses as readonly Clause[];
