/** Checks of LOW_ACCOUNT_BALANCE messages: an item for each account below the threshold of the rule (Trigger semantics 5). */
import open from '../../../generated/validators/open.js';
import { compareDecimals, difference, mayBeFloatLoss } from '../../base/decimal.ts';
import { breach, type EventChecks, itemCheck } from '../clause-check.ts';
import { schemaFindings } from '../schema-findings.ts';
import * as common from './common.ts';

/** Strictly below: a balance at the threshold is not low. */
const lowBalance = itemCheck('MESSAGE-LOW', ({ exactDetails }, { exact }) => {
  if (exactDetails === undefined) return 'silent';
  const { newBalance } = exactDetails;
  const { balanceThreshold } = exact;
  const above = compareDecimals(newBalance, balanceThreshold);
  if (above === undefined) return 'silent';
  if (above < 0) return 'upheld';
  const apart = difference(newBalance, balanceThreshold);
  if (mayBeFloatLoss(apart, newBalance)) return 'silent';
  return breach('/details/newBalance', 'newBalance is balanceThreshold or above, not below it');
});

/** The schema of the details is that of NEW_ACCOUNT_BALANCE, and names its clauses. */
const sameDetails = itemCheck('MESSAGE-LOW-DETAILS', ({ details }, _, settings) => {
  if (details === undefined) return 'silent';
  const at = { pointer: '', name: 'details', clause: 'MESSAGE-LOW-DETAILS' } as const;
  const findings = schemaFindings(open['LOW_ACCOUNT_BALANCE.details'], details, at, settings);
  if (findings.length === 0) return 'upheld';
  return breach('/details', 'details are not those of NEW_ACCOUNT_BALANCE');
});

export const lowAccountBalance: EventChecks = {
  ofMessage: [
    sameDetails,
    ...common.ofItems('MESSAGE-LOW'),
    common.exactBalanceChange,
    lowBalance,
    ...common.accountOfDetails,
  ],
  ofRule: [...common.ofItemRule, common.repeatsThreshold('MESSAGE-LOW-THRESHOLD')],
};
