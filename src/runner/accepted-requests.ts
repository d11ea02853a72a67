/** The requests of a case that are to be accepted, as a run plans them: where one gets an error response, requests with one field each find out why. */
import { flowCalls } from '../../contracts/src/base/flows.ts';
import { type Callers, type CaseCall, sentBody } from './call.ts';
import { type Accepts, type Case, callsIn, type RequestPair } from './case.ts';
import type { CaseUsers } from './case-users.ts';
import type { PlannedCalls } from './session/session.ts';

type AcceptanceCase = Case & { readonly accepts: Accepts };

/** A case with the bodies that are sent in any event. */
export interface AcceptedBodies {
  readonly row: AcceptanceCase;
  readonly bodies: readonly unknown[];
}

/** The call of each request, after those that it needs, and who makes them. */
export interface PlannedRequests {
  readonly row: AcceptanceCase;
  /** Sent in any event, the smallest one first. */
  readonly requests: readonly PlannedCalls[];
  /** Requests with one field each: for when the smallest one is refused, or only a larger one. */
  readonly singles: { readonly smallest: readonly PlannedCalls[]; readonly larger: readonly PlannedCalls[] };
  /** The smallest one, sent after these, by the same user where one user sends them all. */
  readonly again: PlannedCalls;
  /** By the pair whose baseline is a call of another operation. */
  readonly baselines: ReadonlyMap<RequestPair, PlannedCalls>;
}

/** The call of the case with another body. */
export function withBody({ when, then, api }: Pick<Case, 'when' | 'then' | 'api'>, send: unknown): CaseCall {
  return { when, then, send, ...(api && { api }) } as CaseCall;
}

export function plannedRequests(
  { row, bodies }: AcceptedBodies,
  own: string,
  users: CaseUsers,
): PlannedRequests {
  const requestOf = (body: unknown, callersOf: (calls: readonly CaseCall[]) => Callers): PlannedCalls => {
    const calls = [...callsIn(row.first), withBody(row, body)];
    return { calls, callers: callersOf(calls) };
  };
  const requests = bodies.map((body) =>
    requestOf(body, (calls) => users.callers(calls, `${own} ${keyOf(body)}`)),
  );
  const single = (body: unknown, at: number) =>
    requestOf(body, (calls) => {
      if (row.when === 'createUser') return users.callers(calls, own);
      // A rule may make the next one a duplicate; the client has one token.
      return users.ownCallers(calls, row.when in flowCalls ? `fields of ${own}` : `field ${at} of ${own}`);
    });
  const planned = new Set(bodies.map(keyOf));
  const singlesOf = (isSmallest: boolean) => {
    const sent = pairsWhen(row, isSmallest).flatMap(({ send, baseline }) =>
      Array.isArray(baseline) ? [send] : [send, baseline],
    );
    const bodyOf = new Map(sent.map((body) => [keyOf(body), body] as const));
    return [...bodyOf].filter(([key]) => !planned.has(key)).map(([, body], at) => single(body, at));
  };
  const singles = { smallest: singlesOf(true), larger: singlesOf(false) };
  const again = single(smallestOf(row), singles.larger.length);
  const baselines = row.accepts.pairs.flatMap((pair) =>
    Array.isArray(pair.baseline) ? [[pair, users.baseline(pair.baseline)] as const] : [],
  );
  return { row, requests, singles, again, baselines: new Map(baselines) };
}

/** The most single requests that a run sends. */
export function mostSingles({
  singles: { smallest, larger },
  again,
}: PlannedRequests): readonly PlannedCalls[] {
  const withAgain = larger.length > 0 ? [...larger, again] : [];
  return withAgain.length < smallest.length ? smallest : withAgain;
}

export function smallestOf({ accepts, send }: AcceptanceCase): unknown {
  return accepts.others[0] ?? send;
}

/** What finds out why the smallest request is refused, or only a larger one. */
export function pairsWhen(row: AcceptanceCase, isSmallest: boolean): readonly RequestPair[] {
  const smallest = keyOf(smallestOf(row));
  return row.accepts.pairs.filter(
    ({ send, baseline }) => (Array.isArray(baseline) || keyOf(send) === smallest) === isSmallest,
  );
}

/** The same for the same body. */
export function keyOf(body: unknown): string {
  return JSON.stringify(sentBody(body as CaseCall['send']));
}
