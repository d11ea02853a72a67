/** Faults of tokens and credentials that no edit can express. */
import { operations } from '../../../contracts/generated/operations.ts';
import { isJson } from '../../../contracts/src/base/exact-json.ts';
import type { FaultHooks } from '../../sandbox/fault-hooks.ts';
import type { TokenParameters } from '../../sandbox/operations/authorization.ts';
import { type OAuthError, Refusal } from '../../sandbox/refusal.ts';
import type { SandboxRequest } from '../../sandbox/request-and-response.ts';
import { type Caller, type State, type StoredUser, userWithoutRules } from '../../sandbox/state.ts';
import type { FaultFunctions, MakeHooks } from '../fault.ts';
import type { PastCall, PastCalls } from '../past-calls.ts';

export const tokenFunctions: FaultFunctions = {
  // Tokens pass that are to be refused.
  missingTokenPasses: passing(({ text }) => text === undefined),
  unknownTokenPasses: passing(({ text, token }) => text !== undefined && !token),
  otherKindOfTokenPasses: passing(({ token, isOfRightKind, left }) => token && !isOfRightKind && left > 0),
  tokensNeverEnd: passing(isOver),
  clientTokensNeverEnd: passing((presented) => isOver(presented) && !presented.token?.user),
  userTokensNeverEnd: passing((presented) => isOver(presented) && presented.token?.user !== undefined),
  tokensLiveTwoSecondsLonger: passing((presented) => isOver(presented) && presented.left > -2),
  tokensLiveOnWhenUsed: passing((presented) => {
    const last = presented.uses.at(-1);
    return isOver(presented) && last && presented.now - last.at < LIFETIME * 1000;
  }),

  // Good tokens are refused.
  tokensEndHalfway: refusingEnded(({ left }) => left <= LIFETIME / 2),
  tokensEndASecondEarly: refusingEnded(({ left }) => left <= 1),
  tokensServeOnce: refusingEnded(({ uses }) => uses.length > 0),
  onlyNewestTokenServes: refusingEnded(({ token, state }) => token?.user && !isNewest(token, state)),
  onlyNewestClientTokenServes: refusingEnded(
    ({ token, state }) => token && !token.user && !isNewest(token, state),
  ),

  // Tokens are issued for wrong credentials.
  wrongClientPasses: issuing(
    ({ sent, oauthError }) =>
      oauthError === 'invalid_client' && sent.client_secret && sent.grant_type === 'client_credentials' && {},
  ),
  wrongClientOfUserPasses: issuing(
    ({ sent, oauthError, user }) =>
      oauthError === 'invalid_client' && sent.client_secret && user && withoutClient(sent, user),
  ),
  missingSecretPasses: issuing(({ sent, user }) => !sent.client_secret && withoutClient(sent, user)),
  anyPasswordPasses: issuing(({ oauthError, user }) => oauthError === 'invalid_grant' && user && { user }),
  anothersPasswordPasses: issuing(
    ({ oauthError, sent, user, state }) =>
      oauthError === 'invalid_grant' &&
      [...state.users.values()].some(({ password }) => password === sent.password) &&
      user && { user },
  ),
  passwordInOtherCasePasses: issuing(
    ({ oauthError, sent, user }) =>
      oauthError === 'invalid_grant' &&
      user?.password.toLowerCase() === sent.password?.toLowerCase() &&
      user && { user },
  ),
  longerPasswordPasses: issuing(
    ({ oauthError, sent, user }) =>
      oauthError === 'invalid_grant' && user && sent.password?.startsWith(user.password) && { user },
  ),
  unknownUserPasses: issuing(
    ({ oauthError, user, state }) => oauthError === 'invalid_grant' && !user && { user: anyUser(state) },
  ),
  unknownGrantPasses: issuing(({ oauthError }) => oauthError === 'unsupported_grant_type' && {}),

  // Tokens are issued, and calls made, for another user.
  clientTokenForUser: () => ({ credentials: forOther(() => ({})) }),
  userTokenForClient: () => ({
    credentials: forOther(({ user }, state) => ({ user: user ?? anyUser(state) })),
  }),
  firstUsersContext: () => ({
    authorization: forOther(({ user }, state) => (user ? { user: anyUser(state) } : {})),
  }),
  latestUsersContext: (history) => ({
    authorization: (outcome) => {
      const isOfUser = !(outcome instanceof Refusal) && outcome.user;
      const user = latestUser(history);
      return isOfUser && user ? { user } : outcome;
    },
  }),
};

/** The lifetime of a token in seconds. */
const LIFETIME = 3600;

