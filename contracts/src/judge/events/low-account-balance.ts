/** Checks of LOW_ACCOUNT_BALANCE messages: an item for each account below the threshold of the rule (Trigger semantics 5). */
import compiled from '../../../generated/validators/open/LOW_ACCOUNT_BALANCE.details.js';
import { held, itemCheck, type MessageCheck } from '../clause-check.ts';
import { schemaFindings } from '../schema-findings.ts';
import { isOrdered } from './common.ts';
import { balanceChecks } from './new-account-balance.ts';

/** The balance is strictly below the threshold. */
const lowBalance = itemCheck('MESSAGE-LOW', ({ details = {} }, { message }) => {
  const { newBalance } = details;
  const isLow = isOrdered(newBalance, message.plain['balanceThreshold'], (order) => order < 0, newBalance);
  return held(isLow, '/details/newBalance', 'one below balanceThreshold');
});

/** The details have the schema of NEW_ACCOUNT_BALANCE, which names its own clauses. */
const sameDetails = itemCheck('MESSAGE-LOW-DETAILS', ({ details }, _, settings) => {
  if (details === undefined) return 'silent';
  const at = { pointer: '', clause: 'MESSAGE-LOW-DETAILS' } as const;
  const findings = schemaFindings(compiled, details, at, settings);
  return held(findings.length === 0, '/details', 'those of NEW_ACCOUNT_BALANCE');
});

export const lowAccountBalance: readonly MessageCheck[] = [sameDetails, lowBalance, ...balanceChecks];
