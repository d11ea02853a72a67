/** Faults of tokens and credentials that no edit can express. */
import { operations } from '../../../contracts/generated/operations.ts';
import { isJson } from '../../../contracts/src/base/exact-json.ts';
import type { Caller, TokenParameters } from '../../sandbox/operations/authorization.ts';
import {
  type OAuthError,
  Refusal,
  type SandboxRequest,
} from '../../sandbox/operations/request-and-answer.ts';
import { newUser, type State, type StoredUser } from '../../sandbox/state.ts';
import { deciding, type FaultFunctions, type MakeHooks } from '../fault.ts';
import type { PastCall, PastCalls } from '../past-calls.ts';

export const tokenFunctions: FaultFunctions = {
  // Tokens pass that are to be refused.
  missingTokenPasses: passing(({ text }) => text === undefined),
  unknownTokenPasses: passing(({ text, isIssued }) => text !== undefined && !isIssued),
  otherKindOfTokenPasses: passing(
    ({ isIssued, isOfRightKind, age, lifetime }) => isIssued && !isOfRightKind && age < lifetime,
  ),
  tokensNeverEnd: passing(isOver),
  clientTokensNeverEnd: passing((token) => isOver(token) && !token.isOfUser),
  userTokensNeverEnd: passing((token) => isOver(token) && token.isOfUser),
  tokensLiveTwoSecondsLonger: passing((token) => isOver(token) && token.age < token.lifetime + 2),
  tokensLiveOnWhenUsed: passing((token) => isOver(token) && token.idle < token.lifetime),

  // Good tokens are refused.
  tokensEndHalfway: refusing(({ age, lifetime }) => age >= lifetime / 2),
  tokensEndASecondEarly: refusing(({ age, lifetime }) => age >= lifetime - 1),
  tokensServeOnce: refusing(({ uses }) => uses > 0),
  onlyNewestTokenServes: refusing(({ isOfUser, isNewest }) => isOfUser && !isNewest),
  onlyNewestClientTokenServes: refusing(({ isOfUser, isNewest }) => !isOfUser && !isNewest),

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
    ({ sent, user, state }) =>
      [...state.users.values()].some(({ password }) => password === sent.password) && user && { user },
  ),
  passwordInOtherCasePasses: issuing(
    ({ sent, user }) => user?.password.toLowerCase() === sent.password?.toLowerCase() && user && { user },
  ),
  longerPasswordPasses: issuing(
    ({ sent, user }) => user && sent.password?.startsWith(user.password) && { user },
  ),
  unknownUserPasses: issuing(
    ({ oauthError, user, state }) => oauthError === 'invalid_grant' && !user && { user: anyUser(state) },
  ),
  unknownGrantPasses: issuing(({ oauthError }) => oauthError === 'unsupported_grant_type' && {}),

  // Tokens are issued, and calls made, for another user.
  clientTokenForUser: forOther('credentials', () => ({})),
  userTokenForClient: forOther('credentials', ({ user }, state) => ({ user: user ?? anyUser(state) })),
  firstUsersContext: forOther('authorization', ({ user }, state) => (user ? { user: anyUser(state) } : {})),
  latestUsersContext: (history) =>
    deciding('authorization', (outcome) => {
      const isOfUser = !(outcome instanceof Refusal) && outcome.user;
      const latest = latestToken(history, ({ caller }) => caller?.user !== undefined)?.caller;
      return isOfUser && latest ? latest : outcome;
    }),
};

type TokenBody = { readonly access_token?: string; readonly expires_in?: number };

/** The token that a call presents. */
interface PresentedToken {
  /** Undefined for a call without a token. */
  readonly text: string | undefined;
  readonly isIssued: boolean;
  /** Whether it is of a user or of the client as the documentation says for the call. */
  readonly isOfRightKind: boolean;
  readonly isOfUser: boolean;
  /** In seconds; infinite for a token that was not issued. */
  readonly age: number;
  readonly lifetime: number;
  /** Seconds since it was last accepted, or issued. */
  readonly idle: number;
  /** How many calls it has authorized. */
  readonly uses: number;
  /** Whether its user, or the client, was given none since. */
  readonly isNewest: boolean;
}

/** A good token whose time is over. */
function isOver({ isIssued, isOfRightKind, age, lifetime }: PresentedToken): boolean {
  return isIssued && isOfRightKind && age >= lifetime;
}

