/** Request values that depend on the target, such as banks, IBANs and dates, filled in from its test data for each call. */
import { createHash } from 'node:crypto';
import { defaultTestData, type TestData, testDataRows } from '../../contracts/generated/test-data.ts';
import { type FlowKind, flowKinds, flows } from '../../contracts/src/base/flows.ts';
import { type Decimal, decimalOf, isObject, member } from '../../contracts/src/base/json-value.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { type FieldRow, table } from '../../contracts/src/migration/mapping-table.ts';
import { OutOfReach } from './unproven.ts';

/** What a case names in braces, such as `{fresh}`: a name that is not in use. */
export type ValueName = 'clientId' | 'clientSecret' | 'userName' | 'userPassword' | 'fresh';

/** What a body is filled from: the client, the user of the case and the test data of the target. */
export interface Values extends Readonly<Record<ValueName, string>> {
  readonly testData: TestData;
  /** The clock of the target, in epoch milliseconds. */
  readonly now: number;
}

/** An id beyond 32 bits. */
const LARGE_BANK = 4_294_967_297_001;

/** The test data of a provider that the run starts itself: also amounts, ids and versions that a real service need not take. */
export const OWN_TEST_DATA: TestData = {
  ...defaultTestData,
  amounts: [...defaultTestData.amounts, '12345678901234.56', '123456789012345678901234567890', '-12.50', '0'],
  banks: [...defaultTestData.banks, LARGE_BANK],
  // Two that differ from others only beyond 32 bits, and beyond what a float keeps.
  accounts: [...defaultTestData.accounts, '4294967397', '9007199254740992', '9007199254740993'],
  largestId: '9223372036854775807',
  anyServiceVersion: true,
};

/** A value in a body that is known when it is sent; `earlier` are the calls of the case before it. */
export class Placeholder {
  /** What tells it from others. */
  readonly means: unknown;
  readonly valueIn: (values: Values, earlier: readonly Exchange[]) => unknown;

  constructor(means: unknown, valueIn: Placeholder['valueIn']) {
    this.means = means;
    this.valueIn = valueIn;
  }
}

/** The result has the type of the field that it fills. */
function from<T>(key: keyof TestData, valueIn: (values: Values) => T): T {
  return new Placeholder(key, valueIn) as T;
}

/** The item of a list with this index, which starts again at its end. */
function nth<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

export const bank = (index = 0): number => from('banks', ({ testData }) => nth(testData.banks, index));

/** A bank whose id is beyond 32 bits; out of reach where the target does not have it. */
export const largeBank = (): number =>
  from('banks', ({ testData }) => offered('banks', testData.banks, LARGE_BANK));

export const senderIban = (index = 0): string =>
  from('senderIbans', ({ testData }) => nth(testData.senderIbans, index));

type Recipient = TestData['recipients'][number];

export function recipientField<Name extends keyof Recipient>(name: Name, index = 0): Recipient[Name] {
  return from('recipients', ({ testData }) => nth(testData.recipients, index)[name]);
}

/** The recipient of a V2 order, as far as a small order names one. */
export const recipient = (index = 0) => ({
  name: recipientField('name', index),
  iban: recipientField('iban', index),
});

/** The recipient of a V1 order, as far as a small order names one. */
export const counterpart = (index = 0) => ({
  counterpartName: recipientField('name', index),
  counterpartIban: recipientField('iban', index),
});

export const amount = (index = 0): Decimal =>
  from('amounts', ({ testData }) => decimalOf(nth(testData.amounts, index)));

/** The amount as written; out of reach if the target does not take it. */
export const exactly = (digits: string): Decimal =>
  from('amounts', ({ testData }) => decimalOf(offered('amounts', testData.amounts, digits)));

function offered<T>(key: keyof TestData, list: readonly T[], value: T): T {
  if (list.includes(value)) return value;
  throw new OutOfReach(`testData.${key} of the target does not have ${value}`, 'testData');
}

export const purpose = (index = 0): string =>
  from('purposes', ({ testData }) => nth(testData.purposes, index));

const DAY = 86_400_000;

export const executionDate = (index = 0): string =>
  from('executionDays', ({ testData, now }) => weekday(now + nth(testData.executionDays, index) * DAY));

