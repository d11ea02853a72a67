/** Compares the facts of one user, in order of time: each with the earlier ones. */
import { layoutOf } from '../base/event-layout.ts';
import type { Finding } from '../judge/clause-check.ts';
import { idText } from '../judge/rule-facts.ts';
import type { Settings } from '../judge/settings.ts';
import type { Fact, SentRule } from './facts.ts';
import type { RecordSource } from './read-evidence.ts';

/** What a record breaks only beside an earlier one. */
export interface HistoryFinding extends Finding {
  readonly earlier: RecordSource;
}

/** About the provider, where it does not say otherwise. */
type Found = Omit<HistoryFinding, 'about'> & { readonly about?: 'client' };

export interface FoundAt {
  readonly source: RecordSource;
  readonly found: Found;
}

export interface PlacedFact {
  readonly fact: Fact;
  readonly source: RecordSource;
  /** How often the clock had jumped back, and in what order the facts between two jumps are. */
  readonly jumps: number;
  readonly order: number;
  /** The part of the recording without a silence and a jump that it is in. */
  readonly part: number;
  /** Of the response; 0 without one. */
  readonly status: number;
  /** Where the token of the call was issued, if it is that of a user. */
  readonly userToken: RecordSource | undefined;
}

export const AUTHORIZATION = '/request/headers/authorization';

export function compareFacts(facts: readonly PlacedFact[], settings: Settings): FoundAt[] {
  const history = new UserHistory(settings);
  return facts
    .toSorted((a, b) => a.jumps - b.jumps || a.order - b.order)
    .flatMap((placed) => {
      const found = history.compare(placed);
      return found ? [{ source: placed.source, found }] : [];
    });
}

/** Facts that a later one is compared with. Between two parts, or after a change, the recording may lack calls. */
class UserHistory {
  readonly #settings: Settings;
  /** Counts the parts, and what else breaks off what is known. */
  #stretch = 0;
  #part: number | undefined;
  /** The record that created the user, as long as nothing since may be missing: then all of the user is in the recording. */
  #whole: RecordSource | undefined;
  readonly #tokens = new Set<string>();
  readonly #rules = new Map<
    string,
    { readonly rule: SentRule; readonly source: RecordSource; readonly stretch: number }
  >();
  readonly #forms = new Map<string, { readonly createdAt: number; readonly source: RecordSource }>();
  readonly #payments = new Set<string>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  compare(placed: PlacedFact): Found | undefined {
    const { fact, source, part } = placed;
    if (this.#part !== undefined && part !== this.#part) this.#breakOff();
    this.#part = part;
    switch (fact.kind) {
      case 'token':
        this.#signIn(fact.token);
        return undefined;
      case 'user':
        this.#breakOff();
        // A service that takes a name twice may know its payments and rules (USER-EXISTS).
        if (this.#settings.userExists === 'refused') this.#whole = source;
        this.#tokens.clear();
        return ofUserToken(placed);
      case 'change':
        this.#whole = undefined;
        this.#rules.clear();
        return undefined;
      case 'unknown':
        this.#whole = undefined;
        return undefined;
      case 'form':
        return this.#form(fact, source);
      case 'payment':
        if (fact.id === undefined) this.#whole = undefined;
        else this.#payments.add(fact.id);
        return undefined;
      case 'submission':
        return this.#submission(fact.payment);
      case 'rule':
        return fact.outcome === 'created' ? this.#created(fact, placed) : this.#refused(fact, placed);
    }
  }

  /** From here on the recording may lack calls of before. */
  #breakOff(): void {
    this.#stretch++;
    this.#whole = undefined;
  }

  /** Before a user signs in again, a test system may have been reset, and all that the user had is gone. */
  #signIn(token: string): void {
    const whole = this.#tokens.size === 0 ? this.#whole : undefined;
    this.#breakOff();
    this.#whole = whole;
    if (this.#tokens.has(token)) this.#forms.clear();
    this.#tokens.add(token);
  }

