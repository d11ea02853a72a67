/** A rule that says nothing of sub-categories is read as one that does without them. */
import type { FaultySeams } from '../fault.ts';
import { readRules } from './read-rules.ts';

export function childrenOffByDefault(): FaultySeams {
  return readRules((rule) =>
    rule.triggerEvent === 'CATEGORY_CASH_FLOW' && rule.params.includeChildCategories === undefined
      ? { ...rule, params: { ...rule.params, includeChildCategories: false } }
      : rule,
  );
}
