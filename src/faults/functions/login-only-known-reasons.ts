/** A login that failed for an unknown reason is not told of. */
import type { FaultySeams } from '../fault.ts';

export function loginOnlyKnownReasons(): FaultySeams {
  return {
    ruleMatches: (counted, _, subject) =>
      'wrongCredentials' in subject && !subject.wrongCredentials ? undefined : counted,
  };
}
