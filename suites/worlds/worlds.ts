/** The situations that stories begin in, by name; each is a file of made-up data, and its name says what is there. */
import type { World } from '../../src/runner/control.ts';
import severalCountries from './banks-in-several-countries.json' with { type: 'json' };
import idsThatBeginAlike from './ids-that-begin-alike.json' with { type: 'json' };
import names from './names-in-many-scripts.json' with { type: 'json' };
import noIban from './no-iban.json' with { type: 'json' };
import noTwoAlike from './no-two-alike.json' with { type: 'json' };
import oneAccount from './one-account.json' with { type: 'json' };
import oneUserNotUpdated from './one-user-not-updated.json' with { type: 'json' };
import severalUsers from './several-users.json' with { type: 'json' };
import twoAccounts from './two-accounts.json' with { type: 'json' };
import twoConnections from './two-connections.json' with { type: 'json' };

export const worlds = {
  'one-account': oneAccount,
  'two-accounts': twoAccounts,
  'two-connections': twoConnections,
  'several-users': severalUsers,
  'one-user-not-updated': oneUserNotUpdated,
  'no-iban': noIban,
  'banks-in-several-countries': severalCountries,
  'ids-that-begin-alike': idsThatBeginAlike,
  'names-in-many-scripts': names,
  'no-two-alike': noTwoAlike,
} satisfies Readonly<Record<string, World>>;