function passing(isPassed: (token: PresentedToken) => boolean): MakeHooks {
  return authorizing((token, isRefused) => isRefused && !isPassed(token));
}

function refusing(isEnded: (token: PresentedToken) => boolean): MakeHooks {
  return authorizing((token, isRefused) => isRefused || (token.isIssued && isEnded(token)));
}

/** The newest call that issued a token like this. */
function latestToken({ calls }: PastCalls, isLike: (call: PastCall) => boolean): PastCall | undefined {
  return calls.findLast((call) => accessTokenOf(call) !== undefined && isLike(call));
}

function accessTokenOf({ operationId, answer }: PastCall): string | undefined {
  return operationId === 'createToken' ? (answer.body as TokenBody | undefined)?.access_token : undefined;
}

/** `refuses` is given what is documented of the token. */
function authorizing(refuses: (token: PresentedToken, isRefused: boolean) => boolean): MakeHooks {
  return (history) =>
    deciding('authorization', (outcome, { operationId, request, state, now }) => {
      const text = request.headers['authorization']?.replace(/^\S+ /, '');
      const issued = latestToken(history, (call) => accessTokenOf(call) === text);
      const user = issued?.caller?.user;
      const uses = history.calls.filter(
        (call) => call.request.headers['authorization'] === request.headers['authorization'] && call.caller,
      );
      const documented = operations[operationId].token;
      const secondsSince = (time = Number.NEGATIVE_INFINITY) => (now - time) / 1000;
      const presented: PresentedToken = {
        text,
        isIssued: issued !== undefined,
        isOfRightKind: documented === (user === undefined ? 'client' : 'user'),
        isOfUser: user !== undefined,
        age: secondsSince(issued?.at),
        lifetime: (issued?.answer.body as TokenBody | undefined)?.expires_in ?? 0,
        idle: secondsSince(uses.at(-1)?.at ?? issued?.at),
        uses: uses.length,
        isNewest: latestToken(history, ({ caller }) => caller?.user?.id === user?.id) === issued,
      };
      const isRefused = outcome instanceof Refusal;
      const isRefusedNow = refuses(presented, isRefused);
      if (isRefusedNow === isRefused) return outcome;
      if (!isRefused) return new Refusal(401, 'the access token has ended');
      if (documented !== 'user') return {};
      // The user of the token, else the one authorized last.
      const latest = latestToken(history, ({ caller }) => caller?.user !== undefined)?.caller?.user;
      return { user: state.users.get((user ?? latest)?.id ?? '') ?? anyUser(state) };
    });
}

interface RefusedCredentials {
  readonly sent: TokenParameters;
  readonly oauthError: OAuthError;
  /** The one of that name. */
  readonly user: StoredUser | undefined;
  readonly state: State;
}

/** `forgive` gives for whom a token is issued, nothing where the refusal stays. */
function issuing(forgive: (refused: RefusedCredentials) => Caller | undefined | false | ''): MakeHooks {
  return () =>
    deciding('credentials', (outcome, { request, state }) => {
      if (!(outcome instanceof Refusal)) return outcome;
      const sent = (sentBody(request) ?? {}) as TokenParameters;
      const user = state.users.get(sent.username ?? '');
      return forgive({ sent, oauthError: outcome.oauthError, user, state }) || outcome;
    });
}

/** For whom a token is asked, once the credentials of the client do not matter. */
function withoutClient(sent: TokenParameters, user: StoredUser | undefined): Caller | undefined {
  if (sent.grant_type === 'client_credentials') return {};
  return user !== undefined && user.password === sent.password ? { user } : undefined;
}

/** Another caller where there is one at all. */
function forOther(
  decision: 'credentials' | 'authorization',
  other: (caller: Caller, state: State) => Caller,
): MakeHooks {
  return () =>
    deciding(decision, (outcome, { state }) =>
      outcome instanceof Refusal ? outcome : other(outcome, state),
    );
}

/** The user who was created first, or a made-up one where there is none. */
function anyUser({ users }: State): StoredUser {
  const [first] = users.values();
  return first ?? newUser({ id: 'nobody', password: '', email: '', phone: '', isAutoUpdateEnabled: false });
}

/** The body of a request, JSON or the parameters of a form; undefined for a body that is neither. */
export function sentBody({ body = '', headers }: SandboxRequest): unknown {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  return isJson(body) ? JSON.parse(body) : undefined;
}
