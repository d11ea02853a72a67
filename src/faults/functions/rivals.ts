/** The matches of one batch update that tell the same user of the same trigger event. */
import type { RuleMatch } from '../../sandbox/batch-update/rule-match.ts';

export function rivalsOf(match: RuleMatch, matches: readonly RuleMatch[]): readonly RuleMatch[] {
  return matches.filter(
    (other) =>
      other !== match &&
      other.update.user === match.update.user &&
      other.rule.triggerEvent === match.rule.triggerEvent,
  );
}
