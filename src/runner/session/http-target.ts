/** A target behind its URLs: documented calls create its users and issue its tokens, each when first needed. */

import { unclearIn } from '../../../contracts/src/base/exact-json.ts';
import { member, wholeNumber } from '../../../contracts/src/base/json-value.ts';
import { jsonOf } from '../../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../../contracts/src/judge/operation.ts';
import type { Callers, CaseCall, RequestBodyOf } from '../call.ts';
import { type Control, timeOf } from '../control.ts';
import { refusedText } from '../refusals.ts';
import { RunHistory } from '../run-history.ts';
import { send } from '../send.ts';
import { Unproven } from '../unproven.ts';
import type { Messaging, Session, Target } from './session.ts';
import {
  CREATOR,
  isShared,
  neededFor,
  newUserNamed,
  ownCallers,
  type Prerequisite,
  Prerequisites,
  worldOf,
} from './users.ts';

/** What is known of a target; the rest of it follows. */
interface HttpPlace
  extends Omit<Target, 'baselines' | 'history' | 'clock' | 'session' | 'control' | 'messaging'> {
  readonly client: { readonly id: string; readonly secret: string };
  readonly control?: Control | undefined;
  readonly messaging?: Omit<Messaging, 'prefix' | 'fresh' | 'logIn'> | undefined;
  /** Begins every id that the run makes. */
  readonly prefix: string;
}

export function httpTarget({ client, messaging, prefix, control, ...given }: HttpPlace): Target {
  let names = 0;
  const fresh = () => `${prefix}-${++names}`;
  const target: Target = {
    ...given,
    baselines: new Map(),
    ...(given.lacks.memory === undefined && { history: new RunHistory(given.settings) }),
    ...(messaging && {
      messaging: { ...messaging, prefix, fresh, logIn: (user) => made.logIn(user) },
    }),
    ...(control && {
      clock: timeOf(control),
      control: {
        ...control,
        advance: (duration) => {
          made.forgetTokens();
          return control.advance(duration);
        },
        reset: () => {
          made.forgetWorld();
          return control.reset();
        },
        replaceWorld: (world) => {
          made.forgetWorld();
          return control.replaceWorld(world);
        },
      },
    }),
    session: (callers = ownCallers(fresh())) => made.session(callers),
  };
  const made = new UsersAndTokens(target, client, fresh);
  return target;
}

const NO_CALLER: Session = {
  values: { clientId: '', clientSecret: '', userName: '', userPassword: '', fresh: '' },
  token: async () => undefined,
  createUser: async () => {},
  lifetime: async () => 0,
};

type NewUser = ReturnType<typeof newUserNamed>;

