/** What an interaction of a pact is made of: its form, matchers and provider states. */
import { MatchersV3 } from '@pact-foundation/pact';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Client } from '../../contracts/src/client/client.ts';

export interface HttpInteraction {
  readonly clause: ClauseId;
  /** What the client asks for, without a subject. */
  readonly says: string;
  readonly given: readonly ProviderState[];
  /** The owner of the access token in the call, if any. */
  readonly token?: keyof typeof exampleTokens;
  readonly method?: 'GET';
  readonly path: string;
  /** The request body with its matchers; a text is a form. */
  readonly sends?: unknown;
  readonly response: {
    readonly status: number | MatchersV3.StatusCodeMatcher<number>;
    readonly headers?: Readonly<Record<string, MatchersV3.Matcher<string>>>;
    /** Absent where the documentation shows no body. */
    readonly body?: unknown;
  };
  readonly call: (client: Client) => Promise<unknown>;
  /** What the call gives, by hand. */
  readonly gives: unknown;
}

/** Any 2xx, where the documentation shows no number. */
export const success = MatchersV3.matchStatus(200, MatchersV3.HTTPResponseStatusClass.Success);
/** Any 4xx or 5xx (REFUSAL-STATUS). */
export const refusal = MatchersV3.matchStatus(400, MatchersV3.HTTPResponseStatusClass.Error);

const { fromProviderState, regex } = MatchersV3;

type Matcher = MatchersV3.Matcher<string>;

/** `date` of the V1 error envelope: a space, milliseconds, no offset. */
export const envelopeTime = (example: string): Matcher =>
  regex(String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$`, example);

/** A time of a V2 web form: T, milliseconds, a numeric offset without a colon. */
export const webFormTime = (example: string): Matcher =>
  regex(String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$`, example);

/** yyyy-MM-dd. */
export const day = (example: string): Matcher => regex(String.raw`^\d{4}-\d{2}-\d{2}$`, example);

export const numericString = (example: string): Matcher => regex(String.raw`^\d+$`, example);

export const absoluteUrl = (example: string): Matcher => regex('^https?://.+$', example);

/** One of the documented words; the first is the example. */
export const oneOf = (...words: readonly [string, ...string[]]): Matcher =>
  regex(`^(${words.join('|')})$`, words[0]);

/** A situation that the provider brings about by its name and parameters; it returns the values that the calls then have. */
export interface ProviderState {
  readonly name: string;
  readonly params?: object;
}

/** Tokens and ids of the examples; the verifier puts those that the states return in their places. */
export const exampleTokens = { client: 'example-client-token', user: 'example-user-token' };
export const exampleIds = { accountId: '101', otherAccountId: '102', bankId: 280001, paymentId: 501 };

/** The value of an authorization header. */
export function bearer(whose: keyof typeof exampleTokens): Matcher {
  return fromProviderState(`Bearer \${${whose}Token}`, `Bearer ${exampleTokens[whose]}`);
}

/** An id that the provider chooses. */
export function idOf<Name extends keyof typeof exampleIds>(name: Name) {
  return fromProviderState(`\${${name}}`, exampleIds[name]);
}

const exampleUser = { id: 'example-user', password: 'example-password' };

/** Returns `clientToken`. */
export const client = {
  name: 'a client',
  params: {
    clientId: 'example-client',
    clientSecret: 'example-secret',
    userNotificationCallbackUrl: 'https://client.example/notifications',
  },
};
/** A user of the client. Returns `userToken`. */
export const user = { name: 'a user', params: exampleUser };
/** Returns `userToken`, and as texts `accountId` and `otherAccountId`. */
export const userWithAccounts = { name: 'a user with two accounts', params: exampleUser };
/** A rule of the user, for all accounts or for `accountId`. */
export const rule = (params: object): ProviderState => ({
  name: 'a notification rule',
  params: { ...params },
});
/** Returns `bankId`. */
export const bank = { name: 'a bank whose import needs a web form' };
/** Created by the user. Returns `paymentId`. */
export const payment = {
  name: 'a V1 payment that is not submitted',
  params: { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 1 }] },
};
