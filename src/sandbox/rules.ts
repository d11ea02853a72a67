/** Notification rules: their params, which of them duplicate each other, and which of them an event concerns. */

import type Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import type { triggerEvents } from '../../contracts/generated/operations.ts';
import { paramsOfType } from '../../contracts/generated/params-of-type.ts';
import type { ApiVersion } from '../../contracts/src/base/api-version.ts';
import { type Decimal, isObject } from '../../contracts/src/base/json-value.ts';
import { amountOf, type Key, keyOf, keyOfText, keysOfList } from './exact-numbers.ts';
import { Refusal } from './operations/request-and-answer.ts';
import type { SandboxSettings } from './sandbox-settings.ts';

export type RuleEvent = (typeof triggerEvents)[number];

/** The params of all trigger events together, as native values. */
export interface RuleParams {
  readonly accountIds?: string;
  readonly bankConnectionIds?: string;
  readonly categoryId?: string;
  readonly includeChildCategories?: boolean;
  readonly waitForCategorization?: boolean;
  readonly maxTransactionsCount?: number;
  readonly balanceThreshold?: Big;
  readonly absoluteAmountThreshold?: Big;
}

export interface Rule {
  /** The notificationRuleId of its messages. */
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
 * The body of a rule with params as native values. Whether they are sent as such or as strings is not shown
 * (PARAMS-FORM). `number` reads the numbers in strings.
 */
export function withNativeParams(
  body: unknown,
  number: (text: string) => unknown = (text) => new LosslessNumber(text),
): unknown {
  if (!isObject(body) || !isObject(body['params'])) return body;
  const native = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    if (NUMBERS.includes(name) && NUMBER.test(value)) return [name, number(value)];
    const isFlag = BOOLEANS.includes(name) && (value === 'true' || value === 'false');
    return [name, isFlag ? value === 'true' : value];
  };
  return { ...body, params: Object.fromEntries(Object.entries(body['params']).map(native)) };
}

/** The rule of a valid body. Without a callbackHandle it is empty: whether one is required is not shown. */
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

/** Whether the API version of a call allows these params (Errors 5, Versioning 2): the mistake is to name the wait. */
export function versionRefusal(version: ApiVersion, params: unknown): Refusal | undefined {
  const isNamed =
    typeof params === 'object' && params !== null && Object.hasOwn(params, 'waitForCategorization');
  if (version !== 'v1' || !isNamed) return undefined;
  return new Refusal(400, 'waitForCategorization needs API v2 or greater');
}

interface Identified {
  readonly id: Decimal;
}

/** Whether a rule names accounts, bank connections or a category that its user does not have (RULE-UNKNOWN-IDS). */
export function namesUnknownIds(
  { params: { accountIds, bankConnectionIds, categoryId } }: Pick<Rule, 'params'>,
  bankConnections: readonly (Identified & { readonly accounts: readonly Identified[] })[],
  categories: ReadonlyMap<Key, unknown>,
): boolean {
  const isUnknown = (ids: string | undefined, own: readonly Identified[]): boolean => {
    if (ids === undefined) return false;
    const known = new Set(own.map(({ id }) => keyOf(id)));
    return [...keysOfList(ids)].some((key) => !known.has(key));
  };
  return (
    isUnknown(
      accountIds,
      bankConnections.flatMap(({ accounts }) => accounts),
    ) ||
    isUnknown(bankConnectionIds, bankConnections) ||
    (categoryId !== undefined && !categories.has(keyOfText(categoryId)))
  );
}

/**
 * Two rules of a user with the same key duplicate each other (Uniqueness 1 to 5): the trigger event with the whole value
 * of accountIds or bankConnectionIds, and for CATEGORY_CASH_FLOW also the category. Undefined for a rule that duplicates
 * none.
 */
export function uniquenessKey(
  { triggerEvent, params }: Pick<Rule, 'triggerEvent' | 'params'>,
  { rulesWithoutAccountsClash, termsRulesClash, accountIdsOrderMatters }: SandboxSettings,
): string | undefined {
  if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return termsRulesClash ? triggerEvent : undefined;
  const ids = triggerEvent === 'BANK_LOGIN_ERROR' ? params.bankConnectionIds : params.accountIds;
  if (ids === undefined && !rulesWithoutAccountsClash) return undefined;
  const compared = accountIdsOrderMatters ? ids : ids?.split(',').sort().join(',');
  const category = triggerEvent === 'CATEGORY_CASH_FLOW' ? params.categoryId : undefined;
  // As JSON, so that no id can look like another part of the key.
  return JSON.stringify([triggerEvent, compared ?? null, category]);
}

/** Whether a rule concerns an account or bank connection: all of them without a list (Trigger semantics 9). */
export function concerns({ triggerEvent, params }: Rule): (id: Decimal) => boolean {
  // Rules of new terms have no list: their params are undocumented fields.
  if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return () => true;
  const ids = triggerEvent === 'BANK_LOGIN_ERROR' ? params.bankConnectionIds : params.accountIds;
  if (ids === undefined) return () => true;
  const listed = keysOfList(ids);
  return (id) => listed.has(keyOf(id));
}
