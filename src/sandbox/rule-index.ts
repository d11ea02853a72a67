/** Finds the rules of a user that an event on an account or bank connection concerns, without a look at the others. */
import { type Key, keyOfText, keysOfList } from './id-key.ts';
import type { Rule, TriggerEvent } from './rule.ts';

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
