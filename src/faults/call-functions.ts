/** The faults of calls that no edit can say, by the names that rows of the catalogue call them by. */
import { duplicateFunctions } from './duplicate-functions.ts';
import type { FaultySeams } from './fault.ts';
import { anothersPayment } from './functions/anothers-payment.ts';
import { answeredOtherwise, locationMoved, urlMoved } from './functions/answered-otherwise.ts';
import { firstLocation } from './functions/first-location.ts';
import { forgivenCredentials, withoutClient } from './functions/forgiven-credentials.ts';
import { forgivenTokens, isOver } from './functions/forgiven-tokens.ts';
import { inertCount } from './functions/inert-count.ts';
import { latestUsersContext } from './functions/latest-users-context.ts';
import { refusedTokens } from './functions/refused-tokens.ts';
import { anyUser } from './functions/token-book.ts';
import { usersKeptOtherwise } from './functions/users-kept-otherwise.ts';
import { answerOfV1, answerOfV2 } from './functions/web-form-answers.ts';
import { wrongContext } from './functions/wrong-context.ts';

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
