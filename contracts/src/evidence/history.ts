/** What one record cannot show, all of them can: the calls of each user in order of time, and messages beside their rules. */
import { type JsonText, readJson } from '../base/exact-json.ts';
import { isNumber, member } from '../base/json-value.ts';
import type { Finding } from '../judge/clause-check.ts';
import { judgeAgainstRule } from '../judge/judge-message.ts';
import { isSuccess } from '../judge/operation.ts';
import { idText } from '../judge/rule-facts.ts';
import { defaultSettings, type Settings } from '../judge/settings.ts';
import type { NotificationRule } from '../messages/message.ts';
import {
  AUTHORIZATION,
  compareFacts,
  type FoundAt,
  type HistoryFinding,
  type PlacedFact,
} from './compare-facts.ts';
import { type Fact, factOf, type IssuedToken, type SentRule, tokenOf } from './facts.ts';
import type { CallEvidence, RecordSource } from './read-evidence.ts';

/** What was not compared, and why. */
export interface HistorySummary {
  /** Calls beyond the limits on users and on what is kept of each. */
  readonly notKept: number;
  /** How often the time went back by more than a minute, and the first such place. */
  readonly jumps: number;
  readonly firstJump?: RecordSource | undefined;
  /** Calls without a token that tells whose they are. */
  readonly unknownUser: number;
}

interface Limits {
  readonly users: number;
  /** Facts of one user, and of all. */
  readonly ofUser: number;
  readonly facts: number;
}

const LIMITS: Limits = { users: 50_000, ofUser: 300, facts: 200_000 };
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
  /** Accepted calls with a token that should have ended; a clock that jumps back takes them back. */
  readonly late: FoundAt[];
  /** By id, the rules that a message can be compared with. */
  readonly rules: Map<string, { readonly rule: SentRule; readonly source: RecordSource }>;
  /** Whether an id in the response to a rule was once that of a message with the same handle. */
  hasMessage: boolean;
  newest: number;
  jumps: number;
  /** Jumps of the clock and silences: a part of the recording is without both. */
  part: number;
  /** Tokens of before were issued to an earlier user of the name, or by another clock. */
  epoch: number;
  last?: { readonly time: number | undefined; readonly file: string };
}

interface KnownToken {
  readonly key: string;
  readonly issued: IssuedToken;
  readonly source: RecordSource;
  readonly time: number | undefined;
  readonly epoch: number;
}

/** Takes records in the order of the recording, and calls `seen` with those of which something is found, at the latest at the end. */
export class History {
  readonly #seen: (source: RecordSource, findings: readonly HistoryFinding[]) => void;
  readonly #settings: Settings;
  readonly #most: Limits;
  readonly #users = new Map<string, User>();
  /** Undefined for a token of several users. */
  readonly #tokens = new Map<string, KnownToken | undefined>();
  /** By the id of a rule, the users who have it. */
  readonly #usersOfRule = new Map<string, Set<User>>();
  #facts = 0;
  #notKept = 0;
  #jumps = 0;
  #firstJump: RecordSource | undefined;
  #unknownUser = 0;

  constructor(
    seen: (source: RecordSource, findings: readonly HistoryFinding[]) => void,
    settings: Settings = defaultSettings,
    most: Limits = LIMITS,
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
    if (known) this.#judgeLifetime(known, call, source);
    if (fact === undefined) return;
    if (fact.kind === 'user') user.epoch++;
    if (fact.kind === 'change') user.rules.clear();
    const isFull = user.facts.length >= this.#most.ofUser || this.#facts >= this.#most.facts;
    // A token or rule that is known already is a new one from here on.
    if (fact.kind === 'token' && (!isFull || this.#tokens.has(fact.token)))
      this.#tokens.set(fact.token, { key, issued: fact, source, time: call.time, epoch: user.epoch });
    if (fact.kind === 'rule' && fact.id !== undefined) user.rules.delete(fact.id);
    if (isFull) return void this.#notKept++;
    if (fact.kind === 'rule') this.#addRule(user, fact, source);
    const userToken = known?.issued.isOfUser ? known.source : undefined;
    user.facts.push({ ...place, fact, status: call.response?.status ?? 0, userToken });
    this.#facts++;
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
    for (const user of this.#users.values()) {
      const late = user.jumps === 0 ? user.late : [];
      for (const { source, found } of [...late, ...compareFacts(user.facts, this.#settings)])
        this.#seen(source, [{ about: 'provider', ...found }]);
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
    if (known || this.#users.size >= this.#most.users) return known;
    const user: User = {
      facts: [],
      late: [],
      rules: new Map(),
      hasMessage: false,
      newest: Number.NEGATIVE_INFINITY,
      jumps: 0,
      part: 0,
      epoch: 0,
    };
    this.#users.set(key, user);
    return user;
  }

  /** Where the call stands among those of its user. */
  #placed(user: User, time: number | undefined, source: RecordSource) {
    const { last } = user;
    if (time !== undefined && time < user.newest - REORDERED) {
      user.jumps++;
      user.part++;
      user.epoch++;
      user.newest = time;
      this.#jumps++;
      this.#firstJump ??= source;
    } else if (last) {
      const isTimed = time !== undefined && last.time !== undefined;
      if (isTimed ? time - last.time > SILENCE : last.file !== source.file) user.part++;
    }
    user.newest = Math.max(user.newest, time ?? user.newest);
    user.last = { time, file: source.file };
    return { source, jumps: user.jumps, part: user.part, order: time ?? user.newest };
  }

  /** A token no longer authorizes calls once its lifetime has passed (Resources, Token response; Limits). */
  #judgeLifetime(
    { key, epoch, issued, source: earlier, time: since }: KnownToken,
    call: CallEvidence,
    source: RecordSource,
  ): void {
    const { operation, response, time } = call;
    const { lifetime } = issued;
    const user = this.#users.get(key);
    if (user?.epoch !== epoch || operation === null || operation === 'createToken' || !response) return;
    if (lifetime === undefined || since === undefined || time === undefined) return;
    const { status } = response;
    if (!isSuccess(operation, status) || time - since <= lifetime * 1000 + MARGIN) return;
    if (user.late.length >= this.#most.ofUser) return;
    const age = Math.round((time - since) / 1000);
    const message = `the access token is ${age} s old, not ${lifetime} s at most, and the call is answered with ${status}`;
    const found = { clause: 'AUTH-TOKEN-EXPIRED', pointer: AUTHORIZATION, message, earlier } as const;
    user.late.push({ source, found });
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
