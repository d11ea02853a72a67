/** The users of a target and the tokens that it issued, by names: what has the same name is made once, when first needed. */

import type { TestData } from '../../../contracts/generated/test-data.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import { jsonOf } from '../../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../../contracts/src/judge/operation.ts';
import type { CaseCall } from '../call.ts';
import { CREATOR, type Need, type TokenNeed } from '../callers.ts';
import { refusedText } from '../refusals.ts';
import { send } from '../send.ts';
import { Unproven } from '../unproven.ts';
import { idsOf, type NewUser, newUserNamed, worldOf } from './new-users.ts';
import type { Session, Target } from './target.ts';

export const NO_CALLER: Session = {
  values: { clientId: '', clientSecret: '', userName: '', userPassword: '', fresh: '' },
  token: async () => undefined,
  createUser: async () => {},
  lifetime: async () => 0,
};

/** The tokens of one case, which keeps them when time passes. */
export type HeldTokens = Map<string, Promise<LiveToken>>;

interface UsersPlace {
  readonly client: { readonly id: string; readonly secret: string };
  readonly testData: TestData;
  /** A name that is not in use; with a letter behind it, it is not the beginning of another one. */
  readonly fresh: () => string;
}

export class UsersAndTokens {
  readonly #target: Target;
  readonly #place: UsersPlace;
  readonly #users = new Map<string, NewUser>();
  /** Users who were created, and worlds in which they are. */
  readonly #created = new Kept<undefined>();
  readonly #tokens = new Kept<LiveToken>();

  constructor(target: Target, place: UsersPlace) {
    this.#target = target;
    this.#place = place;
  }

  /** The fields of the user with this name, who may have to be created yet. */
  userOf(name: string): NewUser {
    const { fresh, testData } = this.#place;
    const user = this.#users.get(name) ?? newUserNamed(`${fresh()}u`, testData);
    this.#users.set(name, user);
    this.#target.secrets?.add(user.password, 'secret');
    return user;
  }

  /** Makes what is not there yet. Throws Unproven where the target does not. */
  async settle(need: Need, held: HeldTokens): Promise<LiveToken | undefined> {
    const { make, name } = need;
    if (make === 'user') await this.#created.get(name, () => this.#createUser(this.userOf(name)));
    else if (make === 'world') await this.#created.get(name, () => this.#giveWorld(need.users));
    else return need.isOwn ? this.#ownToken(need, held) : this.#tokens.get(name, () => this.#issue(need));
    return undefined;
  }

  userToken({ id: username, password }: Pick<NewUser, 'id' | 'password'>): Promise<LiveToken> {
    return issuedToken(this.#target, {
      grant_type: 'password',
      ...this.#credentials(),
      username,
      password,
    });
  }

  forget(name: string): void {
    for (const names of [this.#users, this.#created, this.#tokens]) names.delete(name);
  }

  forgetTokens(): void {
    this.#tokens.clear();
  }

  forgetWorld(): void {
    for (const names of [this.#users, this.#created, this.#tokens]) names.clear();
  }

  #credentials() {
    const { id, secret } = this.#place.client;
    return { client_id: id, client_secret: secret };
  }

  #issue({ of }: TokenNeed): Promise<LiveToken> {
    if (of !== undefined) return this.userToken(this.userOf(of));
    return issuedToken(this.#target, { grant_type: 'client_credentials', ...this.#credentials() });
  }

  #ownToken(need: TokenNeed, held: HeldTokens): Promise<LiveToken> {
    const { name } = need;
    const token = (name === undefined ? undefined : held.get(name)) ?? this.#issue(need);
    if (name !== undefined) held.set(name, token);
    return token;
  }

  async #giveWorld(names: readonly string[]): Promise<undefined> {
    const { fresh, testData } = this.#place;
    const users = names.map(() => newUserNamed(`${fresh()}u`, testData));
    const given = users.map((user, at) => ({ ...user, testData: idsOf(testData, at) }));
    const replaced = this.#target.control?.replaceWorld(worldOf(given, testData));
    // Those who were there before are forgotten now.
    for (const [at, name] of names.entries()) this.#users.set(name, users[at] as NewUser);
    await replaced;
    return undefined;
  }

  /** A token that is refused may have ended with the next one of its client. Throws Unproven when no user is created. */
  async #createUser(user: NewUser): Promise<undefined> {
    const creator = async () => (await this.#tokens.get(CREATOR.name, () => this.#issue(CREATOR))).token;
    const session: Session = { ...NO_CALLER, token: creator };
    const call: CaseCall = { when: 'createUser', send: user, then: '2XX' };
    let exchange = await send(this.#target, session, call);
    if (exchange.response.status === 401) {
      this.#tokens.delete(CREATOR.name);
      exchange = await send(this.#target, session, call);
    }
    if (!isSuccess('createUser', exchange.response.status))
      throw new Unproven(
        `${this.#target.name} creates no user: ${refusedText(this.#target, call, exchange)}`,
      );
    return undefined;
  }
}

/**
 * What was made, by names: it is made when first needed, and again once half of its lifetime is over or it was dropped.
 * What could not be made, or has no lifetime, is not kept.
 */
class Kept<Made extends { readonly lifetime: number } | undefined> {
  readonly #made = new Map<string, { readonly made: Promise<Made>; until: number }>();

  get(name: string | undefined, make: () => Promise<Made>): Promise<Made> {
    if (name === undefined) return make();
    const known = this.#made.get(name);
    if (known && Date.now() < known.until) return known.made;
    const kept = { made: make(), until: Number.POSITIVE_INFINITY };
    this.#made.set(name, kept);
    kept.made.then(
      (it) => {
        if (it) kept.until = Date.now() + it.lifetime * 500;
      },
      () => {
        kept.until = 0;
      },
    );
    return kept.made;
  }

  delete(name: string): void {
    this.#made.delete(name);
  }

  clear(): void {
    this.#made.clear();
  }
}

type TokenBody = Extract<CaseCall, { when: 'createToken' }>['send'];

export interface LiveToken {
  readonly token: string;
  /** In seconds. */
  readonly lifetime: number;
}

/** In characters. Few servers take longer headers. */
const LONGEST_TOKEN = 64 * 1024;

/** Throws Unproven when the target issues none. */
async function issuedToken(target: Target, body: TokenBody): Promise<LiveToken> {
  const { response } = await send(target, NO_CALLER, {
    when: 'createToken',
    then: '2XX',
    ...(body && { send: body }),
  });
  const token = member(jsonOf(response.body), 'access_token');
  if (typeof token !== 'string')
    throw new Unproven(`${target.name} issues no token: it answers ${response.status}`);
  if (token.length > LONGEST_TOKEN)
    throw new Unproven(`${target.name} issues a token of ${token.length} characters, which no call carries`);
  const lifetime = member(jsonOf(response.body), 'expires_in');
  return { token, lifetime: typeof lifetime === 'number' ? lifetime : Number.NaN };
}
