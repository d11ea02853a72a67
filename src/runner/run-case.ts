/** Runs one case against a target and comes to a verdict; needs no test runner. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import type { Finding } from '../../contracts/src/judge/clause-check.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { judge, shownClauses } from '../../contracts/src/judge/judge.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import { type Call, fill, sentBody, type Values } from './call.ts';
import { abilityNeeded, type Case, unmetAssumption } from './case.ts';
import { send, wireRequest } from './send.ts';
import type { Target } from './targets/target.ts';
import { type CaseResult, NoAnswer, NotOffered } from './verdict.ts';

export async function runCase(target: Target, row: Case, file: string): Promise<CaseResult> {
  const base = {
    clause: row.clause,
    says: sentenceOf(row),
    file,
    findings: [],
    shown: [],
    exchanges: [],
  };
  const lack = target.lacks[abilityNeeded(row)];
  if (lack !== undefined) return { ...base, verdict: 'out of reach', reason: lack };
  const unmet = unmetAssumption(target, row);
  if (unmet !== undefined) return { ...base, verdict: 'out of reach', ...unmet };
  const earlier: Exchange[] = [];
  try {
    const session = await target.session();
    let passed = 0;
    for (const call of row.first ?? []) {
      if ('secondsAfterExpiry' in call) {
        const seconds = (await session.lifetime(call.of ?? 'user')) + call.secondsAfterExpiry - passed;
        await target.control?.advance(`PT${seconds}S`);
        passed += seconds;
        continue;
      }
      if ('client' in call) {
        await target.control?.replaceWorld({ client: call.client, categories: [], users: [] });
        continue;
      }
      const exchange = await send(target, session, call, earlier);
      earlier.push(exchange);
      const { status } = exchange.response;
      if (!isOutcome(call, status)) {
        const reason = `${call.when} is answered with ${status}, not ${wanted(call.then)}, before the case begins`;
        return { ...base, verdict: 'unproven', reason, exchanges: earlier };
      }
    }
    const exchange = await send(target, session, row, earlier);
    const findings = findingsOn(target, row, exchange, earlier);
    const broken = new Set(findings.map(({ clause }) => clause));
    const shown = [...shownClauses(row.when, exchange, target.settings)].filter(
      (clause) => !broken.has(clause),
    );
    const verdict = findings.length > 0 ? 'violated' : 'upheld';
    return { ...base, verdict, findings, shown, exchanges: [...earlier, exchange] };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const verdict = error instanceof NotOffered ? 'out of reach' : 'unproven';
    return { ...base, verdict, reason: error.message, exchanges: earlier };
  }
}

/** The case as a sentence. */
export function sentenceOf({ given, when, says }: Case): string {
  return `given ${given}, ${when} ${says}`;
}

/** What the exchange breaks: the outcome that the case names, and whatever the judge of the operation sees. */
function findingsOn(target: Target, row: Case, exchange: Exchange, earlier: readonly Exchange[]): Finding[] {
  const asked = (row.also ?? []).flatMap((check) => check(exchange, earlier) ?? []);
  const findings = [
    ...judge(row.when, exchange, target.settings),
    ...asked.map((broken) => ({ clause: row.clause, ...broken })),
  ];
  const { status } = exchange.response;
  const pointer = '/response/status';
  // A judge that has already named the status said it in the terms of its own clause.
  if (isOutcome(row, status) || findings.some((finding) => finding.pointer === pointer)) return findings;
  return [
    { clause: row.clause, pointer, message: `the status is ${status}, not ${wanted(row.then)}` },
    ...findings,
  ];
}

function isOutcome({ when, then }: Call, status: number): boolean {
  // The 451 that hands out a web form refuses nothing.
  if (then === 'refused') return status >= 400 && status < 600 && !isSuccess(when, status);
  if (then === '2XX') return status >= 200 && status < 300;
  return status === then;
}

function wanted(then: Call['then']): string {
  if (then === 'refused') return 'a refusal, 4xx or 5xx';
  return then === '2XX' ? 'a success, 2xx' : String(then);
}

/** Which clauses a case shows beside its own when it is answered as the documents' own example answers. */

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
