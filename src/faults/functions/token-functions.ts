/** The body of a request as a fault looks at it: JSON, or the parameters of a form. */

import { operations } from '../../../contracts/generated/operations.ts';
import type { Clock } from '../../sandbox/clock.ts';
import type { Decisions, HookContext } from '../../sandbox/fault-hooks.ts';
import type { Caller, TokenRequest } from '../../sandbox/operations/authorization.ts';
import { type OAuthError, Refusal, type Request } from '../../sandbox/operations/request-and-answer.ts';
import { newUser, type State, type Token, type User } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';

/** Undefined for a body that is neither. */
export function sentBody({ body = '', headers }: Request): unknown {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** What a sandbox knows of the tokens that it issued: when, for how long, whose they are, and how they were used. */

/** The token that a call presents. */
export interface PresentedToken {
  /** Undefined for a call without a token. */
  readonly text: string | undefined;
  readonly isIssued: boolean;
  /** Whose token the documentation names for the call is also whose token it is. */
  readonly isOfRightKind: boolean;
  readonly isOfUser: boolean;
  /** In seconds; endless for a token that was not issued. */
  readonly age: number;
  readonly lifetime: number;
  /** Seconds since it was last accepted, or issued. */
  readonly idle: number;
  /** How many calls it has authorized. */
  readonly uses: number;
  /** Whether its user, or the client, was given none since. */
  readonly isNewest: boolean;
}

interface Entry {
  readonly token: Token;
  readonly issuedAt: number;
  usedAt: number;
  uses: number;
}

export class TokenBook {
  #clock: Clock | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #newest = new Map<string | undefined, string>();
  #latestUser: string | undefined;

  /** The seams that write the book. */
  readonly seams: Pick<Required<FaultySeams>, 'clock' | 'answer'> = {
    clock: (clock) => {
      this.#clock = clock;
      return clock;
    },
    answer: (answer, { operationId, state }) => {
      const { access_token: text } = (answer.body ?? {}) as { access_token?: string };
      const token = operationId === 'createToken' && text !== undefined ? state.tokens.get(text) : undefined;
      if (token) {
        this.#entries.set(token.accessToken, { token, issuedAt: this.#now(), usedAt: this.#now(), uses: 0 });
        this.#newest.set(token.user, token.accessToken);
        this.#latestUser = token.user ?? this.#latestUser;
      }
      return answer;
    },
  };

  presented({ operationId, request: { headers } }: HookContext): PresentedToken {
    const text = headers['authorization']?.replace(/^\S+ /, '');
    const entry = this.#entries.get(text ?? '');
    const isOfUser = entry?.token.user !== undefined;
    return {
      text,
      isIssued: entry !== undefined,
      isOfRightKind: operations[operationId].token === (isOfUser ? 'user' : 'client'),
      isOfUser,
      age: entry ? this.#secondsSince(entry.issuedAt) : Number.POSITIVE_INFINITY,
      lifetime: entry ? (entry.token.expiresAt - entry.issuedAt) / 1000 : 0,
      idle: entry ? this.#secondsSince(entry.usedAt) : Number.POSITIVE_INFINITY,
      uses: entry?.uses ?? 0,
      isNewest: this.#newest.get(entry?.token.user) === text,
    };
  }

  /** To be told of each call that a token authorizes. */
  use(text: string | undefined): void {
    const entry = this.#entries.get(text ?? '');
    if (!entry) return;
    entry.usedAt = this.#now();
    entry.uses += 1;
  }

  /** For whom a call is carried out that is due to be refused: the user of its token, else the one authorized last. */
  caller(text: string | undefined, { operationId, state }: HookContext): { readonly user?: User } {
    if (operations[operationId].token !== 'user') return {};
    const user = this.#entries.get(text ?? '')?.token.user ?? this.#latestUser;
    return { user: state.users.get(user ?? '') ?? anyUser(state) };
  }

  #now(): number {
    return this.#clock?.now() ?? 0;
  }

  #secondsSince(instant: number): number {
    return (this.#now() - instant) / 1000;
  }
}

