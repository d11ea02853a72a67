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

/** Rules by the ids that their lists name, and those without a list under undefined. */
type ListedRules = Map<Key | undefined, Rule[]>;

const NONE: readonly Rule[] = [];

/** Finds the rules of a user that an event on an account or bank connection concerns, without a look at the others. */
export class RuleIndex {
  readonly #rules: readonly Rule[];
  #known = 0;
  readonly #byEvent = new Map<RuleEvent, ListedRules>();
  readonly #byCategory = new Map<Key, ListedRules>();

  /** Of a list that only grows: rules that are added to it later are found too. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** The rules of the event without a list, and those whose list names the account or connection (Trigger semantics 9). */
  of(event: Exclude<RuleEvent, 'CATEGORY_CASH_FLOW'>, id: Key): readonly Rule[] {
    this.#update();
    return listedOrAll(this.#byEvent.get(event), id);
  }

  /** The same for CATEGORY_CASH_FLOW rules of this category. */
  ofCategory(category: Key, account: Key): readonly Rule[] {
    this.#update();
    return listedOrAll(this.#byCategory.get(category), account);
  }

  #update(): void {
    for (; this.#known < this.#rules.length; this.#known++) {
      const rule = this.#rules[this.#known] as Rule;
      const { triggerEvent, params } = rule;
      // Rules of new terms have no list: their params are undocumented fields.
      const { accountIds, bankConnectionIds } = triggerEvent === 'NEW_TERMS_AND_CONDITIONS' ? {} : params;
      const ids = triggerEvent === 'BANK_LOGIN_ERROR' ? bankConnectionIds : accountIds;
      const listed =
        triggerEvent === 'CATEGORY_CASH_FLOW'
          ? getOrAdd(this.#byCategory, keyOfText(params.categoryId ?? ''), () => new Map())
          : getOrAdd(this.#byEvent, triggerEvent, () => new Map());
      for (const key of ids === undefined ? [undefined] : keysOfList(ids))
        getOrAdd(listed, key, () => []).push(rule);
    }
  }
}

function listedOrAll(listed: ListedRules | undefined, id: Key): readonly Rule[] {
  const all = listed?.get(undefined) ?? NONE;
  const named = listed?.get(id);
  if (!named) return all;
  return all.length === 0 ? named : [...all, ...named];
}

/** The value at a key, made where there is none. */
export function getOrAdd<At, Value>(map: Map<At, Value>, key: At, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
