/** The requests of a case that are to be accepted, as a run plans them: where one gets an error response, requests with one field each find out why. */
import { flowCalls } from '../../contracts/src/base/flows.ts';
import { type Callers, type CaseCall, sentBody } from './call.ts';
import { type Accepts, type Case, namesIds, type RequestPair } from './case.ts';
import { type CaseUsers, type PlannedBaseline, type PlannedStep, stepsOf } from './case-users.ts';
import { ownCallers } from './session/callers.ts';

export type AcceptanceCase = Case & { readonly accepts: Accepts };

/** The call of a request, after those that it needs, and who makes them. */
export interface PlannedRequest {
  /** That of its body. */
  readonly key: string;
  readonly calls: readonly CaseCall[];
  readonly callers: Callers;
}

/** Which requests get an error response. */
export type RefusedRequests = 'smallest' | 'larger';

export interface PlannedRequests {
  /** Sent in any event, the smallest one first. */
  readonly requests: readonly PlannedRequest[];
  /** Requests with one field each: for when the smallest one is refused, or only a larger one. */
  readonly singles: Readonly<Record<RefusedRequests, readonly PlannedRequest[]>>;
  /** The smallest one, sent after these, by the same user where one user sends them all. */
  readonly again: PlannedRequest;
  /** By the pair whose baseline is a call of another operation. */
  readonly baselines: ReadonlyMap<RequestPair, PlannedBaseline>;
}

/** The call of the case with another body. */
export function withBody({ when, then, api }: Pick<Case, 'when' | 'then' | 'api'>, send: unknown): CaseCall {
  return { when, then, send, ...(api && { api }) } as CaseCall;
}

export function callsBefore({ first = [] }: Pick<Case, 'first'>): CaseCall[] {
  return first.filter((step) => 'when' in step);
}

/** A case with the requests that are sent in any event. */
export interface AcceptedBodies {
  readonly row: AcceptanceCase;
  readonly bodies: readonly unknown[];
}

export function plannedRequests(
  { row, bodies }: AcceptedBodies,
  {
    users,
    own,
    hasControl,
  }: { readonly users: CaseUsers; readonly own: string; readonly hasControl: boolean },
): PlannedRequests {
  const callsOf = (body: unknown) => [...callsBefore(row), withBody(row, body)];
  const requests = bodies.map((body) => {
    const [key, calls] = [keyOf(body), callsOf(body)];
    return { key, calls, callers: users.callers(calls, `${own} ${key}`) };
  });
  const made = (body: unknown, at: number): PlannedRequest => {
    const calls = callsOf(body);
    // A rule may make the next one a duplicate; the client has one token.
    const name = row.when in flowCalls ? `fields of ${own}` : `field ${at} of ${own}`;
    const callers =
      row.when === 'createUser'
        ? users.callers(calls, own)
        : ownCallers(name, hasControl && calls.some(namesIds));
    return { key: keyOf(body), calls, callers };
  };
  const planned = new Set(requests.map(({ key }) => key));
  const singlesOf = (refused: RefusedRequests) => {
    const sent = pairsWhen(row, refused).flatMap(({ send, baseline }) =>
      Array.isArray(baseline) ? [send] : [send, baseline],
    );
    const single = new Map(sent.map((body) => [keyOf(body), body] as const));
    return [...single].filter(([key]) => !planned.has(key)).map(([, body], at) => made(body, at));
  };
  const singles = { smallest: singlesOf('smallest'), larger: singlesOf('larger') };
  const again = made(smallestOf(row), singles.larger.length);
  const baselines = row.accepts.pairs.flatMap((pair) =>
    Array.isArray(pair.baseline) ? [[pair, users.baseline(pair.baseline)] as const] : [],
  );
  return { requests, singles, again, baselines: new Map(baselines) };
}

/** What a run makes and calls for the single requests, at most. */
export function singleSteps({ singles, again }: PlannedRequests, hasControl: boolean): PlannedStep[] {
  const { smallest, larger } = singles;
  const withAgain = larger.length > 0 ? [...larger, again] : [];
  const most = withAgain.length < smallest.length ? smallest : withAgain;
  return most.flatMap(({ calls, callers }) => stepsOf(calls, callers, hasControl));
}

export function smallestOf({ accepts, send }: AcceptanceCase): unknown {
  return accepts.others[0] ?? send;
}

/** What finds out why these requests are refused. */
export function pairsWhen(row: AcceptanceCase, refused: RefusedRequests): readonly RequestPair[] {
  const smallest = keyOf(smallestOf(row));
  return row.accepts.pairs.filter(({ send, baseline }) => {
    const isOfSmallest = Array.isArray(baseline) || keyOf(send) === smallest;
    return isOfSmallest === (refused === 'smallest');
  });
}

export function keyOf(body: unknown): string {
  return JSON.stringify(sentBody(body as CaseCall['send']));
}
