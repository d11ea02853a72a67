/** The fixtures of an operation, each read from its file when it is first asked for. */
import { readFileSync } from 'node:fs';
import type { ExchangeFixture } from '../base/ledgers.ts';

// In the package, dist/chunks is as deep as this folder.
const FOLDER = new URL('../../generated/fixtures/', import.meta.url);

export function fixturesOf<Name extends string>(
  operationId: string,
  names: readonly Name[],
): Readonly<Record<Name, ExchangeFixture>> {
  const read = names.map((name) => {
    let fixture: ExchangeFixture | undefined;
    const get = () => {
      fixture ??= JSON.parse(readFileSync(new URL(`${operationId}/${name}.json`, FOLDER), 'utf8'));
      return fixture;
    };
    return [name, { get, enumerable: true }];
  });
  return Object.defineProperties({} as Record<Name, ExchangeFixture>, Object.fromEntries(read));
}
