/** Measures one batch update of many users, as a call and without delivery: its time, its memory, what idle rules add. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SeededRandom } from '../../contracts/src/messages/made-up.ts';
import { runUpdate } from '../sandbox/batch-update/batch-updates.ts';
import type { AcceptedUpdate } from '../sandbox/batch-update/user-update.ts';
import { noHooks } from '../sandbox/fault-hooks.ts';
import { defaultSandboxSettings } from '../sandbox/sandbox-settings.ts';
import { createState, type SandboxWorld } from '../sandbox/state.ts';
import { atMost, type Figure, fastest, ratioOf } from './bench-figure.ts';

const USERS = 1_000;
/** Enough to compare: short runs are disturbed less often. */
const FEW_USERS = 100;
const ACCOUNTS = 10;
const TRANSACTIONS = 50;

type Rule = NonNullable<SandboxWorld['users'][number]['rules']>[number];

export async function batchUpdateFigures(): Promise<Figure[]> {
  const idle = await ratioOf(runner(FEW_USERS, 2), runner(FEW_USERS, 1));
  const run = runner(USERS, 1);
  const what = `one batch update of ${USERS} users × ${ACCOUNTS} accounts × ${TRANSACTIONS} transactions, 20 rules a user`;
  const besides =
    'a batch update with twice as many rules that do not match, by the time of one without them';
  return [
    atMost(2, 'seconds', await fastest(run, 5), what),
    atMost(50, 'megabytes', heldBy(run), `${what}: what its messages hold beside it`),
    atMost(1.1, 'ratio', idle, besides),
  ];
}

/**
 * Runs one of two updates after the other, so that every balance changes every time, for users who have ten rules that
 * match and ten or twenty that do not.
 */
function runner(users: number, tens: 1 | 2): () => unknown {
  const state = createState(benchWorld(users, tens), defaultSandboxSettings);
  const updates = [benchUpdate(users, new SeededRandom(1)), benchUpdate(users, new SeededRandom(2))];
  let count = 0;
  const parts = { state, hooks: noHooks, settings: defaultSandboxSettings };
  return () => runUpdate(updates[count++ % 2] as AcceptedUpdate, Date.UTC(2026, 2, 2), parts);
}

/** Megabytes of the heap that stay as long as the result does. */
function heldBy(run: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const result = run();
  const after = used();
  return result ? (after - before) / 1024 / 1024 : Number.NaN;
}

function benchWorld(users: number, tens: number): SandboxWorld {
  const accountOf = (id: number) => ({ id, name: 'Giro', number: `${id}`, iban: null, balance: 0 });
  const bank = { name: null, bankName: 'Example Bank', bankCountry: 'DE' };
  const user = { password: 'example', email: '', phone: '', isAutoUpdateEnabled: true };
  return {
    client: {},
    categories: [
      { id: 7, name: 'Living' },
      { id: 71, name: 'Rent', parentId: 7 },
      { id: 8, name: 'Income' },
    ],
    users: Array.from({ length: users }, (_, id) => ({
      ...user,
      id: `user-${id}`,
      bankConnections: [{ ...bank, id, accounts: accountIds(id).map(accountOf) }],
      rules: [...matching(id), ...Array.from({ length: tens }, () => idle(id)).flat()],
    })),
  };
}

function accountIds(user: number): number[] {
  return Array.from({ length: ACCOUNTS }, (_, at) => user * ACCOUNTS + at);
}

/** Each with all accounts and with one. */
const MATCHING = {
  NEW_ACCOUNT_BALANCE: {},
  NEW_TRANSACTIONS: {},
  LOW_ACCOUNT_BALANCE: { balanceThreshold: 1e6 },
  FOREIGN_MONEY_TRANSFER: {},
  CATEGORY_CASH_FLOW: { categoryId: '7' },
};
const NOT_MATCHING = {
  NEW_TRANSACTIONS: { accountIds: '-1' },
  LOW_ACCOUNT_BALANCE: { balanceThreshold: -1e6 },
  HIGH_TRANSACTION_AMOUNT: { absoluteAmountThreshold: 1e6 },
  CATEGORY_CASH_FLOW: { categoryId: '8' },
  BANK_LOGIN_ERROR: {},
};

function matching(user: number): Rule[] {
  const [first] = accountIds(user);
  return [...rulesOf(MATCHING), ...rulesOf(MATCHING, { accountIds: `${first}` })];
}

/** Rules that the update comes near to: of accounts that it brings, and of others. */
function idle(user: number): Rule[] {
  const others = accountIds(user + USERS).join();
  return [...rulesOf(NOT_MATCHING), ...rulesOf(MATCHING, { accountIds: others })];
}

function rulesOf(params: Readonly<Record<string, object>>, more: object = {}): Rule[] {
  return Object.entries(params).map(([triggerEvent, own]): Rule => {
    const rule = { triggerEvent, params: { ...own, ...more }, callbackHandle: triggerEvent };
    return { ...rule, includeDetails: true } as Rule;
  });
}

/** Every account has another balance and new transactions; one in ten goes abroad, one in four has no category. */
function benchUpdate(users: number, random: SeededRandom): AcceptedUpdate {
  let id = 0;
  const amount = () => random.whole(0, 1e6) / 100;
  const transaction = () => ({
    id: ++id,
    bankBookingDate: new Date(Date.UTC(2026, 1, 1) + random.whole(0, 1e9)).toISOString(),
    amount: -amount(),
    counterpartName: 'Example',
    counterpartIban: random.whole(1, 10) === 1 ? 'FR7630006000011234567890189' : `DE${random.digits(20)}`,
    purpose: 'Invoice',
    categoryId: random.pick([7, 71, 71, null]),
  });
  const accounts = Array.from({ length: users }, (_, user) => accountIds(user)).flat();
  return {
    accounts: accounts.map((accountId) => ({
      accountId,
      newBalance: amount(),
      transactions: Array.from({ length: TRANSACTIONS }, transaction),
    })),
  };
}
