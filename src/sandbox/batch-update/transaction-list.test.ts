// The lists of details: their order, where they end, and what is counted.
import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../sandbox.ts';
import { Notified, rule, worldOf } from './notified.ts';

/** `days` are days of March; the ids count from 1 in the order of the download. */
const bookedOn = (days: readonly number[]) =>
  days.map((day, at) => ({
    id: at + 1,
    bankBookingDate: new Date(Date.UTC(2026, 2, day)).toISOString(),
    amount: -(at + 1),
    counterpartIban: 'FR76',
    categoryId: 7,
  }));

async function listOf(
  event: string,
  params: Record<string, unknown>,
  days: readonly number[],
  { includeDetails = true, ...options }: SandboxOptions & { includeDetails?: boolean } = {},
): Promise<{ ids: number[] | undefined; count: number | undefined }> {
  const notified = new Notified(worldOf([rule('a', event, params, includeDetails)]), options);
  await notified.update({ accounts: [{ accountId: 101, transactions: bookedOn(days) }] });
  const [message] = await notified.messages();
  const [item] = message.newTransactions ?? message.categoryCashFlows;
  const list = item.details?.transactionDetails ?? item.details?.transactions;
  return {
    ids: list?.map(({ id }: { id: number }) => id),
    count: item.newTransactionsCount ?? item.transactionsCount,
  };
}

const PARAMS: Record<string, Record<string, unknown>> = {
  NEW_TRANSACTIONS: {},
  HIGH_TRANSACTION_AMOUNT: { absoluteAmountThreshold: 0 },
  FOREIGN_MONEY_TRANSFER: {},
  CATEGORY_CASH_FLOW: { categoryId: '7' },
};

for (const [event, params] of Object.entries(PARAMS)) {
  describe(event, () => {
    test('lists the latest first, whatever came first', async () => {
      expect((await listOf(event, params, [2, 4, 1, 3])).ids).toEqual([2, 4, 1, 3]);
      expect((await listOf(event, params, [1, 2, 3])).ids).toEqual([3, 2, 1]);
    });

    test('lists those of one moment as they were downloaded, or the other way round', async () => {
      expect((await listOf(event, params, [1, 2, 1, 2])).ids).toEqual([2, 4, 1, 3]);
      const settings = { tieOrder: 'reversed' } as const;
      expect((await listOf(event, params, [1, 2, 1, 2], { settings })).ids).toEqual([4, 2, 3, 1]);
    });

    const isCapped = event === 'NEW_TRANSACTIONS' || event === 'HIGH_TRANSACTION_AMOUNT';
    for (const [maxTransactionsCount, most] of [
      [undefined, 100],
      [0, 0],
      [1, 1],
      ['2', 2],
      [100, 100],
    ] as const) {
      test(`lists ${isCapped ? `the latest ${most}` : 'all'} of 150 with maxTransactionsCount ${maxTransactionsCount}`, async () => {
        const days = Array.from({ length: 150 }, (_, at) => at);
        const limit = maxTransactionsCount === undefined ? {} : { maxTransactionsCount };
        const { ids = [] } = await listOf(event, { ...params, ...limit }, days);
        expect([ids.length, ids[0] ?? 150]).toEqual([isCapped ? most : 150, 150]);
      });
    }
  });
}

for (const event of ['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT']) {
  test(`${event} counts beyond the list or ends with it, as the settings say, and without details counts all`, async () => {
    const params = { ...PARAMS[event], maxTransactionsCount: 2 };
    const count = async (countBeyondCap: boolean, includeDetails: boolean) =>
      (await listOf(event, params, [1, 2, 3], { settings: { countBeyondCap }, includeDetails })).count;
    expect(await count(true, true)).toBe(3);
    expect(await count(false, true)).toBe(2);
    expect(await count(true, false)).toBe(3);
    expect(await count(false, false)).toBe(3);
  });
}

test('only transactions that reach the threshold are listed and counted', async () => {
  const { ids, count } = await listOf('HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 2 }, [3, 2, 1]);
  expect({ ids, count }).toEqual({ ids: [2, 3], count: 2 });
});
