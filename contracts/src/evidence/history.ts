/** What one record cannot show, all of them can: the calls of each user in order of time, and messages beside their rules. */
import { operations } from '../../generated/operations.ts';
import { type JsonText, readJson } from '../base/exact-json.ts';
import { isNumber, member } from '../base/json-value.ts';
import { judgeAgainstRule } from '../judge/judge-message.ts';
import { isSuccess, responseClass } from '../judge/operation.ts';
import { idText } from '../judge/rule-facts.ts';
import { defaultSettings, type Settings } from '../judge/settings.ts';
import type { NotificationRule } from '../messages/message.ts';
import { type Fact, factOf, type IssuedToken, type SentRule, tokenOf } from './facts.ts';
import { type CallEvidence, hostOf, type RecordSource } from './read-evidence.ts';
import {
  calledAtAccessHost,
  formElsewhere,
  type HistoryFinding,
  lateToken,
  otherToken,
  type PlacedFact,
  UserHistory,
} from './user-history.ts';

/** What was not compared, and why. */
export interface HistorySummary {
  /** Calls beyond the limit on what is kept. */
  notKept: number;
  /** How often the time went back by more than a minute, and the first such place. */
  jumps: number;
  firstJump?: RecordSource;
  /** Rules without a token that tells whose they are. */
  unknownUser: number;
}

/** Users, and calls that show something beyond themselves. */
const MOST_KEPT = 200_000;
/** Web forms of a host with another address that are kept. */
const MOST_ELSEWHERE = 1000;
/** A record that is no more than so late, in milliseconds, is put in order; a later one shows that the clock jumped back. */
const REORDERED = 60_000;
/** Between the clocks of those who record, and for calls that take long; in milliseconds. */
const MARGIN = 300_000;

interface User {
  readonly facts: (PlacedFact & { readonly order: number })[];
  /** Whether the clock went back, or calls are missing beyond the limit: nothing of the user is compared. */
  isUnsure: boolean;
  newest: number;
  /** How many calls may have changed or deleted rules. */
  changes: number;
}

interface KnownToken {
  readonly key: string;
  readonly issued: IssuedToken;
  readonly source: RecordSource;
  readonly time: number | undefined;
}

interface PlacedForm {
  readonly source: RecordSource;
  readonly urlHost: string;
}

interface KnownRule {
  readonly user: User;
  /** Those of the user before it. */
  readonly changes: number;
  /** As JSON. */
  readonly json: string;
  readonly source: RecordSource;
}

/** Takes records in the order of the recording, and calls `seen` with those of which something is found, at the latest at the end. */
export class History {
  readonly #seen: (source: RecordSource, findings: readonly HistoryFinding[]) => void;
  readonly #settings: Settings;
  readonly #most: number;
  readonly #users = new Map<string, User>();
  /** Undefined for a token of several users. */
  readonly #tokens = new Map<string, KnownToken | undefined>();
  /** By id and handle; undefined for one of several users. */
  readonly #rules = new Map<string, KnownRule | undefined>();
  /** By the host that creates web forms: one whose address is there, and those whose address is elsewhere. */
  readonly #forms = new Map<string, { here?: RecordSource; readonly elsewhere: PlacedForm[] }>();
  #kept = 0;
  /** Calls of Web Form V2 that were answered with 404, and their hosts. */
  readonly #notFound: { readonly source: RecordSource; readonly host: string }[] = [];
  readonly #summary: HistorySummary = { notKept: 0, jumps: 0, unknownUser: 0 };

  /** `most` is how many users and calls are kept. */
  constructor(
    seen: (source: RecordSource, findings: readonly HistoryFinding[]) => void,
    settings: Settings = defaultSettings,
    most = MOST_KEPT,
  ) {
    this.#seen = seen;
    this.#settings = settings;
    this.#most = most;
  }

  addCall(call: CallEvidence, source: RecordSource): void {
    const fact = factOf(call);
    const token = tokenOf(call);
    this.#addNotFound(call, source);
    if (fact === undefined && token === undefined) return;
    if (fact?.kind === 'form') this.#addForm(fact, source);
    const known = token === undefined ? undefined : this.#tokens.get(token);
    const key = this.#keyOf(fact, token, known);
    if (key === undefined) {
      // Without a user only forms are compared.
      if (fact?.kind === 'rule') this.#summary.unknownUser++;
      return;
    }
    const user = this.#userOf(key);
    if (!user) return void this.#summary.notKept++;
    const { time } = call;
    this.#setClock(user, time, source);
    const late = known && (afterLifetime(known, call) ?? ofOtherToken(known, call));
    if (fact === undefined && late === undefined) return;
    if (this.#kept >= this.#most) {
      this.#summary.notKept++;
      user.isUnsure = true;
      return;
    }
    this.#kept++;
    if (fact?.kind === 'change') user.changes++;
    if (fact?.kind === 'token') this.#tokens.set(fact.token, { key, issued: fact, source, time });
    if (fact?.kind === 'rule') this.#addRule(user, fact, source);
    const userToken = known?.issued.isOfUser ? known.source : undefined;
    const status = call.response?.status ?? 0;
    user.facts.push({ fact, source, time, order: time ?? user.newest, status, userToken, late });
  }

