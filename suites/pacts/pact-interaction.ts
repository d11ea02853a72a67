/** What an interaction of a pact is made of: its form, matchers, example credentials and provider states. */
import { MatchersV3 } from '@pact-foundation/pact';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Client } from '../../contracts/src/client/client.ts';
import { worlds } from '../worlds/worlds.ts';

export interface HttpInteraction {
  readonly clause: ClauseId;
  /** What the client asks for, without a subject. */
  readonly says: string;
  readonly given: readonly StateName[];
  /** The access token that the call carries, if any. */
  readonly token?: string;
  readonly method?: 'GET';
  readonly path: string;
  /** The request body with its matchers; a text is a form. */
  readonly sends?: unknown;
  readonly answer: {
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

/** The made-up credentials and tokens of the pacts; a verifier replaces them by real ones. */
export const exampleCaller = {
  clientId: 'example-client',
  clientSecret: 'example-secret',
  clientToken: 'example-client-token',
  userToken: 'example-user-token',
} as const;

const { regex } = MatchersV3;

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

/** The value of an authorization header; a verifier replaces the token. */
export const bearer = (token: string): Matcher => regex('^Bearer .+$', `Bearer ${token}`);

/** A payment of the first user of the world is created and not submitted; gives its `paymentId`. */
export const CREATED_PAYMENT = 'a-created-payment';

export type WorldName = keyof typeof worlds;
export type StateName = WorldName | typeof CREATED_PAYMENT;

/** The configuration of the client, where its world has no other (CONFIG-CALLBACK-URL). */
const CLIENT = { userNotificationCallbackUrl: 'https://client.example/notifications' };

/** The world itself goes with its name, so that a provider needs only the pact to set it up. */
export function stateParameters(name: StateName) {
  if (name === CREATED_PAYMENT) return {};
  const world = worlds[name];
  return { ...world, client: { ...CLIENT, ...world.client } };
}
