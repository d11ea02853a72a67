/** A message carries includeChildCategories only where its rule sets it. */
import type { FaultySeams } from '../fault.ts';

export function childrenOnlyWhenSet(): FaultySeams {
  return {
    plainMessage: (message, { rule }) => {
      if (rule.params.includeChildCategories !== undefined || !('includeChildCategories' in message))
        return message;
      const { includeChildCategories: _, ...rest } = message;
      return rest as typeof message;
    },
  };
}
