/** What one record cannot show, all of them can: the calls of each user in order of time, and messages beside their rules. */
import { type JsonText, readJson } from '../base/exact-json.ts';
import { isNumber, member } from '../base/json-value.ts';
import type { Finding } from '../judge/clause-check.ts';
import { judgeAgainstRule } from '../judge/judge-message.ts';
import { isSuccess } from '../judge/operation.ts';
import { idText } from '../judge/rule-facts.ts';
import { defaultSettings, type Settings } from '../judge/settings.ts';
import type { NotificationRule } from '../messages/message.ts';
import { type Fact, factOf, type IssuedToken, type SentRule, tokenOf } from './facts.ts';
import type { CallEvidence, RecordSource } from './read-evidence.ts';
import {
  AUTHORIZATION,
  compareFacts,
  type Found,
  type HistoryFinding,
  type PlacedFact,
} from './user-history.ts';

/** What was not compared, and why. */
export interface HistorySummary {
  /** Calls beyond the limit on what is kept. */
  readonly notKept: number;
  /** How often the time went back by more than a minute, and the first such place. */
  readonly jumps: number;
  readonly firstJump?: RecordSource | undefined;
  /** Calls without a token that tells whose they are. */
  readonly unknownUser: number;
}

/** Users, and calls that show something beyond themselves. */
const MOST_KEPT = 200_000;
/** Users whose rules have one id: where there are more, it is no id. */
const MOST_OF_A_RULE = 100;
/** A record that is no more than so late, in milliseconds, is put in order; a later one shows that the clock jumped back. */
const REORDERED = 60_000;
/** After such a silence, in milliseconds, the user may have done what the recording lacks. */
const SILENCE = 3_600_000;
/** Between the clocks of those who record, and for calls that take long; in milliseconds. */
const MARGIN = 300_000;

interface User {
  readonly facts: PlacedFact[];
  /** Accepted calls with a token that should have ended. */
  readonly late: { readonly source: RecordSource; readonly found: Found }[];
  /** By id, the rules that a message can be compared with. */
  readonly rules: Map<string, { readonly rule: SentRule; readonly source: RecordSource }>;
  /** Whether an id in the response to a rule was once that of a message with the same handle. */
  hasMessage: boolean;
  /** Whether the clock went back, so that no time can be trusted. */
  hasJumped: boolean;
  newest: number;
  /** Between two parts there is a silence, or the clock goes back. */
  part: number;
  last?: { readonly time: number | undefined; readonly file: string };
  /** Of the first call that was not kept: from there on, calls of this part may be missing. */
  end?: Pick<PlacedFact, 'part' | 'order'>;
}

interface KnownToken {
  readonly key: string;
  readonly issued: IssuedToken;
  readonly source: RecordSource;
  readonly time: number | undefined;
}

