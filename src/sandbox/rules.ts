/** A notification rule as the sandbox keeps it, its params as native values and its thresholds as exact decimals. */
import type Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import type { components } from '../../contracts/generated/access.ts';
import type { triggerEvents } from '../../contracts/generated/operations.ts';
import { paramsOfType } from '../../contracts/generated/params-of-type.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { amountOf, type Key, keyOf, keyOfText, keysOfList } from './exact-numbers.ts';
import { Refusal } from './operations/request-and-answer.ts';
import type { ApiVersion, SandboxSettings } from './sandbox-settings.ts';
import type { State, User } from './state.ts';

export type TriggerEvent = (typeof triggerEvents)[number];

type Written = NonNullable<components['schemas']['notification-rule']['params']>;
/** Of all events together. */
type Params = UnionToIntersection<Required<Written>>;
type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** As the documents have them, every number exact but the one that counts. */
export type RuleParams = {
  readonly [Name in keyof Params]?: Params[Name] extends number
    ? Name extends 'maxTransactionsCount'
      ? number
      : Big
    : Params[Name];
};

export interface Rule {
  /** The notificationRuleId of its messages. */
  readonly id: number;
  readonly triggerEvent: TriggerEvent;
  readonly params: RuleParams;
  readonly callbackHandle: string;
  readonly includeDetails: boolean;
}

const NUMBERS: readonly string[] = paramsOfType.number;
const BOOLEANS: readonly string[] = paramsOfType.boolean;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The body of a rule with its params as native values: whether they are written so or as strings is not shown
 * (PARAMS-FORM). Numbers in strings become LosslessNumbers, or plain ones with `Number`.
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

/** The rule of a body that is valid; a callbackHandle that is absent is empty, since nobody says it is required. */
export function ruleOf(id: number, body: unknown): Rule {
  const { triggerEvent, params, callbackHandle, includeDetails } = withNativeParams(body) as {
    triggerEvent: TriggerEvent;
    params?: Record<string, unknown>;
    callbackHandle?: string;
    includeDetails?: boolean;
  };
  return {
    id,
    triggerEvent,
    params: paramsOf(params ?? {}),
    callbackHandle: callbackHandle ?? '',
    includeDetails: includeDetails ?? false,
  };
}

function paramsOf(params: Record<string, unknown>): RuleParams {
  const kept = Object.entries(params).map(([name, value]) => {
    // Of a count out of range, where one is accepted (COUNT-OUT-OF-RANGE), the next in it is kept.
    if (name === 'maxTransactionsCount') return [name, Math.min(Math.max(Number(value), 0), 100)];
    return [name, NUMBERS.includes(name) ? amountOf(value) : value];
  });
  return Object.fromEntries(kept);
}

/** Decides whether a rule duplicates one that the user has already (Uniqueness 1 to 5). */

type Comparable = Pick<Rule, 'triggerEvent' | 'params'>;
type Choices = Pick<
  SandboxSettings,
  'rulesWithoutAccountsClash' | 'termsRulesClash' | 'accountIdsOrderMatters'
>;

/** `keys` are those of the user's rules: what another user has blocks nobody. */
export function isDuplicate(rule: Comparable, keys: ReadonlySet<string>, settings: Choices): boolean {
  const key = uniquenessKey(rule, settings);
  return key !== undefined && keys.has(key);
}

/**
 * Two rules with the same key duplicate each other, whatever their other params are: the trigger event with the whole
 * value of accountIds or bankConnectionIds, and for CATEGORY_CASH_FLOW also the category. Undefined for a rule that
 * duplicates none.
 */
export function uniquenessKey({ triggerEvent, params }: Comparable, settings: Choices): string | undefined {
  if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return settings.termsRulesClash ? triggerEvent : undefined;
  const ids = triggerEvent === 'BANK_LOGIN_ERROR' ? params.bankConnectionIds : params.accountIds;
  if (ids === undefined && !settings.rulesWithoutAccountsClash) return undefined;
  const category = triggerEvent === 'CATEGORY_CASH_FLOW' ? params.categoryId : undefined;
  // As JSON, so that no id can look like another part of the key.
  return JSON.stringify([triggerEvent, ids === undefined ? null : compared(ids, settings), category]);
}