/** The users of a target and the tokens that it issued, by names: what has the same name is made once, when first needed. */
class UsersAndTokens {
  readonly #target: Target;
  readonly #client: HttpPlace['client'];
  /** A name that is not in use; with a letter behind it, it is not the beginning of another one. */
  readonly #fresh: () => string;
  readonly #users = new Map<string, NewUser>();
  /** The users, worlds and tokens that were made; a token that cases share is made again once half of its lifetime is over. */
  readonly #made = new Prerequisites<Made>(
    (need) => this.#new(need),
    ({ until }) => Date.now() >= until,
  );

  constructor(target: Target, client: HttpPlace['client'], fresh: () => string) {
    this.#target = target;
    this.#client = client;
    this.#fresh = fresh;
  }

  /** Nothing is created before a call needs it, so that cases of tokens and users fail by themselves. */
  async session(callers: Callers): Promise<Session> {
    const { secrets } = this.#target;
    const { user, isGiven } = callers;
    const tokenOf = async (caller: Parameters<typeof neededFor>[0]) => {
      let made: LiveToken | undefined;
      for (const need of neededFor(caller, callers)) made = await this.#made.get(need).token;
      return made;
    };
    if (isGiven) await tokenOf('named');
    const { id, password } = this.#userOf(user);
    const { id: clientId, secret: clientSecret } = this.#client;
    return {
      values: { clientId, clientSecret, userName: id, userPassword: password, fresh: this.#fresh() },
      token: async (caller) => {
        if (caller === 'stranger') return `${id}-is-no-token`;
        if (typeof caller !== 'object') return (await tokenOf(caller))?.token;
        const damaged = caller.damaged((await tokenOf(caller.of))?.token ?? '');
        secrets?.add(damaged, 'secret');
        return damaged;
      },
      createUser: async () => void (await tokenOf('named')),
      lifetime: async (of) => (await tokenOf(of))?.lifetime ?? Number.NaN,
    };
  }

  /** The user exists already. */
  async logIn(user: Pick<NewUser, 'id' | 'password'>): Promise<Session> {
    const { token, lifetime } = await this.#userToken(user);
    return { ...NO_CALLER, token: async () => token, lifetime: async () => lifetime };
  }

  /** A case keeps its own tokens when time passes. */
  forgetTokens(): void {
    this.#made.end(isShared);
  }

  forgetWorld(): void {
    this.#users.clear();
    this.#made.end();
  }

  /** The fields of the user with this name, who may have to be created yet. */
  #userOf(name: string): NewUser {
    const user = this.#users.get(name) ?? newUserNamed(`${this.#fresh()}u`, this.#target.testData);
    this.#users.set(name, user);
    this.#target.secrets?.add(user.password, 'secret');
    return user;
  }

  /** Rejects with Unproven where the target does not make it; then the next case tries again. */
  #new(need: Prerequisite): Made {
    const made: Made = { token: this.#begun(need), until: Number.POSITIVE_INFINITY };
    made.token.then(
      ({ lifetime }) => {
        if (isShared(need)) made.until = Date.now() + lifetime * 500;
      },
      (error) => {
        made.until = 0;
        if (error instanceof Unproven) this.#target.traces?.failed(error.message);
      },
    );
    return made;
  }

  #begun(need: Prerequisite): Promise<LiveToken> {
    if (need.make === 'world') return this.#giveWorld(need.users);
    if (need.make === 'user') return this.#createUser(need.name);
    if (need.of !== undefined) return this.#userToken(this.#userOf(need.of));
    return this.#issued({ grant_type: 'client_credentials' });
  }

  #userToken({ id: username, password }: Pick<NewUser, 'id' | 'password'>): Promise<LiveToken> {
    return this.#issued({ grant_type: 'password', username, password });
  }

  /** Throws Unproven when the target issues no token. */
  async #issued(grant: RequestBodyOf<'createToken'>): Promise<LiveToken> {
    const { name } = this.#target;
    const { id: client_id, secret: client_secret } = this.#client;
    const call: CaseCall = { when: 'createToken', then: '2XX', send: { client_id, client_secret, ...grant } };
    const { response } = await send(this.#target, NO_CALLER, call);
    const json = jsonOf(response.body);
    const [token, lifetime] = [member(json, 'access_token'), member(json, 'expires_in')];
    const unclear = response.body && 'text' in response.body && unclearIn(response.body.text);
    if (typeof token !== 'string')
      throw new Unproven(
        `${name} issues no token: it responds with ${response.status}${unclear ? `, and ${unclear}` : ''}`,
      );
    if (token.length > LONGEST_TOKEN)
      throw new Unproven(`${name} issues a token of ${token.length} characters, too long for a call`);
    return { token, lifetime: wholeNumber(lifetime) ?? Number.NaN };
  }

  async #giveWorld(names: readonly string[]): Promise<LiveToken> {
    const { testData, control } = this.#target;
    const users = names.map(() => newUserNamed(`${this.#fresh()}u`, testData));
    const replaced = control?.replaceWorld(worldOf(users, testData));
    // The users of the earlier world are forgotten now.
    for (const [at, name] of names.entries()) this.#users.set(name, users[at] as NewUser);
    await replaced;
    return NO_TOKEN;
  }

  /** A token that is refused may have ended with the next one of its client. Throws Unproven when no user is created. */
  async #createUser(name: string): Promise<LiveToken> {
    const user = this.#userOf(name);
    const session = { ...NO_CALLER, token: async () => (await this.#made.get(CREATOR).token).token };
    const call: CaseCall = { when: 'createUser', send: user, then: '2XX' };
    let exchange = await send(this.#target, session, call);
    if (exchange.response.status === 401) {
      this.#made.end((need) => need === CREATOR);
      exchange = await send(this.#target, session, call);
    }
    if (isSuccess('createUser', exchange.response.status)) return NO_TOKEN;
    const why = refusedText(this.#target, call, exchange);
    throw new Unproven(`${this.#target.name} creates no user: ${why}`);
  }
}

interface LiveToken {
  readonly token: string;
  /** In seconds; NaN where the token response says none. */
  readonly lifetime: number;
}

/** In characters. Few servers take longer headers. */
const LONGEST_TOKEN = 64 * 1024;
/** The result of a set-up step that yields no token. */
const NO_TOKEN: LiveToken = { token: '', lifetime: Number.POSITIVE_INFINITY };

/** What was made, or is on its way. */
interface Made {
  readonly token: Promise<LiveToken>;
  /** In epoch milliseconds. */
  until: number;
}
