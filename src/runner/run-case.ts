/** Runs one case: gathers what the target answers, then judges it. Every kind of case gets its verdict here. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import type { Finding } from '../../contracts/src/judge/clause-check.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { judge, shownClauses } from '../../contracts/src/judge/judge.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import { type CaseCall, fill, sentBody, type Values } from './call.ts';
import { abilityNeeded, type Case, caseSentence, outOfReach } from './case.ts';
import { send, wireRequest } from './send.ts';
import type { Target } from './targets/target.ts';
import { OutOfReach, Unproven } from './unproven.ts';
import type { CaseResult, Played } from './verdict.ts';

/** What was seen of a case; filled as it runs, so that a failure keeps what came before it. */
export interface CaseEvidence {
  readonly exchanges: Exchange[];
  played?: Played;
}

/** What the evidence breaks, and the clauses beside the case's own that it shows. */
export interface CaseJudgement {
  readonly findings: readonly Finding[];
  readonly shown: readonly ClauseId[];
}

/** The result of `run`, which gathers evidence and judges it, and throws Unproven or OutOfReach where it cannot. */
export async function caseResult(
  title: Pick<CaseResult, 'clause' | 'says' | 'file'>,
  run: (evidence: CaseEvidence) => Promise<CaseJudgement>,
): Promise<CaseResult> {
  const evidence: CaseEvidence = { exchanges: [] };
  try {
    const judgement = await run(evidence);
    const verdict = judgement.findings.length > 0 ? 'violated' : 'upheld';
    return { ...title, ...evidence, ...judgement, verdict };
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return { ...title, ...evidence, findings: [], shown: [], ...withoutVerdict(error) };
  }
}

/** The verdict and its reason where a check could not run. */
export function withoutVerdict(error: Unproven): Pick<CaseResult, 'verdict' | 'reason' | 'leftOpenBy'> {
  if (!(error instanceof OutOfReach)) return { verdict: 'unproven', reason: error.message };
  const { message: reason, leftOpenBy } = error;
  return { verdict: 'out of reach', reason, ...(leftOpenBy && { leftOpenBy }) };
}

export function runCase(target: Target, row: Case, file: string): Promise<CaseResult> {
  return caseResult({ clause: row.clause, says: caseSentence(row), file }, async ({ exchanges }) => {
    const why = outOfReach(target, [abilityNeeded(row)], row.assuming);
    if (why) throw why;
    await gather(target, row, exchanges);
    return judged(target, row, exchanges);
  });
}

/** Makes the calls of the case and puts their exchanges into the list, that of the case itself last. */
async function gather(target: Target, row: Case, exchanges: Exchange[]): Promise<void> {
  const session = await target.session();
  let passed = 0;
  for (const step of row.first ?? []) {
    if ('secondsAfterExpiry' in step) {
      const seconds = (await session.lifetime(step.of ?? 'user')) + step.secondsAfterExpiry - passed;
      await target.control?.advance(`PT${seconds}S`);
      passed += seconds;
    } else if ('client' in step) {
      await target.control?.replaceWorld({ client: step.client, categories: [], users: [] });
    } else {
      const exchange = await send(target, session, step, exchanges);
      exchanges.push(exchange);
      const { status } = exchange.response;
      if (!isOutcome(step, status))
        throw new Unproven(
          `${step.when} is answered with ${status}, not ${outcomeText(step.then)}, before the case begins`,
        );
    }
  }
  exchanges.push(await send(target, session, row, exchanges));
}

/** What the last exchange breaks: what the judge of its operation finds, and the outcome and checks of the case. */
function judged({ settings }: Target, row: Case, exchanges: readonly Exchange[]): CaseJudgement {
  const earlier = exchanges.slice(0, -1);
  const exchange = exchanges.at(-1) as Exchange;
  const { status } = exchange.response;
  const checked = (row.also ?? []).flatMap((check) => check(exchange, earlier) ?? []);
  const findings = [
    ...judge(row.when, exchange, settings),
    ...checked.map((breach): Finding => ({ clause: row.clause, ...breach })),
  ];
  const pointer = '/response/status';
  // A finding on the status already names it, on a clause of its own.
  if (!isOutcome(row, status) && !findings.some((finding) => finding.pointer === pointer))
    findings.unshift({
      clause: row.clause,
      pointer,
      message: `the status is ${status}, not ${outcomeText(row.then)}`,
    });
  const broken = new Set(findings.map(({ clause }) => clause));
  const shown = [...shownClauses(row.when, exchange, settings)].filter((clause) => !broken.has(clause));
  return { findings, shown };
}

function isOutcome({ when, then }: CaseCall, status: number): boolean {
  // The 451 that returns a web form is no refusal.
  if (then === 'refused') return status >= 400 && status < 600 && !isSuccess(when, status);
  if (then === '2XX') return status >= 200 && status < 300;
  return status === then;
}

function outcomeText(then: CaseCall['then']): string {
  if (then === 'refused') return 'a refusal, 4xx or 5xx';
  return then === '2XX' ? 'a success, 2xx' : String(then);
}

/** What of a target decides how a call is written and read. */
export type Wired = Pick<Target, 'accessUrl' | 'webFormUrl' | 'wire' | 'takesPreferences' | 'settings'>;

/** Any values do: they only fill places. */
const VALUES: Values = { clientId: 'c', clientSecret: 's', userName: 'u', userPassword: 'p', fresh: 'f' };

/** The clauses beside its own that a case shows when it is answered as the full examples of the documents answer. */
export function shownByExample(target: Wired, row: Case): Set<ClauseId> {
  const earlier: Exchange[] = [];
  for (const step of row.first ?? []) if ('when' in step) earlier.push(exampleOf(target, step, earlier));
  return shownClauses(row.when, exampleOf(target, row, earlier), target.settings);
}

function exampleOf(target: Wired, call: CaseCall, earlier: readonly Exchange[]): Exchange {
  const json = fill(sentBody(call.send), VALUES, earlier);
  const { request } = wireRequest(target, call, json, undefined);
  return { request, response: exampleAnswer(call) };
}

function exampleAnswer({ when, then }: CaseCall): Exchange['response'] {
  if (then === 'refused') return { status: 400, headers: {} };
  const answers: Record<string, Record<string, unknown>> = examples.answers[when];
  const json = answers[String(then)]?.['full'];
  const status = then === '2XX' ? 200 : then;
  return { status, headers: {}, ...(json !== undefined && { body: { json } }) };
}
