/** A rule without a list speaks of the first account or bank connection of its user alone. */
import type { FaultySeams } from '../fault.ts';
import { readRules } from './read-rules.ts';

export function unlistedMeansFirst(): FaultySeams {
  return readRules((rule, { bankConnections: [first] }) => {
    const { accountIds, bankConnectionIds } = rule.params;
    if (!first || accountIds !== undefined || bankConnectionIds !== undefined) return rule;
    const list =
      rule.triggerEvent === 'BANK_LOGIN_ERROR'
        ? { bankConnectionIds: String(first.id) }
        : { accountIds: String(first.accounts[0]?.id) };
    return { ...rule, params: { ...rule.params, ...list } };
  });
}
