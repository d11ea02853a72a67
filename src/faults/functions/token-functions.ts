/** Faults of tokens and credentials that no edit can express. */
import { operations } from '../../../contracts/generated/operations.ts';
import { isJson } from '../../../contracts/src/base/exact-json.ts';
import type { Clock } from '../../sandbox/clock.ts';
import type { Caller, TokenParameters } from '../../sandbox/operations/authorization.ts';
import {
  type OAuthError,
  Refusal,
  type SandboxRequest,
} from '../../sandbox/operations/request-and-answer.ts';
import { newUser, type State, type StoredToken, type StoredUser } from '../../sandbox/state.ts';
import { deciding, type FaultFunctions, type MakeHooks } from '../fault.ts';

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
  tokensLiveTwiceAsLong: passing((token) => isOver(token) && token.age < 2 * token.lifetime),
  tokensLiveTwoSecondsLonger: passing((token) => isOver(token) && token.age < token.lifetime + 2),
  tokensLiveOnWhenUsed: passing((token) => isOver(token) && token.idle < token.lifetime),

  // Good tokens are refused.
  tokensEndHalfway: refusing(({ age, lifetime }) => age >= lifetime / 2),
  tokensEndASecondEarly: refusing(({ age, lifetime }) => age >= lifetime - 1),
  clientTokensEndHalfway: refusing(({ isOfUser, age, lifetime }) => !isOfUser && age >= lifetime / 2),
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
  latestUsersContext: () => {
    let latest: StoredUser | undefined;
    return {
      decide: (name, outcome) => {
        if (outcome instanceof Refusal || (name !== 'credentials' && name !== 'authorization'))
          return outcome;
        const { user } = outcome as Caller;
        if (name === 'credentials') latest = user ?? latest;
        return name === 'authorization' && user && latest ? ({ user: latest } as typeof outcome) : outcome;
      },
    };
  },
};

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

/** `refuses` is given what is documented of the token. */
function authorizing(refuses: (token: PresentedToken, isRefused: boolean) => boolean): MakeHooks {
  return () => {
    let clock: Clock | undefined;
    let latestUser: string | undefined;
    const now = () => clock?.now() ?? 0;
    const issued = new Map<string, { token: StoredToken; issuedAt: number; usedAt: number; uses: number }>();
    const newest = new Map<string | undefined, string>();
    const decided = deciding('authorization', (outcome, { operationId, request, state }) => {
      const text = request.headers['authorization']?.replace(/^\S+ /, '');
      const entry = issued.get(text ?? '');
      const user = entry?.token.user;
      const documented = operations[operationId].token;
      const secondsSince = (time = Number.NEGATIVE_INFINITY) => (now() - time) / 1000;
      const presented: PresentedToken = {
        text,
        isIssued: entry !== undefined,
        isOfRightKind: documented === (user === undefined ? 'client' : 'user'),
        isOfUser: user !== undefined,
        age: secondsSince(entry?.issuedAt),
        lifetime: entry ? (entry.token.expiresAt - entry.issuedAt) / 1000 : 0,
        idle: secondsSince(entry?.usedAt),
        uses: entry?.uses ?? 0,
        isNewest: newest.get(user) === text,
      };
      const isRefused = outcome instanceof Refusal;
      const isRefusedNow = refuses(presented, isRefused);
      if (entry && !isRefusedNow) Object.assign(entry, { usedAt: now(), uses: entry.uses + 1 });
      if (isRefusedNow === isRefused) return outcome;
      if (!isRefused) return new Refusal(401, 'the access token has ended');
      if (documented !== 'user') return {};
      // The user of the token, else the one authorized last.
      return { user: state.users.get(user ?? latestUser ?? '') ?? anyUser(state) };
    });
    return {
      ...decided,
      clock: (own) => {
        clock = own;
        return own;
      },
      answer: (answer, { operationId, state }) => {
        const { access_token: text = '' } = (answer.body ?? {}) as { access_token?: string };
        const token = operationId === 'createToken' ? state.tokens.get(text) : undefined;
        if (token) {
          issued.set(text, { token, issuedAt: now(), usedAt: now(), uses: 0 });
          newest.set(token.user, text);
          latestUser = token.user ?? latestUser;
        }
        return answer;
      },
    };
  };
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
