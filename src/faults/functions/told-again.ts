/** Transactions that an earlier update told a rule of count as new in every later one of their account. */
import { AccountChange } from '../../sandbox/batch-update/account-change.ts';
import type { Counted } from '../../sandbox/seams.ts';
import type { FaultySeams } from '../fault.ts';
import { some } from './counted-otherwise.ts';

/** `beside` new ones that count alone, or at every update of the account. */
export function toldAgain(when: 'beside' | 'always'): () => FaultySeams {
  return () => {
    const told = new Map<string, Counted>();
    return {
      ruleMatches: (counted, rule, subject) => {
        if (!(subject instanceof AccountChange)) return counted;
        const key = `${rule.id} ${subject.account.id}`;
        const earlier = told.get(key) ?? [];
        if (earlier.length === 0 || (when === 'beside' && counted === undefined)) {
          if (counted && counted.length > 0) told.set(key, counted);
          return counted;
        }
        const all = [...earlier, ...(counted ?? [])];
        told.set(key, all);
        return some(all);
      },
    };
  };
}
