/** A rule of a sub-category with includeChildCategories is read as one of the category above it. */
import { keyOfText } from '../../sandbox/id-key.ts';
import type { FaultySeams } from '../fault.ts';
import { readRules } from './read-rules.ts';

export function subCategoryMeansParent(): FaultySeams {
  return readRules((rule, _, { categories }) => {
    const { categoryId = '', includeChildCategories = true } = rule.params;
    const parent = categories.get(keyOfText(categoryId))?.parentId;
    if (parent === undefined || !includeChildCategories) return rule;
    return { ...rule, params: { ...rule.params, categoryId: String(parent) } };
  });
}
