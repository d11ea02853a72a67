/** One interaction of the typed client with the service: what it calls, what is answered, and what it makes of that. */
import { deepEqual } from 'node:assert/strict';
import { MatchersV3, PactV3, SpecificationVersion } from '@pact-foundation/pact';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Client, createClient } from '../../contracts/src/client/client.ts';
import { bearer } from './matchers.ts';
import { type StateName, stateParameters } from './states.ts';

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
