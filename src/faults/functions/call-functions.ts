/** An answer is written anew before it leaves: the successes and the 451 that hands out a web form. */

import { randomUUID } from 'node:crypto';
import { webFormTime } from '../../sandbox/clock.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import { type Answer, pathOf, Refusal } from '../../sandbox/operations/request-and-answer.ts';
import type { State, User } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';
import { duplicateFunctions } from './duplicate-functions.ts';
import {
  anyUser,
  forgivenCredentials,
  forgivenTokens,
  isOver,
  latestUsersContext,
  refusedTokens,
  sentBody,
  withoutClient,
  wrongContext,
} from './token-functions.ts';

export function answeredOtherwise(write: (answer: Answer, context: HookContext) => Answer): FaultySeams {
  return {
    answer: (answer, context) =>
      answer.status < 300 || answer.status === 451 ? write(answer, context) : answer,
  };
}

/** The location header under another name, in the body or nowhere. */
export function locationMoved(
  { headers: { location = '', ...headers } = {}, ...answer }: Answer,
  to: (location: string, answer: Answer) => Partial<Answer>,
): Answer {
  const rest = { ...answer, headers };
  return { ...rest, ...to(location, rest) };
}

/** The url of a web form in the location header instead. */
export function urlMoved({ headers, body, ...answer }: Answer): Answer {
  const { url = '', ...rest } = body as { url?: string };
  return { ...answer, headers: { ...headers, location: url }, body: rest };
}

/** The answers that hand out a web form as V1 and V2 write them, whatever the sandbox has answered. */

/** 451, the envelope, and the address of the form in the location header. */
export function answerOfV1({ body }: Answer, { request }: HookContext): Answer {
  const error = {
    message: '4711',
    code: 'WEB_FORM_REQUIRED',
    type: 'BUSINESS',
    multiStepAuthentication: null,
  };
  const { url = address() } = (body ?? {}) as { url?: string };
  return {
    status: 451,
    headers: { location: url },
    body: {
      errors: [error],
      date: '2026-03-02 09:00:00.000',
      requestId: randomUUID(),
      endpoint: `${request.method} ${pathOf(request.url)}`,
      authContext: 'sandbox-client',
      bank: 'Bank of the sandbox',
    },
  };
}

/** 201, and the web form in the body. */
export function answerOfV2({ headers = {} }: Answer): Answer {
  const now = Date.UTC(2026, 2, 2, 8);
  return {
    status: 201,
    body: {
      id: randomUUID(),
      url: headers['location'] ?? address(),
      createdAt: webFormTime(now),
      expiresAt: webFormTime(now + 1_200_000),
      type: 'BANK_CONNECTION_IMPORT',
      status: 'NOT_YET_OPENED',
    },
  };
}

function address(): string {
  return `http://forms.example/forms/${randomUUID()}`;
}

/** The address of the first web form is given for every further one. */

export function firstLocation(): FaultySeams {
  let first: string | undefined;
  return answeredOtherwise((answer) => {
    first ??= answer.headers?.['location'];
    return first === undefined ? answer : { ...answer, headers: { ...answer.headers, location: first } };
  });
}

/** The payment of another user is submitted: 451 where the call is to be refused. */

export function anothersPayment(): FaultySeams {
  return {
    answer: (answer, context) => {
      const { paymentId } = (sentBody(context.request) ?? {}) as { paymentId?: number };
      const isAnothers = answer.status === 404 && context.state.payments.get(paymentId ?? 0) !== undefined;
      return isAnothers ? answerOfV1(answer, context) : answer;
    },
  };
}

/** A created user is kept otherwise than the answer says. */

export function usersKeptOtherwise(change: (user: User, state: State) => void): FaultySeams {
  return answeredOtherwise((answer, { state }) => {
    const user = state.users.get((answer.body as Partial<User>).id ?? '');
    if (user) change(user, state);
    return answer;
  });
}

/** maxTransactionsCount, which is of no use without details, is refused there. */

export function inertCount(): FaultySeams {
  return {
    decide: (name, outcome, { request }) => {
      if (name !== 'request') return outcome;
      const { includeDetails, params } = (sentBody(request) ?? {}) as {
        includeDetails?: boolean;
        params?: { maxTransactionsCount?: unknown };
      };
      const isInert = includeDetails !== true && params?.maxTransactionsCount !== undefined;
      return isInert
        ? (new Refusal(400, 'the count is of no use without details') as typeof outcome)
        : outcome;
    },
  };
}

/** The faults of calls that no edit can say, by the names that rows of the catalogue call them by. */