/** Takes records in the order of the recording, and calls `seen` with those of which something is found, at the latest at the end. */
export class History {
  readonly #seen: (source: RecordSource, findings: readonly HistoryFinding[]) => void;
  readonly #settings: Settings;
  readonly #most: number;
  readonly #users = new Map<string, User>();
  /** Undefined for a token of several users. */
  readonly #tokens = new Map<string, KnownToken | undefined>();
  /** By the id of a rule, the users who have it. */
  readonly #usersOfRule = new Map<string, Set<User>>();
  #kept = 0;
  #notKept = 0;
  #jumps = 0;
  #firstJump: RecordSource | undefined;
  #unknownUser = 0;

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
    if (fact === undefined && token === undefined) return;
    const known = token === undefined ? undefined : this.#tokens.get(token);
    const key = this.#keyOf(fact, token, known);
    if (key === undefined) {
      // Without a user only forms are compared.
      if (fact && ['rule', 'payment', 'submission'].includes(fact.kind)) this.#unknownUser++;
      return;
    }
    const user = this.#userOf(key);
    if (!user) return void this.#notKept++;
    const place = this.#placed(user, call.time, source);
    const isKept = this.#kept < this.#most;
    const late = known && afterLifetime(known, call);
    if (late && isKept) {
      user.late.push({ source, found: late });
      this.#kept++;
    }
    if (fact === undefined) return;
    if (fact.kind === 'change') user.rules.clear();
    // A rule that is known already is a new one from here on.
    if (fact.kind === 'rule' && fact.id !== undefined) user.rules.delete(fact.id);
    if (!isKept) {
      this.#notKept++;
      const order = user.end?.part === place.part ? Math.min(user.end.order, place.order) : place.order;
      user.end = { part: place.part, order };
      return;
    }
    this.#kept++;
    if (fact.kind === 'token') this.#tokens.set(fact.token, { key, issued: fact, source, time: call.time });
    if (fact.kind === 'rule') this.#addRule(user, fact, source);
    const userToken = known?.issued.isOfUser ? known.source : undefined;
    user.facts.push({ ...place, source, fact, status: call.response?.status ?? 0, userToken });
  }

  /**
   * Compares a decrypted message with the rule of its id and handle; of an id without it, with the one rule that has it. With
   * the handle of another rule of this user it is violated only where an earlier message showed that the ids in the responses
   * are those of messages. Give calls before messages.
   */
  addMessage(message: JsonText, source: RecordSource): void {
    const id = member(message.exact, 'notificationRuleId');
    const handle = member(message.value, 'callbackHandle');
    if (!isNumber(id) || typeof handle !== 'string') return;
    const ruleId = idText(id);
    const known = [...(this.#usersOfRule.get(ruleId) ?? [])].flatMap((user) => {
      const rule = user.rules.get(ruleId);
      return rule ? [{ user, ...rule }] : [];
    });
    const same = known.filter(({ rule }) => rule.handle === handle);
    for (const { user } of same) user.hasMessage = true;
    const candidates = same.length > 0 ? same : known.length === 1 ? known : [];
    const [found = []] = candidates
      .map(({ user, rule, source: earlier }) =>
        this.#ofRule(message, handle, rule, user).map((finding) => ({ ...finding, earlier })),
      )
      .sort((a, b) => a.length - b.length);
    if (found.length > 0) this.#seen(source, found);
  }

  /** Compares the calls of each user, and says what was left out. */
  end(): HistorySummary {
    for (const { facts, late, hasJumped, end } of this.#users.values()) {
      const inOrder = facts
        .filter(({ part, order }) => part !== end?.part || order < end.order)
        .sort((a, b) => a.part - b.part || a.order - b.order);
      const found = compareFacts(inOrder, this.#settings);
      const placed = inOrder.map(({ source }, index) => ({ source, found: found[index] }));
      for (const { source, found: each } of [...(hasJumped ? [] : late), ...placed])
        if (each) this.#seen(source, [{ about: 'provider', ...each }]);
    }
    return {
      notKept: this.#notKept,
      jumps: this.#jumps,
      firstJump: this.#firstJump,
      unknownUser: this.#unknownUser,
    };
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
    const user: User = {
      facts: [],
      late: [],
      rules: new Map(),
      hasMessage: false,
      hasJumped: false,
      newest: Number.NEGATIVE_INFINITY,
      part: 0,
    };
    this.#users.set(key, user);
    this.#kept++;
    return user;
  }

  /** Where the call stands among those of its user. */
  #placed(user: User, time: number | undefined, source: RecordSource) {
    const { last } = user;
    const isTimed = time !== undefined && last?.time !== undefined;
    let isApart = isTimed ? time - last.time > SILENCE : last !== undefined && last.file !== source.file;
    if (time !== undefined && time < user.newest - REORDERED) {
      isApart = true;
      user.hasJumped = true;
      user.newest = time;
      this.#jumps++;
      this.#firstJump ??= source;
    }
    if (isApart) user.part++;
    user.newest = Math.max(user.newest, time ?? user.newest);
    user.last = { time, file: source.file };
    return { part: user.part, order: time ?? user.newest };
  }

  #addRule(user: User, rule: SentRule, source: RecordSource): void {
    if (rule.rule === undefined || rule.id === undefined) return;
    user.rules.set(rule.id, { rule, source });
    const users = this.#usersOfRule.get(rule.id) ?? new Set();
    this.#usersOfRule.set(rule.id, users);
    if (users.size < MOST_OF_A_RULE) users.add(user);
  }

  #ofRule(
    message: JsonText,
    handle: string,
    { handle: own, rule = '{}' }: SentRule,
    user: User,
  ): readonly Finding[] {
    if (handle === own)
      return judgeAgainstRule(message, readJson(rule).exact as NotificationRule, this.#settings);
    const isOfAnother = [...user.rules.values()].some((other) => other.rule.handle === handle);
    if (!user.hasMessage || !isOfAnother) return [];
    const text = 'callbackHandle is that of another rule, not of the one with this notificationRuleId';
    return [
      { clause: 'MESSAGE-CALLBACK-HANDLE', about: 'provider', pointer: '/callbackHandle', message: text },
    ];
  }
}

/** A token no longer authorizes calls once its lifetime has passed (Resources, Token response; Limits). */
function afterLifetime(
  { issued: { lifetime }, source: earlier, time: since }: KnownToken,
  { operation, response, time }: CallEvidence,
): Found | undefined {
  if (operation === null || operation === 'createToken' || !response) return undefined;
  if (lifetime === undefined || since === undefined || time === undefined) return undefined;
  const { status } = response;
  if (!isSuccess(operation, status) || time - since <= lifetime * 1000 + MARGIN) return undefined;
  const age = Math.round((time - since) / 1000);
  const message = `the access token is ${age} s old, not ${lifetime} s at most, and the call is answered with ${status}`;
  return { clause: 'AUTH-TOKEN-EXPIRED', pointer: AUTHORIZATION, message, earlier };
}
