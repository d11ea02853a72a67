/** Rules as a faulty batch update reads them; their messages are still made of what was set. */
import type { Rule } from '../../sandbox/rule.ts';
import type { State, User } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';

/** `read` gives a rule back as it is where it reads nothing otherwise. */
export function readRules(read: (rule: Rule, user: User, state: State) => Rule): FaultySeams {
  const originals = new WeakMap<Rule, Rule>();
  return {
    rules: (rules, user, state) => {
      const readings = rules.map((rule) => {
        const reading = read(rule, user, state);
        if (reading !== rule) originals.set(reading, rule);
        return reading;
      });
      return readings.every((reading, index) => reading === rules[index]) ? rules : readings;
    },
    matches: (matches) => {
      if (!matches.some(({ rule }) => originals.has(rule))) return matches;
      return matches.map((match) => ({ ...match, rule: originals.get(match.rule) ?? match.rule }));
    },
  };
}
