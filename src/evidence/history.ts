/** Checks what only several records show: the calls of each user in order of time, and messages with their rules. */

import { operations } from '../../contracts/generated/operations.ts';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import { type Finding, findingOf, type RecordSource } from '../../contracts/src/base/finding.ts';
import { isNumber, member } from '../../contracts/src/base/json-value.ts';
import { judgePlainMessage } from '../../contracts/src/judge/judge-message.ts';
import { isSuccess, responseClass } from '../../contracts/src/judge/operation.ts';
import { idText } from '../../contracts/src/judge/rule-facts.ts';
import { defaultSettings, type Settings } from '../../contracts/src/judge/settings.ts';
import type { NotificationRule } from '../../contracts/src/messages/message.ts';
import type { CallEvidence } from '../../contracts/src/recordings/read-evidence.ts';
import { Arrivals, ONE_UPDATE } from './arrivals.ts';
import { type Fact, type FactOf, factOf, isOneUsersToken, tokenOf } from './facts.ts';
import { FormHistory } from './form-history.ts';
import { type Placed, type PlacedFact, repeatedId, type Seen, UserHistory } from './user-history.ts';

/** A call with its time in milliseconds since 1970, if known. */
type TimedCall = CallEvidence & { readonly time?: number | undefined };

/** How much was not compared, and why. */
interface HistorySummary {
  /** Calls over the limit. */
  notKept: number;
  /** How often the time went back by more than a minute, and where first. */
  jumps: number;
  firstJump?: RecordSource;
  /** Rules whose user is unknown. */
  unknownUser: number;
  /** Messages sent again after a response that may not be 2xx. */
  retries: number;
  sharedUrls: number;
}

/** The most users and facts that are kept. */
const MOST_KEPT = 200_000;
/** Records that are this late, in milliseconds, are put in order; a later one shows that the clock went back. */
const REORDERED = 60_000;
/** The tolerance for different clocks and long calls, in milliseconds. */
const MARGIN = 300_000;

interface User {
  readonly facts: (PlacedFact & { readonly order: number })[];
  /** Whether the clock went back, or calls over the limit are missing: then nothing of the user is compared. */
  isUnsure: boolean;
  newest: number;
  /** How many calls may have changed or deleted rules. */
  changes: number;
}

interface KnownToken extends Placed {
  /** The key of its user. */
  readonly key: string;
  readonly issued: FactOf<'token'>;
}

interface KnownRule {
  readonly user: User;
  /** The `changes` of the user when the rule was created. */
  readonly changes: number;
  /** The rule as JSON. */
  readonly json: string;
  readonly source: RecordSource;
}

