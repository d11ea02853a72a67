/** Decides whether a rule duplicates one that the user has already (Uniqueness 1 to 5). */
import type { Rule } from '../rule.ts';
import type { Settings } from '../settings.ts';

type Comparable = Pick<Rule, 'triggerEvent' | 'params'>;
type Choices = Pick<Settings, 'rulesWithoutAccountsClash' | 'termsRulesClash' | 'accountIdsOrderMatters'>;

/** `keys` are those of the user's rules: what another user has blocks nobody. */
export function isDuplicate(rule: Comparable, keys: ReadonlySet<string>, settings: Choices): boolean {
  const key = uniquenessKey(rule, settings);
  return key !== undefined && keys.has(key);
}

/**
 * Two rules with the same key duplicate each other, whatever their other params are: the trigger event with the whole
 * value of accountIds or bankConnectionIds, and for CATEGORY_CASH_FLOW also the category. Undefined for a rule that
 * duplicates none.
 */
export function uniquenessKey({ triggerEvent, params }: Comparable, settings: Choices): string | undefined {
  if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return settings.termsRulesClash ? triggerEvent : undefined;
  const ids = triggerEvent === 'BANK_LOGIN_ERROR' ? params.bankConnectionIds : params.accountIds;
  if (ids === undefined && !settings.rulesWithoutAccountsClash) return undefined;
  const category = triggerEvent === 'CATEGORY_CASH_FLOW' ? params.categoryId : undefined;
  // As JSON, so that no id can look like another part of the key.
  return JSON.stringify([triggerEvent, ids === undefined ? null : compared(ids, settings), category]);
}

function compared(ids: string, { accountIdsOrderMatters }: Choices): string {
  return accountIdsOrderMatters ? ids : ids.split(',').sort().join(',');
}
