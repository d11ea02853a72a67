// Every world is made-up data that holds together: ids that are unique, IBANs that could be, of the country of their bank.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import { isIban } from '../../contracts/src/base/formats.ts';
import type { World } from '../../src/runner/control.ts';
import { worlds } from './worlds.ts';

/** How many signs an IBAN of the country has (ISO 13616 registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = { AT: 20, DE: 22, FR: 27 };

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));

test('every file is a world of its name', () => {
  expect(files.map((name) => name.replace('.json', '')).toSorted()).toEqual(Object.keys(worlds).toSorted());
  for (const [name, world] of Object.entries(worlds)) expect(world).toEqual(readJson(textOf(name)));
});

test.each(Object.entries<World>(worlds))(
  '%s is made-up data that holds together',
  (name, { users, categories = [] }) => {
    const wrong = users
      .flatMap(({ bankConnections = [] }) => bankConnections)
      .flatMap(({ accounts, bankCountry = '' }) => accounts.map((account) => ({ ...account, bankCountry })))
      // An IBAN has its check digits, the length and the country of its bank, and ends as the account number says.
      .filter(({ iban = null, bankCountry, number = '' }) => {
        if (iban === null) return false;
        const rightLength = iban.length === IBAN_LENGTHS[bankCountry];
        return !(isIban(iban) && rightLength && iban.startsWith(bankCountry) && iban.includes(number));
      });
    expect(wrong.map(({ id }) => id)).toEqual([]);
    // A sub-category has a parent that is no sub-category itself.
    const parents = categories.filter(({ parentId }) => parentId === undefined).map(({ id }) => id);
    for (const { parentId } of categories) expect([...parents, undefined]).toContain(parentId);
    // A user can only be made up: a reserved mail domain, and a password that says so.
    for (const { id, email, password } of users)
      expect([email, password]).toEqual([`${id}@example.com`, `made-up-password-of-${id}`]);
    // Every number survives being read as a float, for the import reads it so.
    expect(readJson(textOf(name))).toEqual(JSON.parse(textOf(name)));
  },
);

function textOf(name: string): string {
  return readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
}
