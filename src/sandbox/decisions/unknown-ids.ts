/** Decides whether a rule names accounts, bank connections or a category that its user does not have (RULE-UNKNOWN-IDS). */
import { keyOf, keyOfText, keysOfList } from '../id-key.ts';
import type { Rule } from '../rule.ts';
import type { State, User } from '../state.ts';

export function namesUnknownIds(
  { params }: Pick<Rule, 'params'>,
  { bankConnections }: Pick<User, 'bankConnections'>,
  categories: State['categories'],
): boolean {
  const { accountIds, bankConnectionIds, categoryId } = params;
  const accounts = bankConnections.flatMap((connection) => connection.accounts);
  return (
    isOther(accountIds, accounts) ||
    isOther(bankConnectionIds, bankConnections) ||
    (categoryId !== undefined && !categories.has(keyOfText(categoryId)))
  );
}

function isOther(ids: string | undefined, own: readonly { readonly id: number }[]): boolean {
  if (ids === undefined) return false;
  const known = new Set(own.map(({ id }) => keyOf(id)));
  return [...keysOfList(ids)].some((key) => !known.has(key));
}
