// How the values of messages are written, and what settings choose where the documentation leaves a choice.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import {
  type AnyMessage,
  messagesOf,
  rule,
  UpdateRunner,
  worldOf,
} from '../../test-support/update-runner.ts';
import type { SandboxOptions } from '../create-sandbox.ts';
import type { AcceptedUpdate } from './user-update.ts';

type Settings = NonNullable<SandboxOptions['settings']>;
type Account = NonNullable<AcceptedUpdate['accounts']>[number];
type Transaction = NonNullable<Account['transactions']>[number];

/** Spent abroad and of category 7. */
const transaction = (id: number, own: Partial<Transaction> = {}): Transaction => ({
  id,
  bankBookingDate: '2026-03-01T08:00:00Z',
  amount: -1,
  counterpartIban: 'FR76',
  categoryId: 7,
  ...own,
});
const news = (...transactions: Transaction[]) => ({ accounts: [{ accountId: 101, transactions }] });

const PARAMS: Record<string, Record<string, unknown>> = {
  NEW_TRANSACTIONS: {},
  HIGH_TRANSACTION_AMOUNT: { absoluteAmountThreshold: 0 },
  FOREIGN_MONEY_TRANSFER: {},
  CATEGORY_CASH_FLOW: { categoryId: '7' },
};

/** The message of a rule with details, the first item of it, and the transactions in its details. */
async function sentOf(
  event: string,
  update: AcceptedUpdate,
  { settings, params, client, details = true }: SentOf = {},
): Promise<Record<'message' | 'item' | 'list', AnyMessage>> {
  const world = worldOf([rule('a', event, { ...PARAMS[event], ...params }, details)]);
  const of = { ...world, client: { ...world.client, ...client } };
  const [message] = await messagesOf(of, update, settings && { settings });
  const { newTransactions, categoryCashFlows, balanceChanges, loginErrors } = message;
  const [item] = newTransactions ?? categoryCashFlows ?? balanceChanges ?? loginErrors;
  return { message, item, list: item.details?.transactionDetails ?? item.details?.transactions };
}

interface SentOf {
  readonly settings?: Settings;
  readonly params?: object;
  readonly client?: object;
  readonly details?: boolean;
}

test.each([
  ['1.29.9', undefined],
  ['1.30.0', false],
  ['1.4.0', undefined],
  ['2.0.0', false],
])('in service version %s isAdjustingEntry is %s where the bank says nothing', async (serviceVersion, is) => {
  for (const event of ['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT']) {
    const { list } = await sentOf(event, news(transaction(1)), { client: { serviceVersion } });
    expect(list[0].isAdjustingEntry).toBe(is);
  }
});

test('a setting chooses how BigDecimals are written, and texts without a value are empty', async () => {
  const settings = { bigDecimalForm: 'string' } as const;
  const of = (event: string, update: AcceptedUpdate, params = {}) =>
    sentOf(event, update, { settings, params });
  const unnamed = { accountId: 103, newBalance: 0 };
  const low = await of('LOW_ACCOUNT_BALANCE', { accounts: [unnamed] }, { balanceThreshold: 10 });
  expect(low.message.balanceThreshold).toBe('10');
  expect(low.item.details).toMatchObject({ iban: '', bankConnectionName: '', newBalance: 0 });
  const spent = news(transaction(1, { amount: new LosslessNumber('-1e1') }));
  const high = await of('HIGH_TRANSACTION_AMOUNT', spent, { absoluteAmountThreshold: '0.10' });
  expect(high.message.absoluteAmountThreshold).toBe('0.1');
  expect(high.list).toMatchObject([{ amount: -10, counterpartName: '' }]);
  const foreign = await of('FOREIGN_MONEY_TRANSFER', spent);
  const texts = { counterpartName: '', counterpartAccountNumber: '', counterpartBlz: '', counterpartBic: '' };
  expect(foreign.list).toMatchObject([{ ...texts, amount: '-10', purpose: '' }]);
  const failedLogins = [{ bankConnectionId: 12, errorMessage: '' }];
  expect((await of('BANK_LOGIN_ERROR', { failedLogins })).item.bankConnectionName).toBe('');
});

