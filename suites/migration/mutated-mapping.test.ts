/** A mapping that loses something fails in `verify` itself, whatever it says of its fields. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import type * as Mapping from '../../contracts/src/migration/migrate-request.ts';
import { startSandboxInProcess } from '../../src/runner/targets/sandbox-target.ts';
import type { Started } from '../../src/runner/targets/target.ts';
import { runOne } from '../../src/test-support/run-one-case.ts';
import { importMigrationCases } from './import-migration.ts';
import { paymentMigrationCases } from './payment-migration.ts';

type Json = Record<string, unknown>;
type Orders = (Json & { recipient: Json; structuredRemittanceInformation?: string[] })[];

/** Without what is undefined. */
const copy = (v2: unknown) => readJson(writeJson(v2), { keepSource: true }).exact as Json;

let mutate: (v2: Json) => void = () => {};
vi.mock('../../contracts/src/migration/migrate-request.ts', async (original) => {
  const mapping = await original<typeof Mapping>();
  const mutated = (migrated: Mapping.Migrated) => {
    const v2 = copy(migrated.v2);
    mutate(v2);
    return { ...migrated, v2: copy(v2) };
  };
  return {
    ...mapping,
    migrateImport: (...args: Parameters<typeof mapping.migrateImport>) =>
      mutated(mapping.migrateImport(...args)),
    migratePayment: (...args: Parameters<typeof mapping.migratePayment>) =>
      mutated(mapping.migratePayment(...args)),
  };
});

let sandbox: Started;
beforeAll(async () => {
  sandbox = await startSandboxInProcess();
});
afterAll(() => sandbox.stop());

/** The clauses that verify finds broken. */
async function broken(): Promise<string[]> {
  const clauses = new Set<string>();
  for (const row of [importMigrationCases, paymentMigrationCases].flatMap(({ cases }) => cases))
    for (const { clause } of (await runOne('migrations', sandbox.target, row)).findings) clauses.add(clause);
  return [...clauses].sort();
}

test('the mapping as it is breaks nothing', async () => {
  mutate = () => {};
  expect(await broken()).toEqual([]);
});

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
for (const [says, mutation, breaks] of mutations) {
  test(`a mapping that loses ${says} breaks ${breaks} and nothing else`, async () => {
    mutate = mutation;
    expect(await broken()).toEqual([breaks]);
  });
}
