/** What a recording shows of one user, in order of time: each call is compared with the earlier ones of the same user. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { readJson } from '../base/exact-json.ts';
import type { Finding } from '../judge/clause-check.ts';
import { judgeAgainstRule } from '../judge/judge-message.ts';
import { isSuccess, type OperationId } from '../judge/operation.ts';
import { layoutOf } from '../judge/read-message.ts';
import { idText } from '../judge/rule-facts.ts';
import type { Settings } from '../judge/settings.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import type { RecordFacts, SentRule } from './record-facts.ts';
import type { RecordSource } from './recorded-flows.ts';

/** What a record breaks only beside an earlier one. */
export interface MemoryFinding extends Finding {
  readonly earlier: RecordSource;
}

/** About the provider, where it does not say otherwise. */
type Found = Omit<MemoryFinding, 'about'> & { readonly about?: 'client' };

/** The findings of a record that was judged by itself before. */
export interface RememberedRecord {
  readonly place: RecordSource;
  readonly facts: RecordFacts;
  readonly findings: readonly MemoryFinding[];
}

export interface PlacedFacts {
  readonly facts: RecordFacts;
  readonly place: RecordSource;
  /** Where the token of the call was issued, if it is that of a user. */
  readonly userToken?: RecordSource | undefined;
}

/** Records that are no more than so late, in milliseconds, are put in order; a later one shows that the clock jumped back. */
const REORDERED = 60_000;
const MOST_WAITING = 100;
/** After such a silence, in milliseconds, the user may have done what the recording lacks. */
const SILENCE = 3_600_000;
/** Between the clocks of those who record, and for calls that take long; in milliseconds. */
const MARGIN = 300_000;
/** Tokens, rules, forms and payments of each kind. */
const MOST_OF_A_KIND = 300;
const MOST_HELD = 100;

const AUTHORIZATION = '/request/headers/authorization';
const NOTHING: readonly never[] = [];

/** Two rules of one event with the same list duplicate each other (Uniqueness 1 to 3); undefined for an event without lists. */
const UNIQUE: Readonly<Record<TriggerEvent, ClauseId | undefined>> = {
  NEW_ACCOUNT_BALANCE: 'RULE-UNIQUE-BALANCE',
  NEW_TRANSACTIONS: 'RULE-UNIQUE-TRANSACTIONS',
  BANK_LOGIN_ERROR: 'RULE-UNIQUE-LOGIN',
  FOREIGN_MONEY_TRANSFER: 'RULE-UNIQUE-FOREIGN',
  LOW_ACCOUNT_BALANCE: 'RULE-UNIQUE-LOW',
  HIGH_TRANSACTION_AMOUNT: 'RULE-UNIQUE-HIGH',
  CATEGORY_CASH_FLOW: 'RULE-UNIQUE-CATEGORY',
  NEW_TERMS_AND_CONDITIONS: undefined,
};

interface Remembered {
  readonly place: RecordSource;
  /** The part of the recording without a silence and a jump of the clock that it was in. */
  readonly stretch: number;
}

interface KnownToken extends Remembered {
  readonly time: number | undefined;
  readonly lifetime: number | undefined;
}

type KnownRule = Remembered & { readonly rule: SentRule };

export class UserMemory {
  readonly key: string;
  readonly #settings: Settings;
  readonly #waiting: PlacedFacts[] = [];
  #newest = Number.NEGATIVE_INFINITY;
  #last: { readonly time: number | undefined; readonly file: string } | undefined;
  #stretch = 0;
  /** The record that created the user, as long as nothing since may be missing: then all of the user is in the recording. */
  #whole: RecordSource | undefined;
  readonly #tokens = new Recent<KnownToken>();
  readonly #rules = new Recent<KnownRule>();
  /** By id, those that a message can be compared with. */
  readonly #rulesById = new Recent<KnownRule>();
  readonly #forms = new Recent<Remembered & { readonly createdAt: number }>();
  readonly #payments = new Recent<Remembered>();
  /** Whether an id in the response to a rule was once that of a message with the same handle. */
  #hasMessage = false;
  /** Findings that a clock which jumps back later takes back. */
  readonly #held: RememberedRecord[] = [];

