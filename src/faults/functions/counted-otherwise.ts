/** A faulty provider that counts other things of a changed account than a rule asks for. */
import { AccountChange } from '../../sandbox/batch-update/account-change.ts';
import type { Rule } from '../../sandbox/rule.ts';
import type { Counted } from '../../sandbox/seams.ts';
import type { FaultySeams } from '../fault.ts';

/** `count` gives undefined where the rule is not to match; an empty list counts for the events of balances alone. */
export function countedOtherwise(
  count: (change: AccountChange, rule: Rule, counted: Counted | undefined) => Counted | undefined,
): () => FaultySeams {
  return () => ({
    ruleMatches: (counted, rule, subject) =>
      subject instanceof AccountChange ? count(subject, rule, counted) : counted,
  });
}

/** What an event of balances counts where it fires. */
export const NOTHING_MORE: Counted = [];

/** Undefined for none, so that nothing fires. */
export function some(counted: Counted): Counted | undefined {
  return counted.length > 0 ? counted : undefined;
}
