/** A rule of a sub-category without includeChildCategories finds no transaction. */
import { keyOfText } from '../../sandbox/id-key.ts';
import type { FaultySeams } from '../fault.ts';
import { readRules } from './read-rules.ts';

export function subCategoryNeedsChildren(): FaultySeams {
  return readRules((rule, _, { categories }) => {
    const { categoryId = '', includeChildCategories = true } = rule.params;
    const parent = categories.get(keyOfText(categoryId))?.parentId;
    if (parent === undefined || includeChildCategories) return rule;
    return { ...rule, params: { ...rule.params, categoryId: 'none' } };
  });
}
