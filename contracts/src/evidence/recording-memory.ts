/** What one record cannot show, a recording can: compares the records of each user with the earlier ones of the same user. */
import { defaultSettings, type Settings } from '../judge/settings.ts';
import type { RecordFacts } from './record-facts.ts';
import type { RecordSource } from './recorded-flows.ts';
import { type PlacedFacts, Recent, type RememberedRecord, UserMemory } from './user-memory.ts';

/** Things that are remembered of all users together, each of a few hundred bytes. */
const MOST_REMEMBERED = 50_000;
/** What a user takes beside their things, in the same measure. */
const PER_USER = 5;
/** Users whose rules have one id: where there are more, it is no id. */
const MOST_OF_A_RULE = 100;
/** What a memory did not compare, and why. */
export interface MemorySummary {
  /** Users whose records were forgotten since there were too many. */
  readonly forgottenUsers: number;
  /** Tokens, rules, forms and payments of users who had too many. */
  readonly forgottenThings: number;
  /** How often the time went back by more than a minute. */
  readonly jumps: number;
  /** The first such place. */
  readonly firstJump?: RecordSource | undefined;
  /** Calls without a token that tells whose they are. */
  readonly uncompared: number;
}

export const NOTHING_LEFT_OUT: MemorySummary = {
  forgottenUsers: 0,
  forgottenThings: 0,
  jumps: 0,
  uncompared: 0,
};

/**
 * Takes the facts of records in the order of the recording and calls `seen` with the records of which something is found, at
 * the latest at the end. The users whose records are longest ago are forgotten first.
 */
export class RecordingMemory {
  readonly #seen: (found: RememberedRecord) => void;
  readonly #settings: Settings;
  readonly #most: number;
  /** By key, the one whose record is longest ago first. */
  readonly #users = new Map<string, UserMemory>();
  /** Kept, since a new one would step over all users who were forgotten before. */
  readonly #oldest = this.#users.values();
  /** The keys of the users whose tokens they are, and where they were issued; undefined for a token of several. */
  readonly #tokens: Recent<{ readonly key: string; readonly place: RecordSource } | undefined>;
  /** The keys of the users whose rule had this id in the response. */
  readonly #rules: Recent<Recent<string>>;
  #size = 0;
  #forgottenUsers = 0;
  #forgottenThings = 0;
  #jumps = 0;
  #firstJump: RecordSource | undefined;
  #uncompared = 0;

  constructor(
    seen: (found: RememberedRecord) => void,
    settings: Settings = defaultSettings,
    most = MOST_REMEMBERED,
  ) {
    this.#seen = seen;
    this.#settings = settings;
    this.#most = most;
    // Each is one of those things, and with it come some of its user.
    this.#tokens = new Recent(most / 2);
    this.#rules = new Recent(most);
  }

  add(facts: RecordFacts, place: RecordSource): void {
    const { shows, token } = facts;
    if (shows?.kind === 'message') {
      this.#message({ facts, place }, shows.ruleId, shows.handle);
      return;
    }
    const key = this.#keyOf(facts);
    // Without a user only forms are compared.
    if (key === undefined) {
      if (shows && ['rule', 'payment', 'submission'].includes(shows.kind)) this.#uncompared++;
      return;
    }
    const user = this.#used(key);
    const before = user.size;
    const issued = token === undefined ? undefined : this.#tokens.get(token);
    const userToken = issued?.key.startsWith('client ') ? undefined : issued?.place;
    if (shows?.kind === 'token') this.#tokens.set(shows.token, { key, place });
    if (shows?.kind === 'rule' && shows.rule !== undefined && shows.id !== undefined)
      this.#addRule(shows.id, key);
    if (user.add({ facts, place, userToken }, this.#seen)) {
      this.#jumps++;
      this.#firstJump ??= place;
    }
    this.#size += user.size - before;
    while (this.#size > this.#most) {
      const oldest: UserMemory = this.#oldest.next().value ?? user;
      if (oldest === user) {
        // The last one: behind those who come, it is found again.
        this.#users.delete(user.key);
        this.#users.set(user.key, user);
        break;
      }
      this.#forget(oldest);
      this.#forgottenUsers++;
    }
  }

  /** Gives what is left, and says what was left out. */
  end(): MemorySummary {
    for (const user of this.#users.values()) this.#forget(user);
    return {
      forgottenUsers: this.#forgottenUsers,
      forgottenThings: this.#forgottenThings,
      jumps: this.#jumps,
      firstJump: this.#firstJump,
      uncompared: this.#uncompared,
    };
  }

  #addRule(id: string, key: string): void {
    const users = this.#rules.get(id) ?? new Recent<string>(MOST_OF_A_RULE);
    users.set(key, key);
    this.#rules.set(id, users);
  }

  /** The user whose call it is, by host and name where the recording has the call that issued the token, else by the token. */
  #keyOf({ host, token, shows }: RecordFacts): string | undefined {
    if (shows?.kind === 'user') return `user ${host} ${shows.id}`;
    if (shows?.kind !== 'token') {
      const known = token === undefined ? undefined : this.#tokens.get(token);
      if (known) return known.key;
      if (token !== undefined && !this.#tokens.has(token)) return `token ${token}`;
      return shows?.kind === 'form' ? `host ${host}` : undefined;
    }
    const nameless = `${shows.isOfUser ? 'token' : 'client'} ${shows.token}`;
    const key = shows.user === undefined ? nameless : `user ${host} ${shows.user}`;
    if (!this.#tokens.has(shows.token) || this.#tokens.get(shows.token)?.key === key) return key;
    this.#tokens.set(shows.token, undefined);
    return undefined;
  }

  /** The rule is that of the same id and handle; of an id without it, the one rule that has it. */
  #message(placed: PlacedFacts, id: string, handle: string): void {
    const known = [...(this.#rules.get(id)?.values() ?? [])].flatMap((key) => {
      const user = this.#users.get(key);
      const rule = user?.ruleOf(id);
      return user && rule ? [{ user, rule }] : [];
    });
    const same = known.filter(({ rule }) => rule.rule.handle === handle);
    const candidates = same.length > 0 ? same : known.length === 1 ? known : [];
    const [findings = []] = candidates
      .map(({ user, rule }) => user.message(placed, rule))
      .sort((a, b) => a.length - b.length);
    if (findings.length > 0) this.#seen({ ...placed, findings });
  }

  #used(key: string): UserMemory {
    let user = this.#users.get(key);
    if (user) this.#users.delete(key);
    else {
      user = new UserMemory(key, this.#settings);
      this.#size += PER_USER;
    }
    this.#users.set(key, user);
    return user;
  }

  #forget(user: UserMemory): void {
    this.#size -= user.size + PER_USER;
    this.#users.delete(user.key);
    user.end(this.#seen);
    this.#forgottenThings += user.forgotten;
  }
}
