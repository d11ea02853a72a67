// How the values of messages are written: digits that no float keeps, German time, versions, and what settings choose.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { messagesOf, rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { SandboxOptions } from '../create-sandbox.ts';

test('isAdjustingEntry exists since service version 1.30.0, and is false where the bank says nothing', async () => {
  const world = worldOf([
    rule('a', 'NEW_TRANSACTIONS'),
    rule('b', 'HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 0 }),
  ]);
  const transactions = [{ id: 1, bankBookingDate: '2026-03-01T08:00:00Z', amount: 1 }];
  for (const [serviceVersion, isThere] of [
    ['1.29.9', false],
    ['1.30.0', true],
    ['1.4.0', false],
    ['2.0.0', true],
  ] as const) {
    const messages = await messagesOf(
      { ...world, client: { ...world.client, serviceVersion } },
      { accounts: [{ accountId: 101, transactions }] },
    );
    const values = messages.map(
      ({ newTransactions }) => newTransactions[0].details.transactionDetails[0].isAdjustingEntry,
    );
    expect(values).toEqual(isThere ? [false, false] : [undefined, undefined]);
  }
});

test('a setting chooses how BigDecimals are written, and texts without a value are empty', async () => {
  const world = worldOf([
    rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 10 }),
    rule('high', 'HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: '0.10' }),
    rule('foreign', 'FOREIGN_MONEY_TRANSFER'),
    rule('login', 'BANK_LOGIN_ERROR'),
  ]);
  const transactions = [
    {
      id: 1,
      bankBookingDate: '2026-03-01T08:00:00Z',
      amount: new LosslessNumber('-1e1'),
      counterpartIban: 'FR76',
    },
  ];
  const settings = { bigDecimalForm: 'string' } as const;
  const messages = [
    ...(await messagesOf(
      world,
      { accounts: [{ accountId: 103, newBalance: 0, transactions }] },
      { settings },
    )),
    ...(await messagesOf(
      world,
      { failedLogins: [{ bankConnectionId: 12, errorMessage: '' }] },
      { settings },
    )),
  ];
  const [low, high, foreign, login] = ['low', 'high', 'foreign', 'login'].map((name) =>
    messages.find(({ callbackHandle }) => callbackHandle === name),
  );
  expect([low.balanceThreshold, high.absoluteAmountThreshold]).toEqual(['10', '0.1']);
  expect(low.balanceChanges[0].details).toMatchObject({
    iban: '',
    bankConnectionName: '',
    newBalance: 0,
  });
  expect(high.newTransactions[0].details.transactionDetails[0]).toMatchObject({
    amount: -10,
    counterpartName: '',
  });
  expect(foreign.newTransactions[0].details.transactionDetails[0]).toMatchObject({
    amount: '-10',
    counterpartName: '',
    counterpartAccountNumber: '',
    counterpartBlz: '',
    counterpartBic: '',
    purpose: '',
  });
  expect(login.loginErrors[0].bankConnectionName).toBe('');
});