/** Takes records in recorded order, and calls `seen` with the records that have findings, at the end at the latest. */
export class History {
  readonly #seen: Seen;
  readonly #settings: Settings;
  readonly #most: number;
  readonly #users = new Map<string, User>();
  /** Tokens with their users; undefined for a token of several users. */
  readonly #tokens = new Map<string, KnownToken | undefined>();
  /** Rules by id and handle; undefined for a rule of several users. */
  readonly #rules = new Map<string, KnownRule | undefined>();
  /** The handle and trigger event of each rule's last message, by notificationRuleId. */
  readonly #ruleIds = new Map<string, Placed & { readonly of: string; readonly calls: number }>();
  readonly #arrivals = new Arrivals();
  readonly #forms: FormHistory;
  #calls = 0;
  #kept = 0;
  readonly #summary: Omit<HistorySummary, 'sharedUrls'> = {
    notKept: 0,
    jumps: 0,
    unknownUser: 0,
    retries: 0,
  };

  /** `most` limits the users and facts that are kept. */
  constructor(seen: Seen, settings: Settings = defaultSettings, most = MOST_KEPT) {
    this.#seen = seen;
    this.#settings = settings;
    this.#most = most;
    this.#forms = new FormHistory(seen, settings, most);
  }

  addCall(call: TimedCall, source: RecordSource): void {
    const fact = factOf(call);
    const token = tokenOf(call);
    this.#calls++;
    this.#forms.addCall(call, source);
    const known = token === undefined ? undefined : this.#tokens.get(token);
    const ofToken = known && (afterLifetime(known, call) ?? ofOtherToken(known, call));
    const isShowing = fact !== undefined || ofToken !== undefined;
    const key = this.#keyOf(fact, token, known, source);
    if (fact?.kind === 'form') this.#forms.addForm(fact, { key, source, time: call.time });
    if (key === undefined) {
      // If the user is unknown, only forms are compared.
      if (fact?.kind === 'rule') this.#summary.unknownUser++;
      return;
    }
    this.#forms.addV1Call(call, key);
    // A call that shows nothing only sets the clock of a known user.
    const user = this.#users.get(key) ?? (isShowing ? this.#newUser(key) : undefined);
    if (!user) {
      if (isShowing) this.#summary.notKept++;
      return;
    }
    const { time } = call;
    this.#setClock(user, time, source);
    if (!isShowing) return;
    if (this.#kept >= this.#most) {
      this.#summary.notKept++;
      user.isUnsure = true;
      return;
    }
    this.#kept++;
    if (fact?.kind === 'change') user.changes++;
    if (fact?.kind === 'token') this.#tokens.set(fact.token, { key, issued: fact, source, time });
    if (fact?.kind === 'rule') this.#addRule(user, fact, source);
    const status = call.response?.status ?? 0;
    user.facts.push({ fact, source, time, order: time ?? user.newest, status, ofToken });
  }

  /** Compares a decrypted message with its rule, and with others of its id; `status` is the receiver's. Add calls first. */
  addMessage(message: unknown, source: RecordSource, time?: number, status?: number): void {
    const again = this.#arrivals.add(message, { time, status, source });
    if (again === 'retry') this.#summary.retries++;
    else if (again) this.#seen(source, [again]);
    const id = member(message, 'notificationRuleId');
    const handle = member(message, 'callbackHandle');
    if (isNumber(id)) this.#compareRuleId(idText(id), message, { source, time });
    const known = isNumber(id) ? this.#rules.get(`${idText(id)} ${handle}`) : undefined;
    if (!known || known.user.isUnsure || known.user.changes !== known.changes) return;
    const rule = readJson(known.json) as NotificationRule;
    const found = judgeAgainstRule(message, rule, this.#settings);
    if (found.length > 0)
      this.#seen(
        source,
        found.map((finding) => ({ ...finding, earlier: known.source })),
      );
  }

  /** Compares the calls of each user, and returns what was left out. */
  end(): HistorySummary {
    for (const { facts, isUnsure } of this.#users.values()) {
      if (isUnsure) continue;
      const user = new UserHistory();
      for (const fact of facts.sort((a, b) => a.order - b.order)) {
        const found = [fact.ofToken, user.add(fact)].filter((each) => each !== undefined);
        if (found.length > 0) this.#seen(fact.source, found);
      }
      for (const { source, finding } of user.late) this.#seen(source, [finding]);
    }
    this.#forms.end();
    return { ...this.#summary, sharedUrls: this.#forms.sharedUrls };
  }

  /** Compares messages of one update and file: a test system may be reset later, and another file may have another system. */
  #compareRuleId(id: string, message: unknown, { source, time }: Placed): void {
    const of = `${member(message, 'triggerEvent')} ${member(message, 'callbackHandle')}`;
    const last = this.#ruleIds.get(id);
    if (last || this.#ruleIds.size < this.#most)
      this.#ruleIds.set(id, { of, source, time, calls: this.#calls });
    if (!last || last.of === of || last.calls !== this.#calls || last.source.file !== source.file) return;
    if (last.time === undefined || time === undefined || Math.abs(time - last.time) > ONE_UPDATE) return;
    const pointer = '/notificationRuleId';
    this.#seen(source, [repeatedId('MESSAGE-RULE-ID', last.source, 'message of another rule', pointer)]);
  }

  /** The key of the call's user: host and name if the call that issued the token is recorded, else the token. */
  #keyOf(
    fact: Fact | undefined,
    token: string | undefined,
    known: KnownToken | undefined,
    source: RecordSource,
  ): string | undefined {
    if (fact?.kind === 'user') return `user ${fact.host} ${fact.id}`;
    if (fact?.kind === 'token') {
      const nameless = fact.isOfUser ? fact.token : `client ${fact.token}`;
      const key = fact.user === undefined ? nameless : `user ${fact.host} ${fact.user}`;
      const earlier = this.#tokens.get(fact.token);
      if (!this.#tokens.has(fact.token) || earlier?.key === key) return key;
      this.#tokens.set(fact.token, undefined);
      // A mock may give the client and all users one token.
      const isOfUsers = fact.user !== undefined && earlier?.issued.user !== undefined;
      if (earlier && isOfUsers && earlier.issued.host === fact.host) {
        const pointer = '/response/body/access_token';
        this.#seen(source, [repeatedId('AUTH-USER-TOKEN-CONTEXT', earlier.source, 'user', pointer)]);
      }
      return undefined;
    }
    if (known) return known.key;
    const isUnissued = token !== undefined && !this.#tokens.has(token);
    if (isUnissued && (!fact || this.#users.has(token) || isOneUsersToken(token))) return token;
    return fact?.kind === 'form' ? `host ${fact.host}` : undefined;
  }

  #newUser(key: string): User | undefined {
    if (this.#kept >= this.#most) return undefined;
    const user: User = { facts: [], isUnsure: false, newest: Number.NEGATIVE_INFINITY, changes: 0 };
    this.#users.set(key, user);
    this.#kept++;
    return user;
  }

  #setClock(user: User, time: number | undefined, source: RecordSource): void {
    if (time === undefined) return;
    if (time >= user.newest - REORDERED) user.newest = Math.max(user.newest, time);
    else {
      user.isUnsure = true;
      user.newest = time;
      this.#summary.jumps++;
      this.#summary.firstJump ??= source;
    }
  }

  #addRule(user: User, { rule: json, id, handle }: FactOf<'rule'>, source: RecordSource): void {
    if (id === undefined || handle === undefined) return;
    const key = `${id} ${handle}`;
    const isOfAnother = this.#rules.has(key) && this.#rules.get(key)?.user !== user;
    const isUnknown = json === undefined || isOfAnother;
    this.#rules.set(key, isUnknown ? undefined : { user, changes: user.changes, json, source });
  }
}

const AUTHORIZATION = '/request/headers/authorization';

/** A token must not authorize calls after its lifetime (Resources, Token response; Limits). */
function afterLifetime(
  { issued: { lifetime }, source: earlier, time: since }: KnownToken,
  { operation, response, time }: TimedCall,
): Finding | undefined {
  if (operation === null || operation === 'createToken' || !response) return undefined;
  if (lifetime === undefined || since === undefined || time === undefined) return undefined;
  const { status } = response;
  if (!isSuccess(operation, status) || time - since <= lifetime * 1000 + MARGIN) return undefined;
  const age = Math.round((time - since) / 1000);
  return findingOf('AUTH-TOKEN-EXPIRED', {
    kind: 'status',
    pointer: AUTHORIZATION,
    subject: `an access token that lasts ${lifetime} s, after ${age} s`,
    expected: '4xx or 5xx',
    found: `${status}`,
    earlier,
  });
}

/**
 * Calls outside user context need a client token, those in it a user token (Authentication 3 and 5): a call that is refused
 * with the other is a mistake of the client, a user that is created with a user token one of the provider.
 */
function ofOtherToken(
  { issued: { isOfUser, isOfClient }, source: earlier }: KnownToken,
  { operation, response }: CallEvidence,
): Finding | undefined {
  if (operation === null || !response) return undefined;
  const { status } = response;
  const found = responseClass(operation, status);
  const { token } = operations[operation];
  const whose =
    token === 'client' && isOfUser ? 'user' : token === 'user' && isOfClient ? 'client' : undefined;
  const isCreatingUser = operation === 'createUser';
  const isTaken = isCreatingUser && found === 'success';
  if (!whose || !(isTaken || found === 'error')) return undefined;
  const clause = isCreatingUser ? 'USER-CREATE-CLIENT-TOKEN' : 'AUTH-CLIENT-TOKEN-SERVES';
  return findingOf(clause, {
    about: isTaken ? 'provider' : 'client',
    kind: 'status',
    pointer: AUTHORIZATION,
    subject: isTaken ? `the access token of a ${whose}` : 'the access token',
    expected: isTaken ? '4xx or 5xx' : `that of a ${token}`,
    found: isTaken ? `${status}` : `that of a ${whose} and ${status}`,
    earlier,
  });
}

/** The findings that a decrypted message has only because of its rule. The message is in plain text, with nothing undecrypted. */
function judgeAgainstRule(
  json: unknown,
  rule: NotificationRule,
  settings: Settings = defaultSettings,
): readonly Finding[] {
  const alone = judgePlainMessage(json, { settings }).findings;
  const { findings } = judgePlainMessage(json, { rule, settings });
  return findings.filter(
    ({ clause, pointer }) => !alone.some((each) => each.clause === clause && each.pointer === pointer),
  );
}