test('a setting chooses what is counted', async () => {
  const settings = { transactionsCounted: 'all' } as const;
  const update = news(transaction(1, { amount: -10 }), transaction(2, { amount: 1, counterpartIban: null }));
  const high = await sentOf('HIGH_TRANSACTION_AMOUNT', update, {
    settings,
    params: { absoluteAmountThreshold: 10 },
  });
  const foreign = await sentOf('FOREIGN_MONEY_TRANSFER', update, { settings });
  expect([high.item.newTransactionsCount, foreign.item.transactionsCount]).toEqual([2, 2]);
  for (const { list } of [high, foreign]) expect(list).toMatchObject([{ id: 1 }]);
});

test('balances and amounts that are no BigDecimal may be kept as floats', async () => {
  const events = ['NEW_ACCOUNT_BALANCE', 'NEW_TRANSACTIONS', 'FOREIGN_MONEY_TRANSFER'];
  const newBalance = new LosslessNumber('12345678901234567890.34');
  const amount = new LosslessNumber('-12345678901234567890.12');
  const accounts = [{ accountId: 101, newBalance, transactions: [transaction(1, { amount })] }];
  const numbersOf = async (numberPrecision: 'decimal' | 'float') => {
    const world = worldOf(events.map((event) => rule(event, event)));
    const runner = new UpdateRunner(world, { settings: { numberPrecision } });
    await runner.update({ accounts });
    const texts = await runner.texts();
    return texts.flatMap(({ text }) => text.match(/\d{17,}(\.\d+)?/g) ?? []).sort();
  };
  const decimals = ['12345678901234566890.34', '12345678901234567890.12', '12345678901234567890.12'];
  expect(await numbersOf('decimal')).toEqual([...decimals, '12345678901234567890.34']);
  const float = '12345678901234567000';
  expect(await numbersOf('float')).toEqual([float, float, float, '12345678901234567890.12']);
});

/** Transactions of these days of March, with ids from 1 on. */
const onDays = (...days: readonly number[]) =>
  news(
    ...days.map((day, at) =>
      transaction(at + 1, { bankBookingDate: new Date(Date.UTC(2026, 2, day)).toISOString() }),
    ),
  );

test.each(Object.keys(PARAMS))(
  '%s lists those of one moment as they were downloaded, or the other way round',
  async (event) => {
    const ids = async (settings: Settings) =>
      (await sentOf(event, onDays(1, 2, 1, 2), { settings })).list.map(({ id }: AnyMessage) => id);
    expect(await ids({})).toEqual([2, 4, 1, 3]);
    expect(await ids({ tieOrder: 'reversed' })).toEqual([4, 2, 3, 1]);
  },
);

test.each(['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT'])(
  '%s counts beyond the list or ends with it, as the settings say, and without details counts all',
  async (event) => {
    const params = { maxTransactionsCount: 2 };
    const count = async (countBeyondCap: boolean, details: boolean) =>
      (await sentOf(event, onDays(1, 2, 3), { settings: { countBeyondCap }, params, details })).item
        .newTransactionsCount;
    expect([await count(true, true), await count(false, true)]).toEqual([3, 2]);
    expect([await count(true, false), await count(false, false)]).toEqual([3, 3]);
  },
);

test('CATEGORY_CASH_FLOW is silent while automatic categorization is off, unless the settings have it sent', async () => {
  const world = worldOf([rule('flow', 'CATEGORY_CASH_FLOW', { categoryId: '7' })]);
  const off = { ...world, client: { ...world.client, isAutoCategorizationEnabled: false } };
  const sent = (settings?: Settings) =>
    UpdateRunner.handles(off, news(transaction(1)), settings && { settings });
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

test.each([
  [true, [[], [], ['waits']]],
  [false, [[], ['waits'], []]],
])('a message waits for accounts that its rule does not list: %s', async (waitsForUnlisted, sent) => {
  const waits = rule('waits', 'NEW_TRANSACTIONS', { accountIds: '101', waitForCategorization: true });
  const runner = new UpdateRunner(worldOf([waits]), { settings: { waitsForUnlisted } });
  await runner.update({
    accounts: [
      { accountId: 101, transactions: [transaction(1, { categorizedAfter: 'PT2M' }), transaction(2)] },
      { accountId: 102, transactions: [transaction(3, { categorizedAfter: 'PT9M' })] },
    ],
  });
  const handles = [];
  for (const duration of ['PT1M59S', 'PT1S', 'PT7M']) {
    await runner.advance(duration);
    handles.push(await runner.handles());
  }
  expect(handles).toEqual(sent);
});
