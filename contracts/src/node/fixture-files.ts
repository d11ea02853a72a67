/** The fixtures of an operation, each read from its file on first use. */
import { createRequire } from 'node:module';
import type { ExchangeFixture } from '../base/ledgers.ts';

const load = createRequire(import.meta.url);

export function fixturesOf<Name extends string>(
  operationId: string,
  names: readonly Name[],
): Readonly<Record<Name, ExchangeFixture>> {
  const read = names.map((name) => {
    // The published name, since a bundle puts this code into another folder.
    const get = () => load(`bank-access-contracts/fixtures/${operationId}/${name}.json`);
    return [name, { get, enumerable: true }];
  });
  return Object.defineProperties({} as Record<Name, ExchangeFixture>, Object.fromEntries(read));
}
