/** A message that waits is sent when the first transaction of its update is categorized. */
import { laterBy } from '../../sandbox/clock.ts';
import type { FaultySeams } from '../fault.ts';

export function waitsForTheFirst(): FaultySeams {
  return {
    matches: (matches) => {
      const edited = matches.map((match) => {
        const { at, changes } = match.update;
        if (match.rule.triggerEvent !== 'NEW_TRANSACTIONS' || match.dueAt === at) return match;
        const hours = changes
          .flatMap(({ transactions }) => transactions)
          .map(({ categorizedAfter = 'PT0S' }) => laterBy(categorizedAfter, at, 'categorizedAfter'));
        const dueAt = Math.min(...hours);
        return dueAt < match.dueAt ? { ...match, dueAt } : match;
      });
      return edited.some((match, index) => match !== matches[index]) ? edited : matches;
    },
  };
}
