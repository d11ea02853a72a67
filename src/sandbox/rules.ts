/** Notification rules: their params, which of them duplicate each other, and which of them an event concerns. */

import type Big from 'big.js';
import type { NotificationRuleRequest } from '../../contracts/generated/access.ts';
import type { triggerEvents } from '../../contracts/generated/operations.ts';
import { paramsOfType } from '../../contracts/generated/params-of-type.ts';
import type { ApiVersion } from '../../contracts/src/base/api-version.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { type Decimal, decimalOf, isObject } from '../../contracts/src/base/json-value.ts';
import { amountOf, idKey, type Key, keyOfText, keysOfList } from './exact-numbers.ts';
import { Refusal } from './refusal.ts';
import type { SandboxSettings } from './sandbox-settings.ts';

export type RuleEvent = (typeof triggerEvents)[number];

type Closed<Params> = Params extends unknown ? (string extends keyof Params ? never : Params) : never;
/** The params of events that have some. */
type Params = Closed<NonNullable<NotificationRuleRequest['params']>>;
type ParamName<Own = Params> = Own extends unknown ? keyof Own : never;
type ParamValue<Name, Own = Params> = Own extends unknown
  ? Name extends keyof Own
    ? NonNullable<Own[Name]>
    : never
  : never;

/** The params of all trigger events, as native values. */
export type RuleParams = {
  readonly [Name in ParamName]?: Name extends 'maxTransactionsCount'
    ? number
    : ParamValue<Name> extends number
      ? Big
      : ParamValue<Name>;
};

export interface Rule {
  /** The id, which messages have as notificationRuleId. */
  readonly id: number;
  readonly triggerEvent: RuleEvent;
  readonly params: RuleParams;
  readonly callbackHandle: string;
  readonly includeDetails: boolean;
}

const NUMBERS: readonly string[] = paramsOfType.number;
const BOOLEANS: readonly string[] = paramsOfType.boolean;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Reads the params of a rule as native values. Whether they are sent as such or as strings is not shown (PARAMS-FORM). `number`
 * reads the numbers in strings.
 */
export function withNativeParams(body: unknown, number: (text: string) => unknown = decimalOf): unknown {
  if (!isObject(body) || !isObject(body['params'])) return body;
  const native = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    if (NUMBERS.includes(name) && NUMBER.test(value)) return [name, number(value)];
    const isFlag = BOOLEANS.includes(name) && (value === 'true' || value === 'false');
    return [name, isFlag ? value === 'true' : value];
  };
  return { ...body, params: Object.fromEntries(Object.entries(body['params']).map(native)) };
}

/** Makes a rule of a valid body. A missing callbackHandle is empty: whether one is required is not shown. */
export function ruleOf(id: number, body: unknown): Rule {
  const {
    triggerEvent,
    params = {},
    callbackHandle = '',
    includeDetails = false,
  } = withNativeParams(body) as Pick<Rule, 'triggerEvent'> &
    Partial<Omit<Rule, 'params'>> & { params?: object };
  const native = Object.entries(params).map(([name, value]) => {
    if (name === 'maxTransactionsCount') return [name, Number(value)];
    return [name, NUMBERS.includes(name) ? amountOf(value) : value];
  });
  return { id, triggerEvent, params: Object.fromEntries(native), callbackHandle, includeDetails };
}

/** Refuses waitForCategorization in any form on API v1 (Errors 5, Versioning 2). */
export function versionRefusal(version: ApiVersion, params: unknown): Refusal | undefined {
  const isNamed =
    typeof params === 'object' && params !== null && Object.hasOwn(params, 'waitForCategorization');
  if (version !== 'v1' || !isNamed) return undefined;
  return new Refusal(400, 'waitForCategorization needs API v2 or greater', { reason: 'apiVersion' });
}

type Identified = { readonly id: Decimal };

/** Whether a rule names accounts, bank connections or a category that its user does not have (RULE-UNKNOWN-IDS). */
export function namesUnknownIds(
  { params: { accountIds, bankConnectionIds, categoryId } }: Pick<Rule, 'params'>,
  bankConnections: readonly (Identified & { readonly accounts: readonly Identified[] })[],
  categories: ReadonlyMap<Key, unknown>,
): boolean {
  const isUnknown = (ids: string | undefined, own: readonly Identified[]): boolean => {
    if (ids === undefined) return false;
    const known = new Set(own.map(({ id }) => idKey(id)));
    return [...keysOfList(ids)].some((key) => !known.has(key));
  };
  const accounts = bankConnections.flatMap((connection) => connection.accounts);
  return (
    isUnknown(accountIds, accounts) ||
    isUnknown(bankConnectionIds, bankConnections) ||
    (categoryId !== undefined && !categories.has(keyOfText(categoryId)))
  );
}

/**
 * Whether two rules of a user are duplicates (Uniqueness 1 to 5): their trigger event, their whole accountIds or
 * bankConnectionIds, and what else the event compares are the same.
 */
export function areDuplicates(
  { triggerEvent, params }: Rule,
  other: Rule,
  { rulesWithoutAccountsClash, termsRulesClash, accountIdsOrderMatters }: SandboxSettings,
): boolean {
  if (other.triggerEvent !== triggerEvent) return false;
  const { listed, unique } = layoutOf[triggerEvent];
  if (!unique) return termsRulesClash;
  if (params[listed] === undefined && !rulesWithoutAccountsClash) return false;
  const compared = (name: keyof RuleParams, value: unknown) =>
    name === listed && !accountIdsOrderMatters ? String(value).split(',').sort().join() : value;
  return (unique.params as readonly (keyof RuleParams)[]).every(
    (name) => compared(name, params[name]) === compared(name, other.params[name]),
  );
}

/** Whether a rule concerns an account or bank connection; without a list, all (Trigger semantics 9). */
export function concerns({ triggerEvent, params }: Rule): (id: Decimal) => boolean {
  const { listed, subject } = layoutOf[triggerEvent];
  const ids = params[listed];
  // For other events, such params are undocumented fields.
  if (subject === 'user' || ids === undefined) return () => true;
  const listedIds = keysOfList(ids);
  return (id) => listedIds.has(idKey(id));
}
