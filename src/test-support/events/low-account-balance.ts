/** LOW_ACCOUNT_BALANCE: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import {
  asked,
  type BrokenRow,
  balance,
  balanceDetails,
  balances,
  type EventReading,
  ofParams,
  sent,
} from '../event-reading.ts';
import { documented } from '../field-sabotages.ts';
import { GONE } from '../fixtures.ts';

export const reading: EventReading = {
  params: ['balanceThreshold!', 'accountIds'],
  compared: { balanceThreshold: 250.5 },
  silent: ['MESSAGE-LISTED-ONLY'],
  accounts: ['balanceChanges', 'MESSAGE-LOW'],
  message: [documented('balanceThreshold', 'BigDecimal', 'MESSAGE-LOW-THRESHOLD')],
  details: balanceDetails,
  broken: [
    ...asked('balanceChanges'),
    ...balances(635.24, -635.23, 0),
    ...ofParams('MESSAGE-LISTED-ONLY /balanceChanges', {
      balanceThreshold: 250.5,
      accountIds: '5315530,53155,1531553',
    }),
    // At the threshold, a hundredth above it, and above one that is below zero.
    ...[1.25, 1.24, -45.86].map(
      (to): BrokenRow => [`MESSAGE-LOW ${balance}/newBalance`, { '/balanceThreshold': to }],
    ),
    ...[250.4, '250.5001', '250.40'].flatMap((balanceThreshold) =>
      ofParams('MESSAGE-LOW-THRESHOLD /balanceThreshold', { balanceThreshold }),
    ),
  ],
  brokenRules: [
    ...sent('RULE-LOW-PARAMS-REQUIRED', '/params', GONE),
    ...sent('RULE-LOW-THRESHOLD', '/params/balanceThreshold', GONE, 'low'),
  ],
};