/** The date, or that of the Monday after it. */
function weekday(time: number): string {
  const day = new Date(time).getUTCDay();
  const later = day === 6 ? 2 : day === 0 ? 1 : 0;
  return new Date(time + later * DAY).toISOString().slice(0, 10);
}

/** A field of a user who is created; `fresh` is the name of the user where it is not that of the case. */
export function userField(key: 'userIds' | 'passwords' | 'emails' | 'phones', index = 0): string {
  return from(key, ({ testData, fresh }) => {
    const short = fresh.replace(/[^a-z0-9]/g, '').slice(-12);
    // Patterns that start again at the end of their list are of another user.
    const unique = key === 'phones' ? tenDigits(`${fresh}${index || ''}`) : fresh;
    return nth(testData[key], index).replaceAll('{fresh}', unique).replaceAll('{short}', short);
  });
}

/** Equal names give equal digits. */
function tenDigits(name: string): string {
  const hash = createHash('sha256').update(name).digest().readUIntBE(0, 6);
  return String(hash).slice(-10).padStart(10, '0');
}

/** All five fields of a user with a new name. `index` chooses among the patterns. */
export const newUser = (index = 0) => ({
  id: userField('userIds', index),
  password: userField('passwords', index),
  email: userField('emails', index),
  phone: userField('phones', index),
  isAutoUpdateEnabled: true,
});

/** Ids of accounts, bank connections or categories, joined by commas as rules write them; out of reach with fewer. */
export function ids(key: 'accounts' | 'bankConnections' | 'categories', ...indexes: number[]): string {
  return from(key, ({ testData }) => {
    const own = testData[key];
    if (indexes.some((index) => index >= own.length))
      throw new OutOfReach(`testData.${key} of the target has only ${own.length}`, 'testData');
    return indexes.map((index) => own[index]).join(',');
  });
}

/** What takes the place of a value of a documented example; `at` is the index of its order. */
type OwnValue = (value: unknown, at: number, field: string) => unknown;

const ofUser =
  (key: Parameters<typeof userField>[0]): OwnValue =>
  () =>
    userField(key);
const idsLike =
  (key: Parameters<typeof ids>[0]): OwnValue =>
  (value) =>
    ids(key, ...String(value).split(',').keys());

const OWN_VALUES: Readonly<Partial<Record<keyof TestData, OwnValue>>> = {
  banks: () => bank(),
  interfaces: () => from('interfaces', ({ testData }) => testData.interfaces),
  senderIbans: () => senderIban(),
  executionDays: () => executionDate(),
  recipients: partOfRecipient,
  amounts: (value) => amount(Math.max(0, OWN_TEST_DATA.amounts.indexOf(String(value)))),
  purposes: (_, at) => purpose(at),
  userIds: ofUser('userIds'),
  passwords: ofUser('passwords'),
  emails: ofUser('emails'),
  phones: ofUser('phones'),
  accounts: idsLike('accounts'),
  bankConnections: idsLike('bankConnections'),
  categories: idsLike('categories'),
};

/** `field` is that of a V1 or V2 order. An address comes field by field, so that a request may leave one out. */
function partOfRecipient(value: unknown, at: number, field: string): unknown {
  const name = field.replace(/^counterpart(.)/, (_, first: string) => first.toLowerCase());
  if (!isObject(value)) return recipientField(name as keyof Recipient, at);
  const partOf = (part: string) =>
    from('recipients', ({ testData }) => member(nth(testData.recipients, at).address, part));
  return Object.fromEntries(Object.keys(value).map((part) => [part, partOf(part)]));
}

const VALUE_AT = new Map([
  ...testDataRows.flatMap(({ key, fills = [] }) => fills.map((place) => [place, OWN_VALUES[key]] as const)),
  // A provider may demand that it is unique for a user.
  ['/callbackHandle', (value: unknown) => `{fresh}-${value}`] as const,
]);

/** The body of a documented example with the values of the target in the place of its own. */
export function withTestData(value: unknown, place = '', at = 0): unknown {
  const own = VALUE_AT.get(place);
  if (own) return own(value, at, place.split('/').at(-1) ?? '');
  if (Array.isArray(value)) return value.map((item, index) => withTestData(item, `${place}/*`, index));
  if (!isObject(value)) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(parts.map(([name, part]) => [name, withTestData(part, `${place}/${name}`, at)]));
}

/** The rows of all V1 requests of the flow. */
export function rowsOfFlow(kind: FlowKind): FieldRow[] {
  return flows[kind].requests.flatMap((request) => table[request]);
}

