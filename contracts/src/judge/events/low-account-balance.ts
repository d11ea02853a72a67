/** Checks of LOW_ACCOUNT_BALANCE messages: an item for each account below the threshold of the rule (Trigger semantics 5). */
import open from '../../../generated/validators/open.js';
import { compareDecimals, difference, mayBeFloatLoss } from '../../base/decimal.ts';
import { breach } from '../clause-check.ts';
import { checkItems } from '../read-message.ts';
import { schemaFindings } from '../schema-findings.ts';
import {
  detailsOfAllItems,
  detailsOfRule,
  type EventChecks,
  encryption,
  identity,
  listedOnly,
  type MessageCheck,
  oneItemPerMatch,
  plainBankName,
  repeatsThreshold,
} from './common.ts';
import { accountOfDetails, exactBalanceChange } from './new-account-balance.ts';

/** Strictly below: a balance at the threshold is not low. */
const lowBalance: MessageCheck = {
  clause: 'MESSAGE-LOW',
  check: (message, { numberPrecision }) =>
    checkItems(message, ({ exactDetails }) => {
      if (exactDetails === undefined) return 'silent';
      const { newBalance } = exactDetails;
      const { balanceThreshold } = message.exact;
      const above = compareDecimals(newBalance, balanceThreshold);
      if (above === undefined) return 'silent';
      if (above < 0) return 'upheld';
      if (numberPrecision === 'float' && mayBeFloatLoss(difference(newBalance, balanceThreshold), newBalance))
        return 'silent';
      return breach('/details/newBalance', 'newBalance is balanceThreshold or above, not below it');
    }),
};

/** The schema of the details is that of NEW_ACCOUNT_BALANCE, and names its clauses. */
const sameDetails: MessageCheck = {
  clause: 'MESSAGE-LOW-DETAILS',
  check: (message, settings) =>
    checkItems(message, ({ details }) => {
      if (details === undefined) return 'silent';
      const at = { pointer: '', name: 'details', clause: 'MESSAGE-LOW-DETAILS' } as const;
      const findings = schemaFindings(open['LOW_ACCOUNT_BALANCE.details'], details, at, settings);
      if (findings.length === 0) return 'upheld';
      return breach('/details', 'details are others, not the same as those of NEW_ACCOUNT_BALANCE');
    }),
};

export const lowAccountBalance: EventChecks = {
  ofMessage: [
    sameDetails,
    ...encryption,
    plainBankName('MESSAGE-ITEM-BANK-NAME'),
    detailsOfAllItems,
    oneItemPerMatch('MESSAGE-LOW'),
    exactBalanceChange,
    lowBalance,
    ...accountOfDetails,
  ],
  ofRule: [...identity, ...detailsOfRule, listedOnly, repeatsThreshold('MESSAGE-LOW-THRESHOLD')],
};