test('a setting chooses what is counted', async () => {
  const world = worldOf([
    rule('high', 'HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 10 }),
    rule('foreign', 'FOREIGN_MONEY_TRANSFER'),
  ]);
  const bankBookingDate = '2026-03-01T08:00:00Z';
  const transactions = [
    { id: 1, bankBookingDate, amount: -10, counterpartIban: 'FR76' },
    { id: 2, bankBookingDate, amount: 1 },
  ];
  const settings = { transactionsCounted: 'all' } as const;
  const messages = await messagesOf(world, { accounts: [{ accountId: 101, transactions }] }, { settings });
  const [high, foreign] = ['high', 'foreign'].map((name) =>
    messages.find(({ callbackHandle }) => callbackHandle === name),
  );
  expect(high.newTransactions[0].newTransactionsCount).toBe(2);
  expect(high.newTransactions[0].details.transactionDetails).toMatchObject([{ id: 1 }]);
  expect(foreign.newTransactions[0].transactionsCount).toBe(2);
  expect(foreign.newTransactions[0].details.transactionDetails).toMatchObject([{ id: 1 }]);
});

test('balances and amounts that are no BigDecimal may be kept as floats', async () => {
  const long = (digits: string) => new LosslessNumber(digits);
  const world = worldOf([
    rule('change', 'NEW_ACCOUNT_BALANCE'),
    rule('news', 'NEW_TRANSACTIONS'),
    rule('foreign', 'FOREIGN_MONEY_TRANSFER'),
  ]);
  const amount = long('-12345678901234567890.12');
  const transaction = { id: 1, bankBookingDate: '2026-03-01T08:00:00Z', amount, counterpartIban: 'FR76' };
  const newBalance = long('12345678901234567890.34');
  const numbersOf = async (numberPrecision: 'decimal' | 'float') => {
    const runner = new UpdateRunner(world, { settings: { numberPrecision } });
    await runner.update({ accounts: [{ accountId: 101, newBalance, transactions: [transaction] }] });
    const texts = await runner.texts();
    return texts.flatMap(({ text }) => text.match(/\d{17,}(\.\d+)?/g) ?? []).sort();
  };
  const decimals = ['12345678901234566890.34', '12345678901234567890.12', '12345678901234567890.12'];
  expect(await numbersOf('decimal')).toEqual([...decimals, '12345678901234567890.34']);
  const float = '12345678901234567000';
  expect(await numbersOf('float')).toEqual([float, float, float, '12345678901234567890.12']);
});

// The lists of details: their order, where they end, and what is counted.

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
  const runner = new UpdateRunner(worldOf([rule('a', event, params, includeDetails)]), options);
  await runner.update({ accounts: [{ accountId: 101, transactions: bookedOn(days) }] });
  const [message] = await runner.messages();
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
  test(`${event} lists those of one moment as they were downloaded, or the other way round`, async () => {
    expect((await listOf(event, params, [1, 2, 1, 2])).ids).toEqual([2, 4, 1, 3]);
    const settings = { tieOrder: 'reversed' } as const;
    expect((await listOf(event, params, [1, 2, 1, 2], { settings })).ids).toEqual([4, 2, 3, 1]);
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

// Where the documentation leaves a choice to the service, the sandbox makes either.

type Settings = NonNullable<SandboxOptions['settings']>;

const transaction = (id: number, own: object = {}) => ({
  id,
  bankBookingDate: '2026-03-01T08:00:00Z',
  amount: -1,
  ...own,
});

test('CATEGORY_CASH_FLOW is silent while automatic categorization is off, unless the settings have it sent', async () => {
  const world = {
    ...worldOf([rule('flow', 'CATEGORY_CASH_FLOW', { categoryId: '7' })]),
    client: { userNotificationCallbackUrl: 'http://127.0.0.1:9/hook', isAutoCategorizationEnabled: false },
  };
  const update = { accounts: [{ accountId: 101, transactions: [transaction(1, { categoryId: 7 })] }] };
  const sent = (settings?: Settings) => UpdateRunner.handles(world, update, settings && { settings });
  expect(await sent()).toEqual([]);
  expect(await sent({ cashFlowWithoutCategorization: 'sent' })).toEqual(['flow']);
});

test('a low balance that is updated to the same amount sends a message, unless the settings have it silent', async () => {
  const world = worldOf([rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 5000 })]);
  const sent = (newBalance: number, settings?: Settings) =>
    UpdateRunner.handles(world, { accounts: [{ accountId: 101, newBalance }] }, settings && { settings });
  expect(await sent(1000)).toEqual(['low']);
  expect(await sent(1000, { unchangedLowBalance: 'silent' })).toEqual([]);
  expect(await sent(1001, { unchangedLowBalance: 'silent' })).toEqual(['low']);
});

test('a message waits for accounts that its rule does not list, unless the settings have it wait for its own', async () => {
  const waits = rule('waits', 'NEW_TRANSACTIONS', { accountIds: '101', waitForCategorization: true });
  const update = {
    accounts: [
      { accountId: 101, transactions: [transaction(1, { categorizedAfter: 'PT2M' }), transaction(2)] },
      { accountId: 102, transactions: [transaction(3, { categorizedAfter: 'PT9M' })] },
    ],
  };
  for (const [waitsForUnlisted, after] of [
    [true, 'PT7M'],
    [false, 'PT0S'],
  ] as const) {
    const runner = new UpdateRunner(worldOf([waits]), { settings: { waitsForUnlisted } });
    await runner.update(update);
    await runner.advance('PT1M59S');
    expect(await runner.handles()).toEqual([]);
    await runner.advance('PT1S');
    expect(await runner.handles()).toEqual(waitsForUnlisted ? [] : ['waits']);
    await runner.advance(after);
    expect(await runner.handles()).toEqual(waitsForUnlisted ? ['waits'] : []);
  }
});