export const callFunctions: Readonly<Record<string, () => FaultySeams>> = {
  ...duplicateFunctions,

  missingTokenPasses: () => forgivenTokens(({ text }) => text === undefined),
  unknownTokenPasses: () => forgivenTokens(({ text, isIssued }) => text !== undefined && !isIssued),
  otherKindOfTokenPasses: () =>
    forgivenTokens(
      ({ isIssued, isOfRightKind, age, lifetime }) => isIssued && !isOfRightKind && age < lifetime,
    ),
  tokensNeverEnd: () => forgivenTokens(isOver),
  clientTokensNeverEnd: () => forgivenTokens((token) => isOver(token) && !token.isOfUser),
  userTokensNeverEnd: () => forgivenTokens((token) => isOver(token) && token.isOfUser),
  tokensLiveTwiceAsLong: () => forgivenTokens((token) => isOver(token) && token.age < 2 * token.lifetime),
  tokensLiveASecondLonger: () => forgivenTokens((token) => isOver(token) && token.age < token.lifetime + 1),
  tokensLiveOnWhenUsed: () => forgivenTokens((token) => isOver(token) && token.idle < token.lifetime),

  tokensEndHalfway: () => refusedTokens(({ age, lifetime }) => age >= lifetime / 2),
  tokensEndASecondEarly: () => refusedTokens(({ age, lifetime }) => age >= lifetime - 1),
  clientTokensEndHalfway: () =>
    refusedTokens(({ isOfUser, age, lifetime }) => !isOfUser && age >= lifetime / 2),
  tokensServeOnce: () => refusedTokens(({ uses }) => uses > 0),
  onlyNewestTokenServes: () => refusedTokens(({ isOfUser, isNewest }) => isOfUser && !isNewest),

  wrongClientPasses: () =>
    forgivenCredentials(({ sent, oauthError }) =>
      oauthError === 'invalid_client' && sent.client_secret && sent.grant_type === 'client_credentials'
        ? {}
        : undefined,
    ),
  wrongClientOfUserPasses: () =>
    forgivenCredentials((refused) =>
      refused.oauthError === 'invalid_client' && refused.sent.client_secret && refused.user
        ? withoutClient(refused)
        : undefined,
    ),
  missingSecretPasses: () =>
    forgivenCredentials((refused) => (refused.sent.client_secret ? undefined : withoutClient(refused))),
  anyPasswordPasses: () =>
    forgivenCredentials(({ oauthError, user }) =>
      oauthError === 'invalid_grant' && user ? { user } : undefined,
    ),
  anothersPasswordPasses: () =>
    forgivenCredentials(({ sent, user, state }) =>
      user && [...state.users.values()].some(({ password }) => password === sent.password)
        ? { user }
        : undefined,
    ),
  passwordInOtherCasePasses: () =>
    forgivenCredentials(({ sent, user }) =>
      user?.password.toLowerCase() === sent.password?.toLowerCase() ? user && { user } : undefined,
    ),
  longerPasswordPasses: () =>
    forgivenCredentials(({ sent, user }) =>
      user && sent.password?.startsWith(user.password) ? { user } : undefined,
    ),
  unknownUserPasses: () =>
    forgivenCredentials(({ oauthError, user, state }) =>
      oauthError === 'invalid_grant' && !user ? { user: anyUser(state) } : undefined,
    ),

  clientTokenForUser: () => wrongContext('credentials', () => ({})),
  userTokenForClient: () =>
    wrongContext('credentials', (caller, state) => (caller.user ? caller : { user: anyUser(state) })),
  firstUsersContext: () =>
    wrongContext('authorization', (caller, state) => (caller.user ? { user: anyUser(state) } : caller)),
  latestUsersContext,
  anothersPaymentIsSubmitted: anothersPayment,

  userIsForgotten: () => usersKeptOtherwise(({ id }, { users }) => users.delete(id)),
  passwordIsCut: () =>
    usersKeptOtherwise((user) => {
      user.password = user.password.slice(0, -1);
    }),
  inertCountIsRefused: inertCount,

  firstLocationForEver: firstLocation,
  locationInBody: () =>
    answeredOtherwise((given) =>
      locationMoved(given, (location, { body }) => ({ body: { ...(body as object), location } })),
    ),
  urlInLocation: () => answeredOtherwise(urlMoved),
  locationRenamed: () =>
    answeredOtherwise((given) =>
      locationMoved(given, (location, { headers }) => ({
        headers: { ...headers, 'web-form-location': location },
      })),
    ),
  answersAsV1: () => answeredOtherwise(answerOfV1),
  answersAsV2: () => answeredOtherwise(answerOfV2),
  bodyOfV2: () => answeredOtherwise((given) => ({ ...given, body: answerOfV2(given).body })),
};