  /** Compares a decrypted message with the rule of its id and handle. Give calls before messages. */
  addMessage(message: JsonText, source: RecordSource): void {
    const id = member(message.exact, 'notificationRuleId');
    const handle = member(message.value, 'callbackHandle');
    const known = isNumber(id) ? this.#rules.get(`${idText(id)} ${handle}`) : undefined;
    if (!known || known.user.isUnsure || known.user.changes !== known.changes) return;
    const rule = readJson(known.json).exact as NotificationRule;
    const found = judgeAgainstRule(message, rule, this.#settings);
    if (found.length > 0)
      this.#seen(
        source,
        found.map((finding) => ({ ...finding, earlier: known.source })),
      );
  }

  /** Compares the calls of each user, and says what was left out. */
  end(): HistorySummary {
    for (const { facts, isUnsure } of this.#users.values()) {
      if (isUnsure) continue;
      const user = new UserHistory();
      for (const fact of facts.sort((a, b) => a.order - b.order)) {
        const found = [fact.late, user.add(fact)].filter((each) => each !== undefined);
        if (found.length > 0) this.#seen(fact.source, found);
      }
      for (const { source, finding } of user.late) this.#seen(source, [finding]);
    }
    for (const { here, elsewhere } of this.#forms.values()) {
      if (!here) continue;
      for (const { source, urlHost } of elsewhere) this.#seen(source, [formElsewhere(urlHost, here)]);
    }
    this.#compareNotFound();
    return this.#summary;
  }

  #addNotFound({ operation, request, response }: CallEvidence, source: RecordSource): void {
    const host = hostOf(request.url);
    if (operation === null || operations[operation].document === 'access' || host === undefined) return;
    if (response?.status === 404 && this.#notFound.length < MOST_ELSEWHERE)
      this.#notFound.push({ source, host });
  }

  /** Where a host issues tokens and creates web forms, too, 404 says something else. */
  #compareNotFound(): void {
    const issuing = new Set([...this.#tokens.values()].map((known) => known?.issued.host));
    const [other] = this.#forms.values();
    const created = other?.here ?? other?.elsewhere[0]?.source;
    if (!created) return;
    for (const { source, host } of this.#notFound)
      if (issuing.has(host) && !this.#forms.has(host)) this.#seen(source, [calledAtAccessHost(created)]);
  }

  /** Where no address is on the host that was called, a proxy may have been called, so that nothing is known of it. */
  #addForm({ host, urlHost }: Extract<Fact, { kind: 'form' }>, source: RecordSource): void {
    if (urlHost === undefined || this.#settings.webFormHosts.length > 0) return;
    const forms = this.#forms.get(host) ?? { elsewhere: [] };
    this.#forms.set(host, forms);
    if (urlHost === host) forms.here ??= source;
    else if (forms.elsewhere.length < MOST_ELSEWHERE) forms.elsewhere.push({ source, urlHost });
  }

  /** The user whose call it is, by host and name where the recording has the call that issued the token, else by the token. */
  #keyOf(
    fact: Fact | undefined,
    token: string | undefined,
    known: KnownToken | undefined,
  ): string | undefined {
    if (fact?.kind === 'user') return `user ${fact.host} ${fact.id}`;
    if (fact?.kind === 'token') {
      const nameless = `${fact.isOfUser ? 'token' : 'client'} ${fact.token}`;
      const key = fact.user === undefined ? nameless : `user ${fact.host} ${fact.user}`;
      if (!this.#tokens.has(fact.token) || this.#tokens.get(fact.token)?.key === key) return key;
      this.#tokens.set(fact.token, undefined);
      return undefined;
    }
    if (known) return known.key;
    if (token !== undefined && !this.#tokens.has(token)) return `token ${token}`;
    return fact?.kind === 'form' ? `host ${fact.host}` : undefined;
  }

  #userOf(key: string): User | undefined {
    const known = this.#users.get(key);
    if (known || this.#kept >= this.#most) return known;
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

  #addRule(user: User, { rule: json, id, handle }: SentRule, source: RecordSource): void {
    if (id === undefined || handle === undefined) return;
    const key = `${id} ${handle}`;
    const isOfAnother = this.#rules.has(key) && this.#rules.get(key)?.user !== user;
    const isUnknown = json === undefined || isOfAnother;
    this.#rules.set(key, isUnknown ? undefined : { user, changes: user.changes, json, source });
  }
}

function afterLifetime(
  { issued: { lifetime }, source: earlier, time: since }: KnownToken,
  { operation, response, time }: CallEvidence,
): HistoryFinding | undefined {
  if (operation === null || operation === 'createToken' || !response) return undefined;
  if (lifetime === undefined || since === undefined || time === undefined) return undefined;
  const { status } = response;
  if (!isSuccess(operation, status) || time - since <= lifetime * 1000 + MARGIN) return undefined;
  return lateToken((time - since) / 1000, lifetime, status, earlier);
}

/** A refused call with the token of the other context is a mistake of the client. */
function ofOtherToken(
  { issued: { isOfUser, isOfClient }, source: earlier }: KnownToken,
  { operation, response }: CallEvidence,
): HistoryFinding | undefined {
  if (operation === null || !response || responseClass(operation, response.status) !== 'error')
    return undefined;
  const { token } = operations[operation];
  const whose =
    token === 'client' && isOfUser ? 'user' : token === 'user' && isOfClient ? 'client' : undefined;
  return whose && otherToken(whose, operation === 'createUser', response.status, earlier);
}