type StoredToken = NonNullable<ReturnType<State['tokens']['get']>>;

/** The token that a call presents. */
interface PresentedToken {
  /** Undefined for a call without a token. */
  readonly text: string | undefined;
  /** Undefined for a token that was not issued. */
  readonly token: StoredToken | undefined;
  /** Whether the token has the kind, user or client, that the call needs. */
  readonly isOfRightKind: boolean;
  /** Seconds to its end, negative after it. */
  readonly left: number;
  /** The calls that it has authorized, oldest first. */
  readonly uses: readonly PastCall[];
  readonly state: State;
  /** The time in epoch milliseconds. */
  readonly now: number;
}

type Judge = (presented: PresentedToken) => unknown;

/** Whether a valid token has expired. */
function isOver({ token, isOfRightKind, left }: PresentedToken): boolean {
  return token !== undefined && isOfRightKind && left <= 0;
}

/** Whether it is the latest token of its user or of the client. */
function isNewest({ user, accessToken }: StoredToken, { tokens }: State): boolean {
  return [...tokens.values()].findLast((token) => token.user === user)?.accessToken === accessToken;
}

/** The user who got the latest token. */
function latestUser({ calls }: PastCalls): StoredUser | undefined {
  return calls.findLast(({ operationId, caller }) => operationId === 'createToken' && caller?.user)?.caller
    ?.user;
}

function passing(isPassed: Judge): MakeHooks {
  return authorizing((presented, isRefused) => isRefused && !isPassed(presented));
}

function refusingEnded(isEnded: Judge): MakeHooks {
  return authorizing((presented, isRefused) => isRefused || Boolean(presented.token && isEnded(presented)));
}

/** Decides on tokens; `refuses` gets the documented decision. */
function authorizing(refuses: (presented: PresentedToken, isRefused: boolean) => boolean): MakeHooks {
  return (history) => ({
    authorization: (outcome, { operationId, request, state, now }) => {
      const { authorization } = request.headers;
      const text = authorization?.replace(/^\S+ /, '');
      const token = state.tokens.get(text ?? '');
      const takes = operations[operationId].token;
      const presented: PresentedToken = {
        text,
        token,
        state,
        now,
        isOfRightKind: takes === (token?.user === undefined ? 'client' : 'user'),
        left: ((token?.expiresAt ?? 0) - now) / 1000,
        uses: history.calls.filter(
          (call) => call.request.headers['authorization'] === authorization && call.caller,
        ),
      };
      const isRefused = outcome instanceof Refusal;
      if (refuses(presented, isRefused) === isRefused) return outcome;
      if (!isRefused) return new Refusal(401, 'the access token has ended');
      if (takes !== 'user') return {};
      return { user: state.users.get(token?.user ?? latestUser(history)?.id ?? '') ?? anyUser(state) };
    },
  });
}

interface RefusedCredentials {
  readonly sent: TokenParameters;
  readonly oauthError: OAuthError;
  /** The user of that name. */
  readonly user: StoredUser | undefined;
  readonly state: State;
}

/** Issues tokens for refused credentials; `forgive` returns for whom, or nothing. */
function issuing(forgive: (refused: RefusedCredentials) => Caller | undefined | false | ''): MakeHooks {
  return () => ({
    credentials: (outcome, { request, state }) => {
      if (!(outcome instanceof Refusal)) return outcome;
      const sent = (requestBody(request) ?? {}) as TokenParameters;
      const user = state.users.get(sent.username ?? '');
      return forgive({ sent, oauthError: outcome.oauthError, user, state }) || outcome;
    },
  });
}

/** The caller of a token request, ignoring the client's credentials. */
function withoutClient(sent: TokenParameters, user: StoredUser | undefined): Caller | undefined {
  if (sent.grant_type === 'client_credentials') return {};
  return user !== undefined && user.password === sent.password ? { user } : undefined;
}

/** Replaces the caller, unless the call is refused. */
function forOther(other: (caller: Caller, state: State) => Caller): FaultHooks['authorization'] {
  return (outcome, { state }) => (outcome instanceof Refusal ? outcome : other(outcome, state));
}

/** The first user, or a made-up one if there is none. */
function anyUser({ users }: State): StoredUser {
  const [first] = users.values();
  return (
    first ??
    userWithoutRules({ id: 'nobody', password: '', email: '', phone: '', isAutoUpdateEnabled: false })
  );
}

/** The body of a request, from JSON or a form; undefined for any other body. */
export function requestBody({ body = '', headers }: SandboxRequest): unknown {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  return isJson(body) ? JSON.parse(body) : undefined;
}