/** The names of a V1 field and of the V2 field that carries it: where one is required, the other one is sent too. */
const PARTNERS = flowKinds
  .flatMap(rowsOfFlow)
  .map(({ from, to }) => [from, to].map((path) => path?.split('.').at(-1)));

/**
 * A filled body as the provider takes it: with the fields that it requires, with the values of `full`; of the fields that
 * exclude each other, only the first; and with no more orders than it takes.
 */
export function fitToTestData(
  body: unknown,
  full: unknown,
  { requires, excludes, mostOrders }: TestData,
): unknown {
  // No case sends more orders than by default.
  if (requires.length === 0 && excludes.length === 0 && mostOrders === defaultTestData.mostOrders)
    return body;
  const partners: readonly unknown[] = requires.flatMap((name) => [
    name,
    ...PARTNERS.filter((pair) => pair.includes(name)).flat(),
  ]);
  const taken = (value: unknown, pattern: unknown): unknown => {
    if (Array.isArray(value)) {
      const [first] = Array.isArray(pattern) ? pattern : [];
      const items = isObject(value[0]) ? value.slice(0, mostOrders) : value;
      return items.map((item) => taken(item, first));
    }
    if (!isObject(value)) return value;
    const model: Readonly<Record<string, unknown>> = isObject(pattern) ? pattern : {};
    const parts = Object.entries(value).filter(([name]) => !isExcluded(name, value));
    const missing = Object.entries(model).filter(
      ([name]) => partners.includes(name) && !(name in value) && !isInTheWay(name, value),
    );
    return Object.fromEntries([
      ...parts.map(([name, part]) => [name, taken(part, model[name])]),
      ...missing.map(([name, part]) => [name, Array.isArray(part) ? part.slice(0, 1) : part]),
    ]);
  };
  const isExcluded = (name: string, value: object) =>
    excludes.some((group) => group.indexOf(name) > group.findIndex((other) => other in value));
  const isInTheWay = (name: string, value: object) =>
    excludes.some((group) => group.includes(name) && group.some((other) => other in value));
  return taken(body, full);
}

/** Whether a body has something at a place; `*` or `[]` is any item of a list. */
export function isThere(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined;
  if (step === '*' || step === '[]') return Array.isArray(value) && value.some((item) => isThere(item, rest));
  return isObject(value) && step in value && isThere(value[step], rest);
}

/** The keys whose values can take each other's place: no case is about the first of them. */
const INTERCHANGEABLE = ['banks', 'senderIbans', 'recipients', 'purposes', 'executionDays'] as const;

/** The keys among these of which a target states several values. */
function severalOf({ isOwn, testData }: Drawn, isMeant: (key: keyof TestData) => boolean) {
  // A target that the run starts itself takes the first ones.
  return INTERCHANGEABLE.filter((key) => !isOwn && isMeant(key) && testData[key].length > 1);
}

type Drawn = { readonly isOwn: boolean; readonly testData: TestData };

/** Whether other values can take the place of those that these calls draw from the test data. */
export function drawsSeveral(target: Drawn, calls: unknown): boolean {
  const text = JSON.stringify(calls);
  return severalOf(target, (key) => text.includes(`"means":"${key}"`)).length > 0;
}

/** The test data with the first value of these keys last; undefined where no other one can take its place. */
export function withOthersFirst(target: Drawn, keys: readonly (keyof TestData)[]): TestData | undefined {
  const moved = severalOf(target, (key) => keys.includes(key)).map((key) => {
    const [first, ...rest] = target.testData[key];
    return [key, [...rest, first]] as const;
  });
  return moved.length > 0 ? { ...target.testData, ...Object.fromEntries(moved) } : undefined;
}

/** Why the users of a target cannot have these rules, given by user; undefined where they can. */
export function tooManyRules(
  ofUsers: readonly (readonly unknown[])[],
  { mostRules }: Pick<TestData, 'mostRules'>,
): OutOfReach | undefined {
  const most = Math.max(0, ...ofUsers.map((of) => of.length));
  if (most <= mostRules) return undefined;
  const words = `it is about ${most} rules of one user, and testData.mostRules of the target is ${mostRules}`;
  return new OutOfReach(words, 'testData');
}

/** What V1 does not state of a payment. */
export const DECIDED = { currency: 'EUR' };
