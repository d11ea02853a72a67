/** A list is taken for one identifier, commas and all. */
import type { FaultySeams } from '../fault.ts';
import { readRules } from './read-rules.ts';

export function listAsOneId(): FaultySeams {
  return readRules((rule) =>
    rule.params.accountIds?.includes(',')
      ? { ...rule, params: { ...rule.params, accountIds: rule.params.accountIds.replaceAll(',', ';') } }
      : rule,
  );
}