/** The user who was created first, or one who is made up where there is none. */
export function anyUser({ users }: State): User {
  const [first] = users.values();
  return first ?? newUser({ id: 'nobody', password: '', email: '', phone: '', isAutoUpdateEnabled: false });
}

/** Calls pass whose token is to be refused: missing, unknown, of the other kind, at its end. */

export function forgivenTokens(isForgiven: (token: PresentedToken) => boolean): FaultySeams {
  const book = new TokenBook();
  return {
    ...book.seams,
    decide: (name, outcome, context) => {
      if (name !== 'authorization') return outcome;
      const token = book.presented(context);
      const isPassed = outcome instanceof Refusal && isForgiven(token);
      if (isPassed || !(outcome instanceof Refusal)) book.use(token.text);
      const passed: Decisions['authorization'] = isPassed
        ? book.caller(token.text, context)
        : (outcome as never);
      return passed as typeof outcome;
    },
  };
}

/** A good token whose time is over. */
export function isOver({ isIssued, isOfRightKind, age, lifetime }: PresentedToken): boolean {
  return isIssued && isOfRightKind && age >= lifetime;
}

/** Calls are refused whose token is good: it ends early, serves once, or has a successor. */

export function refusedTokens(isRefused: (token: PresentedToken) => boolean): FaultySeams {
  const book = new TokenBook();
  return {
    ...book.seams,
    decide: (name, outcome, context) => {
      if (name !== 'authorization' || outcome instanceof Refusal) return outcome;
      const token = book.presented(context);
      if (token.isIssued && isRefused(token))
        return new Refusal(401, 'the access token has ended') as typeof outcome;
      book.use(token.text);
      return outcome;
    },
  };
}

/** Tokens are issued for credentials that are not valid. */

export interface RefusedCredentials {
  readonly sent: TokenRequest;
  /** What the refusal is about. */
  readonly oauthError: OAuthError;
  /** The one of that name. */
  readonly user: User | undefined;
  readonly state: State;
}

/** `forgive` gives for whom a token is issued, and undefined where the refusal stands. */
export function forgivenCredentials(
  forgive: (refused: RefusedCredentials) => Caller | undefined,
): FaultySeams {
  return {
    decide: (name, outcome, { request, state }) => {
      if (name !== 'credentials' || !(outcome instanceof Refusal)) return outcome;
      const sent = (sentBody(request) ?? {}) as TokenRequest;
      const user = state.users.get(sent.username ?? '');
      return (forgive({ sent, oauthError: outcome.oauthError, user, state }) ?? outcome) as typeof outcome;
    },
  };
}

/** For whom a token is asked, once the credentials of the client do not matter. */
export function withoutClient({ sent, user }: RefusedCredentials): Caller | undefined {
  if (sent.grant_type === 'client_credentials') return {};
  return user !== undefined && user.password === sent.password ? { user } : undefined;
}

/** Calls are carried out, and tokens issued, for another than the one who asked. */

/** `other` gives another caller for the good outcome of that decision. */
export function wrongContext(
  decision: 'authorization' | 'credentials',
  other: (caller: Caller, state: State) => Caller,
): FaultySeams {
  return {
    decide: (name, outcome, { state }) =>
      name === decision && !(outcome instanceof Refusal)
        ? (other(outcome as Caller, state) as typeof outcome)
        : outcome,
  };
}

/** Every call in user context is carried out for the user who was authorized last. */

export function latestUsersContext(): FaultySeams {
  let latest: Caller = {};
  return {
    decide: (name, outcome) => {
      if (outcome instanceof Refusal || (name !== 'credentials' && name !== 'authorization')) return outcome;
      const { user } = outcome as Caller;
      if (name === 'credentials' && user) latest = { user };
      return name === 'authorization' && user && latest.user ? (latest as typeof outcome) : outcome;
    },
  };
}
