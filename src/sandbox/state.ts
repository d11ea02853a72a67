/** A world: everything that exists before the first call, as data. Its shape stands in openapi/control.yaml. */

import type Big from 'big.js';
import { amountOf, type Key, keyOf } from './exact-numbers.ts';
import type { components } from './generated/control-types.ts';
import { Ring } from './ring.ts';
import { type Rule, RuleIndex, ruleOf, uniquenessKey } from './rules.ts';
import { defaultSandboxSettings, type SandboxSettings } from './sandbox-settings.ts';

/** Balances and thresholds may be LosslessNumbers where a float cannot keep them, which the type does not know. */
export type World = components['schemas']['World'];

/** The world of a sandbox that is told none: a client, and nobody and nothing else. */
export const emptyWorld: World = { client: {}, categories: [], users: [] };

/** What the sandbox remembers: the world as it has become, and what callers were given and have stored. */

interface ClientConfiguration {
  isAutoCategorizationEnabled: boolean;
  /** Null while no callback is configured. */
  userNotificationCallbackUrl: string | null;
  /** Whether the client is set up for batch updates. */
  batchUpdates: boolean;
  serviceVersion: string;
}

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly iban: string | null;
  balance: Big;
}

export interface BankConnection {
  readonly id: number;
  readonly name: string | null;
  readonly bankName: string;
  readonly bankCountry: string;
  readonly accounts: readonly Account[];
}

export type Category = World['categories'][number];

export interface User {
  readonly id: string;
  password: string;
  email: string;
  phone: string;
  isAutoUpdateEnabled: boolean;
  readonly bankConnections: readonly BankConnection[];
  readonly rules: Rule[];
  /** The rules that a further one may duplicate, by what makes them the same. */
  readonly ruleKeys: Set<string>;
  /** The same rules, by what they are asked for. */
  readonly ruleIndex: RuleIndex;
}

/** A bank connection, or one of its accounts, and who has it. */
export interface HeldConnection {
  readonly user: User;
  readonly connection: BankConnection;
}
interface HeldAccount extends HeldConnection {
  readonly account: Account;
}

export interface Token {
  readonly accessToken: string;
  /** The id of its user; absent for a client token. */
  readonly user?: string;
  /** Epoch milliseconds; from then on it authorizes nothing. */
  readonly expiresAt: number;
}

interface Payment {
  readonly id: number;
  readonly user: string;
  readonly bankId: number;
  /** The body that created it, as it was sent. */
  readonly content: string;
}

export interface WebForm {
  readonly id: string;
  readonly flow:
    | 'importBankConnectionV1'
    | 'submitPaymentV1'
    | 'createBankConnectionImport'
    | 'createStandalonePayment';
  readonly user: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The body that was sent, and for a V1 submission the body that created its payment. */
  readonly content: string;
  readonly submission?: string;
}

export interface State {
  client: ClientConfiguration;
  categories: Map<Key, Category>;
  users: Map<string, User>;
  /** Those of all users. */
  connections: Map<Key, HeldConnection>;
  accounts: Map<Key, HeldAccount>;
  readonly tokens: Ring<string, Token>;
  readonly payments: Ring<number, Payment>;
  readonly webForms: Ring<string, WebForm>;
  /** The last id given to a rule, a payment, a web form: none is given twice, resets included. */
  readonly lastIds: { rule: number; payment: number; webForm: number };
}

/** Of all payments together, or of all web forms. */
const MOST_BYTES = 1 << 25;

export function createState(world: World, settings: SandboxSettings): State {
  const state: State = {
    ...({} as Pick<State, 'client' | 'categories' | 'users' | 'connections' | 'accounts'>),
    tokens: new Ring({ entries: 20_000, bytes: MOST_BYTES }, ({ accessToken }) => accessToken),
    payments: new Ring({ entries: 10_000, bytes: MOST_BYTES }, ({ id }) => id),
    webForms: new Ring({ entries: 10_000, bytes: MOST_BYTES }, ({ id }) => id),
    lastIds: { rule: 0, payment: 0, webForm: 0 },
  };
  settle(state, world, settings);
  return state;
}

/** Of a target whose version is unknown: a sandbox needs one. */
const { serviceVersion: SERVICE_VERSION } = defaultSandboxSettings;

/** Puts a world in place and forgets all that stood on the one before. */
export function settle(state: State, world: World, settings: SandboxSettings): void {
  state.client = {
    isAutoCategorizationEnabled: true,
    userNotificationCallbackUrl: null,
    batchUpdates: true,
    serviceVersion: settings.serviceVersion === 'unknown' ? SERVICE_VERSION : settings.serviceVersion,
    ...world.client,
  };
  state.categories = new Map(world.categories.map((category) => [keyOf(category.id), category]));
  state.users = new Map(world.users.map((user) => [user.id, settled(user)]));
  const held = [...state.users.values()].flatMap((user) =>
    user.bankConnections.map((connection) => ({ user, connection })),
  );
  state.connections = new Map(held.map((row) => [keyOf(row.connection.id), row]));
  state.accounts = new Map(held.flatMap(accountsOf));
  for (const { id, rules = [] } of world.users) {
    for (const body of rules)
      addRule(state.users.get(id) as User, ruleOf(++state.lastIds.rule, body), settings);
  }
  state.tokens.clear();
  state.payments.clear();
  state.webForms.clear();
}

/** Gives a rule to its user. */
export function addRule(user: User, rule: Rule, settings: SandboxSettings): void {
  user.rules.push(rule);
  const key = uniquenessKey(rule, settings);
  if (key !== undefined) user.ruleKeys.add(key);
}

/** A user without rules. */
export function newUser(
  fields: Pick<User, 'id' | 'password' | 'email' | 'phone' | 'isAutoUpdateEnabled'>,
  bankConnections: readonly BankConnection[] = [],
): User {
  const rules: Rule[] = [];
  return { ...fields, bankConnections, rules, ruleKeys: new Set(), ruleIndex: new RuleIndex(rules) };
}

function settled({ rules: _, bankConnections, ...fields }: World['users'][number]): User {
  const connections = bankConnections.map((connection) => ({
    ...connection,
    accounts: connection.accounts.map((account) => ({ ...account, balance: amountOf(account.balance) })),
  }));
  return newUser(fields, connections);
}

function accountsOf(held: HeldConnection): [Key, HeldAccount][] {
  return held.connection.accounts.map((account) => [keyOf(account.id), { ...held, account }]);
}
