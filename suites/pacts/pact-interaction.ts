/** One interaction of the typed client with the service: what it calls, what is answered, and what it makes of that. */
import { deepEqual } from 'node:assert/strict';
import { MatchersV3, PactV3, SpecificationVersion } from '@pact-foundation/pact';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Client, createClient } from '../../contracts/src/client/client.ts';
import { worlds } from '../worlds/worlds.ts';

export interface HttpInteraction {
  readonly clause: ClauseId;
  /** What the client asks for, without a subject. */
  readonly says: string;
  readonly given: readonly StateName[];
  /** The access token that the call carries; nobody's without it. */
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

/** Version 4, the first with classes of statuses and with a list that contains what is asked for. */
const spec = SpecificationVersion.SPECIFICATION_VERSION_V4;
const FORM = 'application/x-www-form-urlencoded';

export interface PactPlace {
  readonly consumer: string;
  readonly provider: string;
  readonly dir: string;
}

/** Runs the consumer test of each and adds it to the pact file. Throws when the client makes something else of it. */
export async function writeHttpPact(
  place: PactPlace,
  interactions: readonly HttpInteraction[],
): Promise<void> {
  for (const interaction of interactions) {
    const { clause, says, given, token, answer, call, gives } = interaction;
    const pact = new PactV3({ ...place, spec, logLevel: 'error' });
    for (const state of given) pact.given(state, stateParameters(state));
    pact.uponReceiving(`${says} [${clause}]`);
    const request = requestOf(interaction);
    pact.withRequest(request);
    // Other clients have other credentials.
    if (typeof interaction.sends === 'string')
      pact.withRequestMatchingRules(request, { body: credentialsIn(interaction.sends) });
    pact.willRespondWith({ ...answer, ...(answer.headers && { headers: { ...answer.headers } }) });
    await pact.executeTest(async ({ url }) => {
      deepEqual(await call(createClient({ accessUrl: url, webFormUrl: url }, token)), gives);
    });
  }
}

/** Every parameter of the form but the grant type. */
function credentialsIn(form: string) {
  const names = [...new URLSearchParams(form).keys()].filter((name) => name !== 'grant_type');
  return names.map((name) => ({ path: `$.${name}`, rules: [MatchersV3.like('')] }));
}

function requestOf({ method, path, token, sends }: HttpInteraction) {
  const contentType = typeof sends === 'string' ? FORM : 'application/json';
  return {
    method: method ?? 'POST',
    path,
    ...(token !== undefined && { headers: { authorization: bearer(token) } }),
    ...(sends !== undefined && { body: sends, contentType }),
  };
}

/** The made-up credentials and tokens that stand in the pacts; whoever verifies puts real ones in their place. */
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

/** The value of an authorization header; a verifier puts a real token in the place of the example. */
export const bearer = (token: string): Matcher => regex('^Bearer .+$', `Bearer ${token}`);

/** A payment of the first user of the world is created and not submitted; gives its `paymentId`. */
export const CREATED_PAYMENT = 'a-created-payment';

export type WorldName = keyof typeof worlds;
export type StateName = WorldName | typeof CREATED_PAYMENT;

/** What the client has to be set up for, where its world does not say otherwise (CONFIG-CALLBACK-URL). */
const CLIENT = { userNotificationCallbackUrl: 'https://client.example/notifications' };

/** The world itself goes with its name, so that a provider needs nothing but the pact to bring it about. */
export function stateParameters(name: StateName) {
  if (name === CREATED_PAYMENT) return {};
  const world = worlds[name];
  return { ...world, client: { ...CLIENT, ...world.client } };
}
