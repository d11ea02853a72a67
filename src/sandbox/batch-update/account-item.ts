/** An account as an item of a message, and the details of its balance. */
import { jsonNumber } from '../amount.ts';
import type { Settings } from '../settings.ts';
import type { AccountChange } from './account-change.ts';
import { plainNumber } from './plain-number.ts';
import type { AccountMatch, RuleMatch } from './rule-match.ts';

/** The common account item fields. */
export function accountFields({ change: { account, connection } }: AccountMatch) {
  return {
    accountId: account.id,
    accountName: account.name,
    accountNumber: account.number,
    accountIban: account.iban,
    bankName: connection.bankName,
    bankConnectionName: connection.name,
  };
}

/** Present only for rules with includeDetails (Events 3). */
export function details<Details>({ rule }: RuleMatch, make: () => Details): { details?: Details } {
  return rule.includeDetails ? { details: make() } : {};
}

/** The items of both events of balances. */
export function balanceChanges(match: RuleMatch, settings: Settings) {
  return match.accounts.map((found) => ({
    ...accountFields(found),
    ...details(match, () => balances(found.change, settings)),
  }));
}

/** BALANCE-DETAILS-NULL: the types know only the text. */
function balances(
  { account, connection, oldBalance, newBalance = oldBalance }: AccountChange,
  settings: Settings,
) {
  const unset = settings.balanceDetailsNull ? (null as unknown as string) : '';
  return {
    accountNumber: account.number,
    iban: account.iban ?? unset,
    accountName: account.name,
    bankConnectionName: connection.name ?? unset,
    oldBalance: plainNumber(jsonNumber(oldBalance), settings),
    newBalance: plainNumber(jsonNumber(newBalance), settings),
    balanceChange: plainNumber(jsonNumber(newBalance.minus(oldBalance)), settings),
  };
}