  constructor(key: string, settings: Settings) {
    this.key = key;
    this.#settings = settings;
  }

  /** What is remembered, in things of about the same size. */
  get size(): number {
    const known = this.#tokens.size + this.#rules.size + this.#rulesById.size + this.#forms.size;
    return known + this.#payments.size + this.#waiting.length + this.#held.length;
  }

  /** How much of this user was forgotten. */
  get forgotten(): number {
    return this.#tokens.forgotten + this.#rules.forgotten + this.#forms.forgotten + this.#payments.forgotten;
  }

  /** Adds a record; `seen` gets the records of which something is found. True where the clock jumped back. */
  add(placed: PlacedFacts, seen: (found: RememberedRecord) => void): boolean {
    const { shows, time } = placed.facts;
    if (shows?.kind === 'rule' && shows.rule !== undefined && shows.id !== undefined)
      this.#rulesById.set(shows.id, { rule: shows, ...this.#now(placed) });
    if (time === undefined) {
      this.#settle(Number.POSITIVE_INFINITY, seen);
      this.#process(placed, seen);
      return false;
    }
    const isBack = time < this.#newest - REORDERED;
    if (isBack) {
      this.#settle(Number.POSITIVE_INFINITY, seen);
      this.#breakOff();
      // No time from before can be compared with one from now on, nor was any time just before it sure.
      this.#tokens.clear();
      this.#releaseHeld(seen, ({ clause }) => clause !== 'AUTH-TOKEN-EXPIRED');
      this.#newest = time;
    }
    this.#newest = Math.max(this.#newest, time);
    let at = this.#waiting.length;
    while (at > 0 && (this.#waiting[at - 1]?.facts.time ?? 0) > time) at--;
    this.#waiting.splice(at, 0, placed);
    this.#settle(this.#newest - REORDERED, seen);
    return isBack;
  }

  /** Gives what is still waiting. */
  end(seen: (found: RememberedRecord) => void): void {
    this.#settle(Number.POSITIVE_INFINITY, seen);
    this.#releaseHeld(seen, () => true);
  }

  /** The rule with this id, if a message can be compared with it. */
  ruleOf(id: string): KnownRule | undefined {
    return this.#rulesById.get(id);
  }

  /**
   * Compares a message with the rule of its id. With the same handle it is that rule's; a handle of another rule of this user
   * is a violation only where an earlier message showed that the ids in the responses are those of messages.
   */
  message({ facts }: PlacedFacts, known: KnownRule): readonly MemoryFinding[] {
    const { shows } = facts;
    if (shows?.kind !== 'message' || shows.plain === undefined) return NOTHING;
    const earlier = known.place;
    if (shows.handle === known.rule.handle) {
      this.#hasMessage = true;
      const rule = readJson(known.rule.rule ?? '{}').exact as NotificationRule;
      return judgeAgainstRule(readJson(shows.plain), rule, this.#settings).map((found) => ({
        ...found,
        earlier,
      }));
    }
    const isOfAnother = [...this.#rulesById.values()].some(({ rule }) => rule.handle === shows.handle);
    if (!this.#hasMessage || !isOfAnother) return NOTHING;
    const message = 'callbackHandle is that of another rule, not of the one with this notificationRuleId';
    const clause = 'MESSAGE-CALLBACK-HANDLE';
    return [{ clause, about: 'provider', pointer: '/callbackHandle', message, earlier }];
  }

  #settle(until: number, seen: (found: RememberedRecord) => void): void {
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting as [PlacedFacts];
      if ((first.facts.time ?? 0) > until && this.#waiting.length <= MOST_WAITING) return;
      this.#waiting.shift();
      this.#process(first, seen);
    }
  }

  #process(placed: PlacedFacts, seen: (found: RememberedRecord) => void): void {
    const { facts, place } = placed;
    const { time } = facts;
    if (this.#last) {
      const isSilent =
        time === undefined || this.#last.time === undefined
          ? this.#last.file !== place.file
          : time - this.#last.time > SILENCE;
      if (isSilent) this.#breakOff();
    }
    this.#last = { time, file: place.file };
    const found: Found[] = [...this.#late(facts), ...this.#compared(placed)];
    const findings = found.map((each): MemoryFinding => ({ about: 'provider', ...each }));
    if (findings.length === 0) return;
    const isHeld = findings.some(({ clause }) => clause === 'AUTH-TOKEN-EXPIRED');
    if (isHeld) this.#held.push({ place, facts, findings });
    else seen({ place, facts, findings });
    if (this.#held.length > MOST_HELD) for (const each of this.#held.splice(0, 1)) seen(each);
  }

  /** From here on the recording may lack calls of before. */
  #breakOff(): void {
    this.#stretch++;
    this.#whole = undefined;
  }

  #now({ place }: PlacedFacts): Remembered {
    return { place, stretch: this.#stretch };
  }

  #releaseHeld(seen: (found: RememberedRecord) => void, isKept: (found: MemoryFinding) => boolean): void {
    for (const { findings, ...record } of this.#held.splice(0)) {
      const kept = findings.filter(isKept);
      if (kept.length > 0) seen({ ...record, findings: kept });
    }
  }

