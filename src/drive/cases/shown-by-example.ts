/** Which clauses a case shows beside its own when it is answered as the documents' own example answers. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import { shownClauses } from '../../../contracts/src/judge/shown.ts';
import { type Call, sentBody } from '../calls/call.ts';
import { fill, type Values } from '../calls/fill.ts';
import { wireRequest } from '../calls/wire-request.ts';
import type { Target } from '../targets/target.ts';
import type { Case } from './case.ts';

/** What of a target decides how a call is written and read. */
type Read = Pick<Target, 'accessUrl' | 'webFormUrl' | 'wire' | 'takesPreferences' | 'settings'>;

/** Any values do: only the places that are reached matter. */
const VALUES: Values = { clientId: 'c', clientSecret: 's', userName: 'u', userPassword: 'p', fresh: 'f' };

export function shownByExample(target: Read, row: Case): Set<ClauseId> {
  const earlier: Exchange[] = [];
  for (const step of row.first ?? []) if ('when' in step) earlier.push(exchangeOf(target, step, earlier));
  return shownClauses(row.when, exchangeOf(target, row, earlier), target.settings);
}

function exchangeOf(target: Read, call: Call, earlier: readonly Exchange[]): Exchange {
  const json = fill(sentBody(call.send), VALUES, earlier);
  const { request } = wireRequest(target, call, json, undefined);
  return { request, response: responseOf(call) };
}

function responseOf({ when, then }: Call): Exchange['response'] {
  if (then === 'refused') return { status: 400, headers: {} };
  const answers: Record<string, Record<string, unknown>> = examples.answers[when];
  const json = answers[String(then)]?.['full'];
  const status = then === '2XX' ? 200 : then;
  return { status, headers: {}, ...(json !== undefined && { body: { json } }) };
}
