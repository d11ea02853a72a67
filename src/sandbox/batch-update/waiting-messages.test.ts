// Messages that wait until the last transaction of their update is categorized.
import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../sandbox.ts';
import { Notified, rule, worldOf } from './notified.ts';

const waits = rule('waits', 'NEW_TRANSACTIONS', { waitForCategorization: true });
const flow = rule('flow', 'CATEGORY_CASH_FLOW', { categoryId: '7' });
const atOnce = rule('at once', 'NEW_TRANSACTIONS', { accountIds: '101,102' });
let ids = 1;

/** A transaction of the category, and how long its categorization takes. */
const categorized = (categorizedAfter?: string, categoryId: number | null = 7) => ({
  id: ids++,
  bankBookingDate: '2026-03-01T08:00:00Z',
  amount: -1,
  categoryId,
  ...(categorizedAfter !== undefined && { categorizedAfter }),
});
type Transaction = ReturnType<typeof categorized>;
const update = (transactions: Transaction[], further: Transaction[] = []) => ({
  accounts: [
    { accountId: 101, transactions },
    { accountId: 102, transactions: further },
  ],
});
const notifiedOf = (options?: SandboxOptions, rules = [waits, flow, atOnce]) =>
  new Notified(worldOf(rules), options);

describe('a message that waits', () => {
  test('is sent with the last transaction, not before, and once', async () => {
    const notified = notifiedOf();
    expect(await notified.update(update([categorized('PT5M'), categorized('PT20M'), categorized()]))).toEqual(
      {
        queued: 1,
        waiting: 2,
      },
    );
    expect(await notified.told()).toEqual(['at once']);
    await notified.advance('PT19M59S');
    expect(await notified.told()).toEqual([]);
    expect((await notified.sandbox.deliveries()).waiting).toBe(2);
    await notified.advance('PT1S');
    expect(await notified.told()).toEqual(['flow', 'waits']);
    await notified.advance('P1D');
    expect(await notified.told()).toEqual([]);
    expect((await notified.sandbox.deliveries()).waiting).toBe(0);
  });

  for (const [says, first, second] of [
    ['the same account', ['PT1M', 'PT9M'], []],
    ['the same account, the other way round', ['PT9M', 'PT1M'], []],
    ['another account', ['PT1M'], ['PT9M']],
    ['another account, the other way round', ['PT9M'], ['PT1M']],
  ] as const) {
    test(`waits for ${says}`, async () => {
      const notified = notifiedOf();
      await notified.update(
        update(
          first.map((after) => categorized(after)),
          second.map((after) => categorized(after)),
        ),
      );
      await notified.told();
      await notified.advance('PT8M59S');
      expect(await notified.told()).toEqual([]);
      await notified.advance('PT1S');
      expect(await notified.told()).toEqual(['flow', 'waits']);
    });
  }

  test('waits too for a transaction that no category is assigned to', async () => {
    const notified = notifiedOf();
    await notified.update(update([categorized(), categorized('PT1M', null)]));
    expect(await notified.told()).toEqual(['at once']);
    await notified.advance('PT1M');
    const messages = await notified.messages();
    const [waited] = messages.find(({ callbackHandle }) => callbackHandle === 'waits').newTransactions;
    const categories = waited.details.transactionDetails.map(
      ({ categoryId, categoryName }: Record<string, unknown>) => [categoryId, categoryName],
    );
    expect(categories).toEqual([
      [7, 'Living'],
      [null, null],
    ]);
  });

  test('of one user does not wait for another', async () => {
    const notified = new Notified(
      worldOf([waits], [rule('ben', 'NEW_TRANSACTIONS', { waitForCategorization: true })]),
    );
    await notified.update({
      accounts: [
        { accountId: 101, transactions: [categorized('PT5M')] },
        { accountId: 201, transactions: [categorized()] },
      ],
    });
    expect(await notified.told()).toEqual(['ben']);
  });

  test('is sent at once where nothing takes time', async () => {
    const notified = notifiedOf();
    expect(await notified.update(update([categorized(), categorized('PT0S')]))).toEqual({
      queued: 3,
      waiting: 0,
    });
  });

  test('goes to the callback URL of the hour at which it is sent, and is dated with it', async () => {
    const notified = notifiedOf({}, [waits]);
    await notified.update(update([categorized('PT5M')]));
    await notified.control('PUT', '/client-configuration', {
      userNotificationCallbackUrl: 'http://127.0.0.1:9/later',
    });
    await notified.advance('PT1H');
    expect(await notified.texts()).toMatchObject([{ url: 'http://127.0.0.1:9/later' }]);
    expect((await notified.sandbox.deliveries()).deliveries).toMatchObject([
      { at: '2026-03-02T08:05:00.000Z' },
    ]);
  });

  for (const [method, path, body] of [
    ['POST', '/reset', undefined],
    ['PUT', '/world', worldOf([waits])],
  ] as const) {
    test(`is forgotten by ${path}`, async () => {
      const notified = notifiedOf();
      await notified.update(update([categorized('PT5M')]));
      await notified.control(method, path, body);
      expect((await notified.sandbox.deliveries()).waiting).toBe(0);
      await notified.told();
      await notified.advance('P1D');
      expect(await notified.told()).toEqual([]);
    });
  }

  test('is released by whoever looks, when the clock was moved without the control plane', async () => {
    const clock = (await import('../clock.ts')).createClock();
    const notified = notifiedOf({ clock }, [waits]);
    await notified.update(update([categorized('PT5M')]));
    clock.advance('PT5M');
    expect(await notified.told()).toEqual(['waits']);
  });
});

