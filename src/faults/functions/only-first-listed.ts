/** Of a list of accounts or bank connections only the first entry is read. */
import type { FaultySeams } from '../fault.ts';
import { readRules } from './read-rules.ts';

export function onlyFirstListed(): FaultySeams {
  return readRules((rule) => {
    const { accountIds, bankConnectionIds } = rule.params;
    const [first = ''] = (accountIds ?? bankConnectionIds ?? '').split(',');
    if (first === (accountIds ?? bankConnectionIds ?? '')) return rule;
    const list = accountIds === undefined ? { bankConnectionIds: first } : { accountIds: first };
    return { ...rule, params: { ...rule.params, ...list } };
  });
}
