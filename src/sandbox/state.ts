/** What the sandbox remembers: the world as it is now, and what callers have created. */
import type Big from 'big.js';
import type { FlowOperation } from '../../contracts/src/base/flows.ts';
import type { WithDecimals } from '../../contracts/src/base/json-value.ts';
import { amountOf, idKey, type Key } from './exact-numbers.ts';
import type { components } from './generated/control-types.ts';
import { Latest } from './latest.ts';
import { type Rule, ruleOf } from './rules.ts';
import type { SandboxSettings } from './sandbox-settings.ts';

/** The data before the first call. openapi/control.yaml has its shape and defaults. */
export type SandboxWorld = WithDecimals<components['schemas']['World']>;
type WorldUser = SandboxWorld['users'][number];
type WorldConnection = NonNullable<WorldUser['bankConnections']>[number];
type WorldAccount = Required<WorldConnection['accounts'][number]>;
export type Category = NonNullable<SandboxWorld['categories']>[number];

export interface Account extends Omit<WorldAccount, 'balance'> {
  balance: Big;
}

export interface BankConnection extends Required<Omit<WorldConnection, 'accounts'>> {
  readonly accounts: readonly Account[];
}

export interface StoredUser extends Required<Omit<WorldUser, 'bankConnections' | 'rules'>> {
  readonly bankConnections: readonly BankConnection[];
  readonly rules: Rule[];
}

/** The caller of an operation. Without a user it is the client itself, outside any user context. */
export interface Caller {
  readonly user?: StoredUser;
}

/** A bank connection with its user. */
interface OwnedConnection {
  readonly user: StoredUser;
  readonly connection: BankConnection;
}

interface OwnedAccount extends OwnedConnection {
  readonly account: Account;
}

interface StoredToken {
  readonly accessToken: string;
  /** The id of the user; absent for a client token. */
  readonly user?: string;
  /** The end in epoch milliseconds; from then on the token authorizes nothing. */
  readonly expiresAt: number;
}

interface Payment {
  readonly id: number;
  readonly user: string;
  readonly bankId: number;
  /** The body that created the payment, as sent. */
  readonly content: string;
}

export interface StoredForm {
  readonly id: string;
  readonly flow: FlowOperation;
  readonly user: string;
  /** The creation time in epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The request body, and for a V1 submission the body that created its payment. */
  readonly content: string;
  readonly submission?: string;
}

export interface State {
  readonly client: Required<NonNullable<SandboxWorld['client']>>;
  readonly categories: Map<Key, Category>;
  readonly users: Map<string, StoredUser>;
  /** The connections of all users. */
  readonly connections: Map<Key, OwnedConnection>;
  readonly accounts: Map<Key, OwnedAccount>;
  readonly tokens: Latest<string, StoredToken>;
  readonly payments: Latest<number, Payment>;
  readonly webForms: Latest<string, StoredForm>;
  /** The last id of a rule, a payment, a web form, a bank connection: none is used twice, even after a reset. */
  readonly lastIds: { rule: number; payment: number; webForm: number; connection: number };
}

export function createState(
  world: SandboxWorld,
  settings: SandboxSettings,
  // The first payments have the ids of the documents' examples.
  lastIds: State['lastIds'] = { rule: 0, payment: 500, webForm: 0, connection: 0 },
): State {
  const users = world.users.map(({ rules = [], bankConnections = [], ...fields }) => {
    const user = userWithoutRules(fields, bankConnections.map(settledConnection));
    for (const body of rules) user.rules.push(ruleOf(++lastIds.rule, body));
    return user;
  });
  const connections = users.flatMap((user) =>
    user.bankConnections.map((connection) => ({ user, connection })),
  );
  const accounts = connections.flatMap((owned) =>
    owned.connection.accounts.map((account) => ({ ...owned, account })),
  );
  return {
    client: {
      isAutoCategorizationEnabled: true,
      userNotificationCallbackUrl: null,
      batchUpdates: true,
      serviceVersion: settings.serviceVersion,
      ...world.client,
    },
    categories: new Map((world.categories ?? []).map((category) => [idKey(category.id), category])),
    users: new Map(users.map((user) => [user.id, user])),
    connections: new Map(connections.map((owned) => [idKey(owned.connection.id), owned])),
    accounts: new Map(accounts.map((owned) => [idKey(owned.account.id), owned])),
    tokens: new Latest(20_000),
    payments: new Latest(10_000, ({ content }) => content.length),
    webForms: new Latest(10_000, ({ content, submission = '' }) => content.length + submission.length),
    lastIds,
  };
}

/** Replaces the world and forgets everything that callers have created. */
export function replaceWorld(state: State, world: SandboxWorld, settings: SandboxSettings): void {
  Object.assign(state, createState(world, settings, state.lastIds));
}

function settledConnection(connection: WorldConnection): BankConnection {
  const accounts = connection.accounts.map((account) => {
    const id = String(account.id);
    return { name: id, number: id, iban: null, ...account, balance: amountOf(account.balance) };
  });
  return { name: null, bankName: 'Bank of the sandbox', bankCountry: 'DE', ...connection, accounts };
}

/** A user without rules. */
export function userWithoutRules(
  fields: Omit<WorldUser, 'bankConnections' | 'rules'>,
  bankConnections: readonly BankConnection[] = [],
): StoredUser {
  const defaults = { email: '', phone: '', isAutoUpdateEnabled: true };
  return { ...defaults, ...fields, bankConnections, rules: [] };
}