  /** Two answers with one form have one createdAt, as where a form is given again or an exchange is recorded twice. */
  #form({ id, createdAt }: { id: string; createdAt: number }, source: RecordSource): Found | undefined {
    const first = this.#forms.get(id);
    if (!first) this.#forms.set(id, { createdAt, source });
    if (!first || first.createdAt === createdAt) return undefined;
    const message = 'id is that of an earlier web form with another createdAt, not its own';
    return { clause: 'V2-FORM-ID-UNIQUE', pointer: '/response/body/id', message, earlier: first.source };
  }

  /** All payments of a user whose creation was recorded are in the recording. */
  #submission(payment: string): Found | undefined {
    if (!this.#whole || this.#payments.has(payment)) return undefined;
    const [clause, pointer] = ['V1-SUBMIT-PAYMENT-ID', '/request/body/paymentId'] as const;
    const message = 'paymentId is that of no payment that was created since the user was';
    return { clause, about: 'client', pointer, message, earlier: this.#whole };
  }

  /** A second rule with the same list is refused (Uniqueness 1 to 4), unless the first may have been deleted. */
  #created(rule: SentRule, { source, status }: PlacedFact): Found | undefined {
    const { event, list, exchange, id } = rule;
    const first = this.#rules.get(keyOf(rule));
    // One exchange that was recorded twice, or one rule that was answered twice.
    if (first?.rule.exchange === exchange || (id !== undefined && first?.rule.id === id)) return undefined;
    this.#rules.set(keyOf(rule), { rule, source, stretch: this.#stretch });
    const { listed: field, unique } = layoutOf[event];
    if (!unique || list === undefined || first?.stretch !== this.#stretch) return undefined;
    const message = `${field} is that of an earlier ${event} rule of the user, and the call is answered with ${status}`;
    return {
      clause: unique.clause,
      pointer: `/request/body/params/${field}`,
      message,
      earlier: first.source,
    };
  }

  #refused(rule: SentRule, { status }: PlacedFact): Found | undefined {
    const pointer = '/response/body';
    const first = this.#rules.get(keyOf(rule));
    if (first) {
      // What was taken once without its handle can only be refused for being there already.
      const isDuplicate =
        rule.list !== undefined && layoutOf[rule.event].unique && rule.content === first.rule.content;
      const isDue = isDuplicate && first.stretch === this.#stretch && [400, 409, 422].includes(status);
      if (!isDue || rule.says !== 'nothing') return undefined;
      const message = 'the body says nothing, not that the rule exists already';
      return { clause: 'RULE-DUPLICATE-SAYS', pointer, message, earlier: first.source };
    }
    if (rule.says !== 'it exists' || !this.#whole) return undefined;
    const known = [...this.#rules.values()].filter((other) => other.rule.event === rule.event);
    const overlapping = known.find((other) => overlaps(rule, other.rule));
    if (!overlapping || known.some((other) => mayBeSame(rule, other.rule))) return undefined;
    const clause =
      overlapping.rule.categoryId === rule.categoryId ? 'RULE-OVERLAP-ALLOWED' : 'RULE-SEVERAL-CATEGORIES';
    const message = 'the body says that the rule exists, and no rule of the user has its params';
    return { clause, pointer, message, earlier: overlapping.source };
  }
}

/** Creating a user needs a client token (Endpoints, Authorization). */
function ofUserToken({ userToken, status }: PlacedFact): Found | undefined {
  if (!userToken) return undefined;
  const message = `the access token is that of a user, and the call is answered with ${status}`;
  return { clause: 'USER-CREATE-CLIENT-TOKEN', pointer: AUTHORIZATION, message, earlier: userToken };
}

function keyOf({ path, event, list, categoryId }: SentRule): string {
  return `${path} ${event} ${categoryId} ${list === undefined ? '' : `of ${list}`}`;
}

function idsOf({ list = '' }: SentRule): string[] {
  return list.split(',').map(idText).sort();
}

/** Whether they are one rule for some provider: the order of ids and rules without a list are open (ACCOUNT-IDS-ORDER, RULES-WITHOUT-ACCOUNTS). */
function mayBeSame(one: SentRule, other: SentRule): boolean {
  return one.categoryId === other.categoryId && idsOf(one).join() === idsOf(other).join();
}

function overlaps(one: SentRule, other: SentRule): boolean {
  if (one.list === undefined || other.list === undefined) return true;
  const ids = idsOf(other);
  return idsOf(one).some((id) => ids.includes(id));
}
