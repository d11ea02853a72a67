/** Measures one batch update of many users, as a call and without delivery: its time, its memory, what idle rules add. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SeededRandom } from '../../contracts/src/messages/made-up.ts';
import { runUpdate } from '../sandbox/batch-update/batch-updates.ts';
import type { AcceptedUpdate } from '../sandbox/batch-update/user-update.ts';
import { noHooks } from '../sandbox/fault-hooks.ts';
import { defaultSandboxSettings } from '../sandbox/sandbox-settings.ts';
import { createState, type SandboxWorld } from '../sandbox/state.ts';
import { type Figure, ratioOf } from './bench-figure.ts';

const USERS = 1_000;
/** Enough to compare: short runs are disturbed less often. */
const FEW_USERS = 100;
const ACCOUNTS = 10;
const TRANSACTIONS = 50;

type Rule = NonNullable<SandboxWorld['users'][number]['rules']>[number];

export async function batchUpdateFigures(): Promise<Figure[]> {
  const [base, doubled] = [runner(FEW_USERS, 1), runner(FEW_USERS, 2)];
  const idle = await ratioOf(
    () => void doubled(),
    () => void base(),
  );
  const run = runner(USERS, 1);
  const what = `one batch update of ${USERS} users × ${ACCOUNTS} accounts × ${TRANSACTIONS} transactions, 20 rules a user`;
  return [
    { name: what, unit: 'seconds', found: fastestOf(run), limit: 2, kind: 'at most' },
    {
      name: `${what}: what its messages hold beside it`,
      unit: 'megabytes',
      found: heldBy(run),
      limit: 50,
      kind: 'at most',
    },
    {
      name: 'a batch update with twice as many rules that do not match, by the time of one without them',
      unit: 'ratio',
      found: idle,
      limit: 1.1,
      kind: 'at most',
    },
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

function fastestOf(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times) / 1000;
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
  return {
    client: {},
    categories: [
      { id: 7, name: 'Living' },
      { id: 71, name: 'Rent', parentId: 7 },
      { id: 8, name: 'Income' },
    ],
    users: Array.from({ length: users }, (_, user) => ({
      id: `user-${user}`,
      password: 'example',
      email: '',
      phone: '',
      isAutoUpdateEnabled: true,
      bankConnections: [
        {
          id: user,
          name: null,
          bankName: 'Example Bank',
          bankCountry: 'DE',
          accounts: accountIds(user).map((id) => ({
            id,
            name: 'Giro',
            number: `${id}`,
            iban: null,
            balance: 0,
          })),
        },
      ],
      rules: [...matching(user), ...Array.from({ length: tens }, () => idle(user)).flat()],
    })),
  };
}

function accountIds(user: number): number[] {
  return Array.from({ length: ACCOUNTS }, (_, at) => user * ACCOUNTS + at);
}

function matching(user: number): Rule[] {
  const [first = 0, second = 0] = accountIds(user);
  return [
    rule('NEW_ACCOUNT_BALANCE'),
    rule('NEW_ACCOUNT_BALANCE', { accountIds: `${first},${second}` }),
    rule('NEW_TRANSACTIONS'),
    rule('NEW_TRANSACTIONS', { accountIds: `${first}`, waitForCategorization: true }),
    rule('LOW_ACCOUNT_BALANCE', { balanceThreshold: 1e6 }),
    rule('LOW_ACCOUNT_BALANCE', { balanceThreshold: 1e6, accountIds: `${second}` }),
    rule('HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 9_000 }),
    rule('FOREIGN_MONEY_TRANSFER'),
    rule('CATEGORY_CASH_FLOW', { categoryId: '7' }),
    rule('CATEGORY_CASH_FLOW', { categoryId: '71', accountIds: `${first}` }),
  ];
}

/** Rules that the update comes near to: of accounts that it brings, and of others. */
function idle(user: number): Rule[] {
  const own = accountIds(user).join();
  const others = accountIds(user + USERS).join();
  return [
    rule('NEW_ACCOUNT_BALANCE', { accountIds: others }),
    rule('NEW_TRANSACTIONS', { accountIds: others }),
    rule('FOREIGN_MONEY_TRANSFER', { accountIds: others }),
    rule('LOW_ACCOUNT_BALANCE', { balanceThreshold: -1e6 }),
    rule('LOW_ACCOUNT_BALANCE', { balanceThreshold: -1e6, accountIds: own }),
    rule('HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 1e6 }),
    rule('HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 1e6, accountIds: own }),
    rule('CATEGORY_CASH_FLOW', { categoryId: '8' }),
    rule('CATEGORY_CASH_FLOW', { categoryId: '7', accountIds: others }),
    rule('BANK_LOGIN_ERROR'),
  ];
}

function rule(triggerEvent: string, params: object = {}): Rule {
  return { triggerEvent, params, callbackHandle: triggerEvent, includeDetails: true } as Rule;
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
