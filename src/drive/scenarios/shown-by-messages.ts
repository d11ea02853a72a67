/** Which clauses a scenario shows beside its own when its messages come as expected. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { clausesOfSchemas } from '../../../contracts/src/judge/stated-clauses.ts';
import type { Scenario } from './scenario.ts';

/** The clauses that the schemas of its messages state. */
export function shownByMessages({ story, rules }: Scenario): Set<ClauseId> {
  const expected = story.flatMap((step) => ('messages' in step ? step.messages : []));
  const schemas = expected.flatMap(({ rule }) => {
    const { triggerEvent, includeDetails } = rules[rule] ?? {};
    return [`${triggerEvent}.message`, ...(includeDetails ? [`${triggerEvent}.details`] : [])];
  });
  return new Set(clausesOfSchemas([...new Set(schemas)]));
}
