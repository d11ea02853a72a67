/** A rule without a list waits for an update in which all accounts, or all bank connections, of its user match. */
import type { FaultySeams } from '../fault.ts';

export function allAccountsMustMatch(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(({ rule: { params, triggerEvent }, accounts, failedLogins, update }) => {
        if ((params.accountIds ?? params.bankConnectionIds) !== undefined) return true;
        if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return true;
        const connections = update.user.bankConnections;
        if (triggerEvent === 'BANK_LOGIN_ERROR') return failedLogins.length === connections.length;
        return accounts.length === connections.flatMap((connection) => connection.accounts).length;
      });
      return left.length < matches.length ? left : matches;
    },
  };
}