function compared(ids: string, { accountIdsOrderMatters }: Choices): string {
  return accountIdsOrderMatters ? ids : ids.split(',').sort().join(',');
}

/** Decides whether a rule names accounts, bank connections or a category that its user does not have (RULE-UNKNOWN-IDS). */

export function namesUnknownIds(
  { params }: Pick<Rule, 'params'>,
  { bankConnections }: Pick<User, 'bankConnections'>,
  categories: State['categories'],
): boolean {
  const { accountIds, bankConnectionIds, categoryId } = params;
  const accounts = bankConnections.flatMap((connection) => connection.accounts);
  return (
    isOther(accountIds, accounts) ||
    isOther(bankConnectionIds, bankConnections) ||
    (categoryId !== undefined && !categories.has(keyOfText(categoryId)))
  );
}

function isOther(ids: string | undefined, own: readonly { readonly id: number }[]): boolean {
  if (ids === undefined) return false;
  const known = new Set(own.map(({ id }) => keyOf(id)));
  return [...keysOfList(ids)].some((key) => !known.has(key));
}

/** Decides whether the API version of a call allows the rule that it creates (Errors 5, Versioning 2). */

/** `params` as they were sent: to specify waitForCategorization is the mistake, with whatever value. */
export function versionRefusal(version: ApiVersion, params: unknown): Refusal | undefined {
  const specified =
    typeof params === 'object' && params !== null && Object.hasOwn(params, 'waitForCategorization');
  if (version !== 'v1' || !specified) return undefined;
  return new Refusal(400, 'waitForCategorization needs API v2 or greater');
}

/** Finds the rules of a user that an event on an account or bank connection concerns, without a look at the others. */

/** Those of one event, or of one category. */
class Concerned {
  readonly #unlisted: Rule[] = [];
  readonly #listed = new Map<Key, Rule[]>();

  add(rule: Rule, ids: string | undefined): void {
    if (ids === undefined) this.#unlisted.push(rule);
    for (const key of ids === undefined ? [] : keysOfList(ids)) {
      const rules = this.#listed.get(key);
      if (rules) rules.push(rule);
      else this.#listed.set(key, [rule]);
    }
  }

  by(key: Key): readonly Rule[] {
    const listed = this.#listed.get(key);
    if (!listed) return this.#unlisted;
    return this.#unlisted.length === 0 ? listed : [...this.#unlisted, ...listed];
  }
}

const NONE = new Concerned();

export class RuleIndex {
  readonly #rules: readonly Rule[];
  #known = 0;
  readonly #events = new Map<TriggerEvent, Concerned>();
  readonly #categories = new Map<Key, Concerned>();

  /** Of a list that only grows: rules that are added to it later are found too. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /**
   * The rules of the event without a list, and those whose list names the account or connection (Trigger semantics 9).
   * Rules of CATEGORY_CASH_FLOW are found by their category.
   */
  of(event: TriggerEvent, id: Key): readonly Rule[] {
    this.#learn();
    return (this.#events.get(event) ?? NONE).by(id);
  }

  /** The same for rules of CATEGORY_CASH_FLOW with this category. */
  ofCategory(category: Key, account: Key): readonly Rule[] {
    this.#learn();
    return (this.#categories.get(category) ?? NONE).by(account);
  }

  #learn(): void {
    for (; this.#known < this.#rules.length; this.#known++) this.#add(this.#rules[this.#known] as Rule);
  }

  #add(rule: Rule): void {
    const { triggerEvent, params } = rule;
    if (triggerEvent === 'CATEGORY_CASH_FLOW') {
      concernedIn(this.#categories, keyOfText(params.categoryId ?? '')).add(rule, listOf(rule));
    } else {
      concernedIn(this.#events, triggerEvent).add(rule, listOf(rule));
    }
  }
}

/** Undefined for a rule without a list; new terms know none. */
function listOf({ triggerEvent, params }: Rule): string | undefined {
  if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return undefined;
  return triggerEvent === 'BANK_LOGIN_ERROR' ? params.bankConnectionIds : params.accountIds;
}

function concernedIn<By>(map: Map<By, Concerned>, by: By): Concerned {
  const known = map.get(by);
  if (known) return known;
  const concerned = new Concerned();
  map.set(by, concerned);
  return concerned;
}
