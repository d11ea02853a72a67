/** A mapping that loses something of some requests only breaks the clause of what it loses, and no other. */
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { bodyDifferences } from '../../src/runner/body-differences.ts';
import { EXAMPLE_VALUES, fill } from '../../src/runner/call.ts';
import { importMigrationCases } from './import-migration.ts';
import { paymentMigrationCases } from './payment-migration.ts';

type Json = Record<string, unknown>;
type Orders = (Json & { recipient: Json; structuredRemittanceInformation?: string[] })[];

/** Without what is undefined. */
const copy = (v2: unknown) => readJson(writeJson(v2), { keepSource: true }).exact as Json;

/** The clauses that the hand-written cases find broken where each V2 request is changed. */
function brokenBy(mutate: (v2: Json) => void): string[] {
  const clauses = [importMigrationCases, paymentMigrationCases].flatMap(({ cases }) =>
    cases.flatMap(({ flow, v2, clause }) => {
      const expected = fill(v2, EXAMPLE_VALUES) as Json;
      const made = copy(expected);
      mutate(made);
      return bodyDifferences(flow, expected, copy(made), clause).map((difference) => difference.clause);
    }),
  );
  return [...new Set(clauses)].sort();
}

const orders = (change: (orders: Orders) => unknown) => (v2: Json) => {
  if (Array.isArray(v2['orders'])) v2['orders'] = change(v2['orders'] as Orders);
};
const eachOrder = (change: (order: Orders[number], index: number) => void) =>
  orders((all) => {
    all.forEach(change);
    return all;
  });
const linesOf = (change: (lines: string[]) => string[]) =>
  eachOrder((order) => {
    const { structuredRemittanceInformation: lines } = order;
    if (lines) order.structuredRemittanceInformation = change(lines);
  });
const unique = <T>(items: T[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];

const mutations: [says: string, mutation: (v2: Json) => void, breaks: string][] = [
  ['the eleventh order', orders((all) => all.filter((_, at) => at !== 10)), 'MIGRATION-ORDERS'],
  ['the last of many orders', orders((all) => all.slice(0, 119)), 'MIGRATION-ORDERS'],
  ['all orders after the tenth', orders((all) => all.slice(0, 10)), 'MIGRATION-ORDERS'],
  ['the second of two orders that are alike', orders(unique), 'MIGRATION-ORDERS'],
  [
    'the order of twelve orders',
    orders((all) => (all.length > 9 ? all.toReversed() : all)),
    'MIGRATION-ORDERS',
  ],
  [
    'the name in the twelfth order',
    eachOrder((order, at) => {
      if (at === 11) order.recipient['name'] = undefined;
    }),
    'MIGRATION-COUNTERPART-NAME',
  ],
  ['a line of remittance that is there twice', linesOf(unique), 'MIGRATION-SAME-NAME'],
  ['the lines of remittance after the tenth', linesOf((all) => all.slice(0, 10)), 'MIGRATION-SAME-NAME'],
  [
    'the country of an address',
    eachOrder(({ recipient }) => {
      const address = recipient['address'] as Json | undefined;
      if (address) address['country'] = undefined;
    }),
    'MIGRATION-SAME-NAME',
  ],
  [
    'what is false',
    (v2) => {
      for (const key of Object.keys(v2)) if (v2[key] === false) delete v2[key];
    },
    'MIGRATION-SAME-NAME',
  ],
];
test.each(mutations)('a mapping that loses %s breaks one clause', (_, mutation, breaks) => {
  expect(brokenBy(mutation)).toEqual([breaks]);
});