describe('while automatic categorization is off', () => {
  const off = (rules = [waits, flow, atOnce]) => {
    const world = worldOf(rules);
    return new Notified({ ...world, client: { ...world.client, isAutoCategorizationEnabled: false } });
  };

  test('nothing is categorized and nothing is waited for', async () => {
    const notified = off();
    expect(await notified.update(update([categorized('PT5M')]))).toEqual({ queued: 2, waiting: 0 });
    expect(await notified.told()).toEqual(['at once', 'waits']);
  });

  test('category fields are null for a rule that waits, and absent for another', async () => {
    const notified = off([waits, atOnce]);
    await notified.update(update([categorized()]));
    const fields = (await notified.messages()).map(({ newTransactions }) => {
      const [{ categoryId, categoryName }] = newTransactions[0].details.transactionDetails;
      return [categoryId, categoryName];
    });
    expect(fields).toEqual([
      [null, null],
      [undefined, undefined],
    ]);
  });
});

describe('a second update while a message waits', () => {
  const second = (after?: string) => update([categorized(after)], [categorized()]);
  const counts = (messages: { newTransactions: { accountId: number; newTransactionsCount: number }[] }[]) =>
    messages.map(({ newTransactions }) =>
      newTransactions.map((one) => [one.accountId, one.newTransactionsCount]),
    );

  test('sends a message of its own, each when its own transactions are categorized', async () => {
    const notified = notifiedOf({}, [waits]);
    await notified.update(update([categorized('PT10M')]));
    expect(await notified.update(second('PT2M'))).toEqual({ queued: 0, waiting: 1 });
    await notified.advance('PT2M');
    expect(counts(await notified.messages())).toEqual([
      [
        [101, 1],
        [102, 1],
      ],
    ]);
    await notified.advance('PT8M');
    expect(counts(await notified.messages())).toEqual([[[101, 1]]]);
  });

  test('is told at once where its own transactions take no time', async () => {
    const notified = notifiedOf({}, [waits]);
    await notified.update(update([categorized('PT10M')]));
    expect(await notified.update(second())).toEqual({ queued: 1, waiting: 0 });
    expect(await notified.told()).toEqual(['waits']);
  });

  test('is merged into it where the settings say so, and the message waits for both', async () => {
    for (const [first, then] of [
      ['PT10M', 'PT2M'],
      ['PT2M', 'PT10M'],
      ['PT10M', undefined],
    ] as const) {
      const notified = notifiedOf({ settings: { secondUpdateWhileWaiting: 'merged' } }, [waits]);
      await notified.update(update([categorized(first)]));
      expect(await notified.update(second(then))).toEqual({ queued: 0, waiting: 1 });
      expect((await notified.sandbox.deliveries()).waiting).toBe(1);
      await notified.advance('PT9M59S');
      expect(await notified.told()).toEqual([]);
      await notified.advance('PT1S');
      expect(counts(await notified.messages())).toEqual([
        [
          [101, 2],
          [102, 1],
        ],
      ]);
      await notified.update(second());
      expect(counts(await notified.messages())).toEqual([
        [
          [101, 1],
          [102, 1],
        ],
      ]);
    }
  });
});