  /** A token no longer authorizes calls once its lifetime has passed (Resources, Token response; Limits). */
  #late({ operation, token, time, status }: RecordFacts): readonly Found[] {
    const issued = token === undefined ? undefined : this.#tokens.get(token);
    if (!issued || operation === null || time === undefined || operation === 'createToken') return NOTHING;
    const { time: since, lifetime, place } = issued;
    if (since === undefined || lifetime === undefined || !isSuccess(operation as OperationId, status))
      return NOTHING;
    if (time - since <= lifetime * 1000 + MARGIN) return NOTHING;
    const age = Math.round((time - since) / 1000);
    const message = `the access token is ${age} s old, not ${lifetime} s at most, and the call is answered with ${status}`;
    return [{ clause: 'AUTH-TOKEN-EXPIRED', pointer: AUTHORIZATION, message, earlier: place }];
  }

  #compared(placed: PlacedFacts): readonly Found[] {
    const { shows, time, status } = placed.facts;
    const now = this.#now(placed);
    switch (shows?.kind) {
      case 'token':
        this.#signedIn(shows.token, { ...now, time, lifetime: shows.lifetime });
        return NOTHING;
      case 'user':
        this.#breakOff();
        // A service that takes a name twice may know its payments and rules (USER-EXISTS).
        if (this.#settings.userExists === 'refused') this.#whole = placed.place;
        this.#tokens.clear();
        return ofUserToken(placed.userToken, status);
      case 'change':
        this.#whole = undefined;
        this.#rules.clear();
        this.#rulesById.clear();
        return NOTHING;
      case 'unknown':
        this.#whole = undefined;
        return NOTHING;
      case 'form':
        return this.#form(shows.id, { ...now, createdAt: shows.createdAt });
      case 'payment':
        if (shows.id === undefined) this.#whole = undefined;
        else this.#payments.set(shows.id, now);
        return NOTHING;
      case 'submission':
        return this.#submission(shows.payment);
      case 'rule':
        return shows.outcome === 'created'
          ? this.#created({ rule: shows, ...now }, placed.facts)
          : this.#refused(shows, placed.facts);
      default:
        return NOTHING;
    }
  }

  /** Before a user signs in again, a test system may have been reset, and all that the user had is gone. */
  #signedIn(token: string, issued: KnownToken): void {
    const isFirst = this.#tokens.size === 0;
    const whole = this.#whole;
    this.#breakOff();
    if (isFirst) this.#whole = whole;
    if (this.#tokens.has(token)) this.#forms.clear();
    this.#tokens.set(token, issued);
  }

  /** Two answers with one form have one createdAt, as where a form is given again or an exchange is recorded twice. */
  #form(id: string, now: Remembered & { readonly createdAt: number }): readonly Found[] {
    const earlier = this.#forms.get(id);
    if (!earlier) this.#forms.set(id, now);
    if (!earlier || earlier.createdAt === now.createdAt) return NOTHING;
    const message = 'id is that of an earlier web form with another createdAt, not its own';
    return [{ clause: 'V2-FORM-ID-UNIQUE', pointer: '/response/body/id', message, earlier: earlier.place }];
  }

  /** All payments of a user whose creation was recorded are in the recording. */
  #submission(payment: string): readonly Found[] {
    if (!this.#whole || this.#payments.forgotten > 0 || this.#payments.get(payment)) return NOTHING;
    const [clause, pointer] = ['V1-SUBMIT-PAYMENT-ID', '/request/body/paymentId'] as const;
    const message = 'paymentId is that of no payment that was created since the user was';
    return [{ clause, about: 'client', pointer, message, earlier: this.#whole }];
  }

  /** A second rule with the same list is refused (Uniqueness 1 to 4), unless the first may have been deleted. */
  #created(now: KnownRule, { status }: RecordFacts): readonly Found[] {
    const { event, list, exchange, id } = now.rule;
    const earlier = this.#rules.get(keyOf(now.rule));
    // One exchange that was recorded twice, or one rule that was answered twice.
    if (earlier?.rule.exchange === exchange || (id !== undefined && earlier?.rule.id === id)) return NOTHING;
    this.#rules.set(keyOf(now.rule), now);
    const clause = UNIQUE[event];
    if (!clause || list === undefined || earlier?.stretch !== now.stretch) return NOTHING;
    const field = layoutOf[event].listed;
    const message = `${field} is that of an earlier ${event} rule of the user, and the call is answered with ${status}`;
    return [{ clause, pointer: `/request/body/params/${field}`, message, earlier: earlier.place }];
  }

  #refused(rule: SentRule, { status }: RecordFacts): readonly Found[] {
    const pointer = '/response/body';
    const earlier = this.#rules.get(keyOf(rule));
    if (earlier) {
      // What was taken once without its handle can only be refused for being there already.
      const isDuplicate =
        rule.list !== undefined && UNIQUE[rule.event] && rule.content === earlier.rule.content;
      const isDue = isDuplicate && earlier.stretch === this.#stretch && [400, 409, 422].includes(status);
      if (!isDue || rule.says !== 'nothing') return NOTHING;
      const message = 'the body says nothing, not that the rule exists already';
      return [{ clause: 'RULE-DUPLICATE-SAYS', pointer, message, earlier: earlier.place }];
    }
    if (rule.says !== 'it exists' || !this.#whole || this.#rules.forgotten > 0) return NOTHING;
    const known = [...this.#rules.values()].filter((other) => other.rule.event === rule.event);
    const overlapping = known.find((other) => overlaps(rule, other.rule));
    if (!overlapping || known.some((other) => mayBeSame(rule, other.rule))) return NOTHING;
    const clause =
      overlapping.rule.categoryId === rule.categoryId ? 'RULE-OVERLAP-ALLOWED' : 'RULE-SEVERAL-CATEGORIES';
    const message = 'the body says that the rule exists, and no rule of the user has its params';
    return [{ clause, pointer, message, earlier: overlapping.place }];
  }
}

/** Creating a user needs a client token (Endpoints, Authorization). */
function ofUserToken(earlier: RecordSource | undefined, status: number): readonly Found[] {
  if (!earlier) return NOTHING;
  const message = `the access token is that of a user, and the call is answered with ${status}`;
  return [{ clause: 'USER-CREATE-CLIENT-TOKEN', pointer: AUTHORIZATION, message, earlier }];
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

/** So many things by name, those that were set last. */
export class Recent<Value> {
  #map = new Map<string, Value>();
  /** Kept, since a new one would step over all names that were forgotten before. */
  #oldest: Iterator<string> | undefined;
  readonly #most: number;
  forgotten = 0;

  constructor(most = MOST_OF_A_KIND) {
    this.#most = most;
  }

  get size(): number {
    return this.#map.size;
  }

  has(name: string): boolean {
    return this.#map.has(name);
  }

  get(name: string): Value | undefined {
    return this.#map.get(name);
  }

  set(name: string, value: Value): void {
    this.#map.delete(name);
    this.#map.set(name, value);
    if (this.#map.size <= this.#most) return;
    this.#oldest ??= this.#map.keys();
    this.#map.delete(this.#oldest.next().value);
    this.forgotten++;
  }

  clear(): void {
    this.#map = new Map();
    this.#oldest = undefined;
  }

  values(): Iterable<Value> {
    return this.#map.values();
  }
}
