/** Runs one case: gathers what the target answers, then judges it. Every kind of case gets its verdict here. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { defaultTestData, type TestData } from '../../contracts/generated/test-data.ts';
import { only } from '../../contracts/src/base/errors.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import { type CaseCall, EXAMPLE_VALUES, fill, sentBody } from './call.ts';
import { type Callers, type ControlCalls, CREATOR, ownCallers } from './callers.ts';
import {
  type Afterwards,
  type AnswerCheck,
  abilityNeeded,
  type Case,
  caseSentence,
  instantOf,
  outOfReach,
  versionsOf,
} from './case.ts';
import { answerTo, whyRefused } from './control-calls.ts';
import { notSentByCall } from './not-sent.ts';
import { outcomeOf, outcomeText, refusedText } from './refusals.ts';
import { send, wireRequest } from './send.ts';
import { responseOf } from './sender.ts';
import { BUDGET_USED, type Target } from './targets/target.ts';
import { fitToTestData } from './test-data.ts';
import { needing, OutOfReach, Unproven } from './unproven.ts';
import type { CaseFinding, CaseResult, Played } from './verdict.ts';

/** What an exchange shows that the provider breaks, and the clauses that it shows something of. */
export function judgeProvider(...judged: Parameters<typeof judge>) {
  const { findings, shows } = judge(...judged);
  const own = findings.filter(({ about }) => about === 'provider');
  return { found: own.map(({ about: _, ...finding }): CaseFinding => finding), shows };
}

/** What was seen of a case; filled as it runs, so that a failure keeps what came before it. */
export interface CaseEvidence {
  readonly exchanges: Exchange[];
  played?: Played;
}

/** What the evidence breaks, the clauses beside the case's own that it shows, and why it does not show that one. */
export interface CaseJudgement {
  readonly findings: readonly CaseFinding[];
  readonly shown: readonly ClauseId[];
  readonly unproven?: string;
  /** The broken clause that is why. */
  readonly needs?: ClauseId | undefined;
}

/** The result of `run`, which gathers evidence and judges it, and throws Unproven or OutOfReach where it cannot. */
export async function caseResult(
  title: Pick<CaseResult, 'clause' | 'says' | 'file'>,
  run: (evidence: CaseEvidence) => Promise<CaseJudgement>,
): Promise<CaseResult> {
  const evidence: CaseEvidence = { exchanges: [] };
  try {
    const { findings, shown, unproven, needs } = await run(evidence);
    const judged = { ...title, ...evidence, findings, shown };
    if (findings.some(({ clause }) => clause === title.clause)) return { ...judged, verdict: 'violated' };
    const reason = unproven ?? (needs && needing(needs).reason);
    if (reason === undefined) return { ...judged, verdict: 'upheld' };
    return { ...judged, verdict: 'unproven', reason, ...(needs && { needs }) };
  } catch (error) {
    only(error, Unproven);
    return { ...title, ...evidence, findings: [], shown: [], ...withoutVerdict(error) };
  }
}

/** The verdict and its reason where a check could not run. */
export function withoutVerdict(
  error: Unproven,
): Pick<CaseResult, 'verdict' | 'reason' | 'needs' | 'dependsOnSetting'> {
  const { message: reason, needs } = error;
  if (!(error instanceof OutOfReach)) return { verdict: 'unproven', reason, ...(needs && { needs }) };
  const { dependsOnSetting } = error;
  return { verdict: 'out of reach', reason, ...(dependsOnSetting && { dependsOnSetting }) };
}

/** Where a case is, who makes its calls, and its control. */
export interface CasePlace {
  readonly file: string;
  readonly callers: Callers;
  readonly control?: ControlCalls | undefined;
}

/**
 * Runs a case whose user other cases have, too. An error response, or a response without a web form, may be due to earlier
 * calls of that user: the case runs again with a user of its own.
 */
export async function retryWithOwnUser(
  { traces, forget }: Pick<Target, 'traces' | 'forget'>,
  calls: readonly (Pick<CaseCall, 'when' | 'then'> & { readonly mayBeRefused?: true })[],
  { own, user, other, world }: Callers,
  run: (callers?: Callers) => Promise<CaseResult>,
): Promise<CaseResult> {
  const result = await run();
  const isOfUser = ({ response }: Exchange, at: number) => {
    const call = calls[at];
    if (!call || call.mayBeRefused) return false;
    const outcome = outcomeOf(call, response);
    return outcome === 'refused' || (outcome === 'neither' && call.then === 451);
  };
  if (user === own || result.verdict === 'upheld' || !result.exchanges.some(isOfUser)) return result;
  if (traces?.spendRerun() ?? true) {
    const again = await run(ownCallers(`${own} again`, world !== undefined));
    if (again.verdict === 'upheld') for (const name of [user, other, CREATOR.name]) forget?.(name);
    return again;
  }
  if (result.verdict !== 'violated') return result;
  const findings = result.findings.filter(({ clause }) => clause !== result.clause);
  return { ...result, findings, verdict: 'unproven', reason: BUDGET_USED };
}

export function runCase(
  target: Target,
  row: Case,
  { file, callers, control }: CasePlace,
): Promise<CaseResult> {
  const calls = [...(row.first ?? []), row].filter((step) => 'when' in step);
  const run = (by = callers) =>
    caseResult({ clause: row.clause, says: caseSentence(row), file }, async ({ exchanges }) => {
      const why =
        outOfReach(target, [abilityNeeded(row)], versionsOf(row)) ?? notSentByCall(row, target.testData);
      if (why) throw why;
      const ofSteps = await gather(target, row, exchanges, by);
      const judgement = await judged(target, row, exchanges, control);
      return { ...judgement, findings: [...judgement.findings, ...ofSteps] };
    });
  return retryWithOwnUser(target, calls, callers, run);
}

/**
 * Makes the calls of the case and puts their exchanges into the list, that of the case itself last. Returns what the
 * answers to the calls before it break.
 */
async function gather(
  target: Target,
  row: Case,
  exchanges: Exchange[],
  callers: Callers,
): Promise<CaseFinding[]> {
  const findings: CaseFinding[] = [];
  let session = await target.session(callers);
  let passed = 0;
  for (const step of row.first ?? []) {
    if ('secondsAfterExpiry' in step) {
      const lifetime = await session.lifetime(step.of ?? 'user');
      if (!Number.isInteger(lifetime)) {
        const { reason, needs } = needing('AUTH-TOKEN-EXPIRES-IN');
        throw new Unproven(reason, needs);
      }
      if (target.control) {
        const seconds = lifetime + step.secondsAfterExpiry - passed;
        await target.control.advance(`PT${seconds}S`);
        passed += seconds;
      } else passed += await waitFor(target, lifetime, step.secondsAfterExpiry, passed);
    } else if ('until' in step) {
      if (!target.control) throw new OutOfReach('without a control plane no time can be chosen');
      const now = await target.control.now();
      await target.control.advance(`PT${(instantOf(step.until, now) - now) / 1000}S`);
    } else if ('secondsLater' in step) {
      if (!target.control) throw new OutOfReach('without a control plane no time can be chosen');
      await target.control.advance(`PT${step.secondsLater}S`);
    } else if ('client' in step) {
      await target.control?.replaceWorld({ client: step.client, categories: [], users: [] });
      // Tokens and users ended with the world that they were of.
      session = await target.session(callers);
    } else if ('changed' in step) {
      await target.control?.changeClient(step.changed);
    } else {
      const exchange = await send(target, session, step, exchanges);
      exchanges.push(exchange);
      const outcome = outcomeOf(step, exchange.response);
      if (mayRefuse(step, exchange) && outcome === 'refused') throw refusedValues(step, exchange);
      if (outcome !== 'as stated')
        throw new Unproven(`${refusedText(target, step, exchange)}, before the case begins`);
      for (const finding of judgeProvider(step.when, exchange, target.settings).found)
        if (!finding.pointer.startsWith('/request'))
          findings.push({ ...finding, exchange: exchanges.length - 1 });
    }
  }
  exchanges.push(await send(target, session, row, exchanges));
  return findings;
}

/** A call without a valid token is not refused for its values. */
function mayRefuse({ when, mayBeRefused }: CaseCall, { response }: Exchange): boolean {
  return mayBeRefused === true && (when === 'createToken' || response.status !== 401);
}

function refusedValues(call: CaseCall, exchange: Exchange): OutOfReach {
  return new OutOfReach(`${outcomeText(call, exchange)}, which it may`, 'testData');
}

/**
 * Waits in real time until a token has ended, or has a fifth of its lifetime left: a call may take seconds. All times are
 * in seconds; returns how long it waited. Throws OutOfReach for a token that lives longer than the run may wait.
 */
async function waitFor(
  { longestWait = 0, pause = sleep }: Target,
  lifetime: number,
  afterExpiry: number,
  passed: number,
): Promise<number> {
  if (!(lifetime + MARGIN <= longestWait))
    throw new OutOfReach(`its tokens last ${lifetime} s, and --wait is ${longestWait}`);
  if (afterExpiry === 0) throw new OutOfReach('in real time no call comes at the very end of a lifetime');
  if (afterExpiry > MARGIN) throw new OutOfReach('in real time no token is tried long after its lifetime');
  const until = afterExpiry < 0 ? lifetime * 0.8 : lifetime + MARGIN;
  await pause((until - passed) * 1000);
  return until - passed;
}

/** How long after the end of its lifetime a token is tried: both clocks may round. */
const MARGIN = 2;

/**
 * What the last exchange breaks. Its outcome decides first. A call that is refused though it should succeed says nothing
 * of its clause, since our test data may be the reason, unless the control of the case is accepted; a call that is
 * refused as it should be, too, says nothing if its control is refused as well.
 */
async function judged(
  target: Target,
  row: Case,
  exchanges: readonly Exchange[],
  control: ControlCalls | undefined,
): Promise<CaseJudgement> {
  const { settings } = target;
  const exchange = exchanges.at(-1) as Exchange;
  const outcome = outcomeOf(row, exchange.response);
  const { found, shows } = judgeProvider(row.when, exchange, settings);
  const words = outcomeText(row, exchange);
  const ofOutcome: CaseFinding = { clause: row.clause, pointer: '/response/status', message: words };
  // What such a call is answered with is not documented.
  if (outcome === 'accepted') return { findings: [ofOutcome], shown: [] };
  if (outcome === 'refused') {
    if (mayRefuse(row, exchange)) {
      // A provider may refuse such values, but as documented.
      const ofAnswer = found.filter(({ pointer }) => !pointer.startsWith('/request'));
      if (ofAnswer.length === 0) throw refusedValues(row, exchange);
      return { findings: ofAnswer, shown: [] };
    }
    if (row.reserve)
      return { findings: found, shown: [], unproven: `${words}; see the requests with one field each` };
    const unproven = await whyRefused(target, row, exchange, control);
    if (unproven !== undefined) return { findings: found, shown: [], unproven };
    return { findings: [ofOutcome, ...found], shown: [] };
  }
  if (outcome === 'neither') return { findings: found, shown: [], unproven: words };
  if (row.then === 'refused' && control) {
    const answer = await answerTo(target, control);
    if (!answer.isSuccess) {
      const unproven = `the call is refused without what the case is about, too: ${answer.text}`;
      return { findings: found, shown: [], unproven };
    }
  }
  return onEvidence(target, row, exchanges, found, new Set(shows));
}

/** What the judge and the checks of the case find in the answer, and whether it shows the clause of the case at all. */
async function onEvidence(
  target: Target,
  row: Case,
  exchanges: readonly Exchange[],
  found: readonly CaseFinding[],
  evident: ReadonlySet<ClauseId>,
): Promise<CaseJudgement> {
  const exchange = exchanges.at(-1) as Exchange;
  const checked: Awaited<ReturnType<AnswerCheck>>[] = [];
  for (const check of row.also ?? [])
    checked.push(await check(exchange, exchanges.slice(0, -1), afterwardsOf(target)));
  const breaches = checked.filter((result) => typeof result === 'object');
  const findings = [...found, ...breaches.map((breach) => ({ clause: row.clause, ...breach }))];
  const broken = new Set(findings.map(({ clause }) => clause));
  const shown = [...evident].filter((clause) => !broken.has(clause));
  if (broken.has(row.clause)) return { findings, shown };
  const [first] = broken;
  if (checked.includes('silent'))
    return first
      ? { findings, shown, needs: first }
      : { findings, shown, unproven: 'an answer lacks what the case compares' };
  // An answer that breaks nothing leaves out only what may be left out.
  const isShown = evident.has(row.clause) || !shownByExample(target, row).has(row.clause);
  return { findings, shown, ...(!isShown && { needs: first }) };
}

function afterwardsOf(target: Target): Afterwards {
  const { name, accessUrl, control, settings, traces } = target;
  return {
    open: async (address) => {
      const hosts = [...settings.webFormHosts, new URL(accessUrl).host];
      if (!URL.canParse(address) || !hosts.includes(new URL(address).host))
        throw new OutOfReach('the web form is on a host that the target does not name', 'webFormHosts');
      traces?.spend('openWebForm');
      const page = { method: 'GET', headers: { accept: 'text/html' } };
      return responseOf(target, { name, at: address }, address, page).catch((error) => {
        only(error, Unproven);
        throw new OutOfReach('the address of the web form cannot be opened from here', 'webFormHosts');
      });
    },
    now: async () => control?.now(),
    until: async (time) => {
      if (!control) throw new OutOfReach('without a control plane no time can be chosen');
      await control.advance(`PT${(time - (await control.now())) / 1000}S`);
    },
  };
}

/** What of a target decides how a call is written and read. */
export type Wired = Pick<Target, 'accessUrl' | 'webFormUrl' | 'wire' | 'takesPreferences' | 'settings'> & {
  readonly testData?: Partial<TestData>;
};

/** The clauses beside its own that a case shows when it is answered as the full examples of the documents answer. */
export function shownByExample(target: Wired, row: Case): Set<ClauseId> {
  const earlier: Exchange[] = [];
  for (const step of row.first ?? []) if ('when' in step) earlier.push(exampleOf(target, step, earlier));
  return new Set(judge(row.when, exampleOf(target, row, earlier), target.settings).shows);
}

function exampleOf(target: Wired, call: CaseCall, earlier: readonly Exchange[]): Exchange {
  const testData = { ...defaultTestData, ...target.testData };
  const json = fitToTestData(fill(sentBody(call.send), EXAMPLE_VALUES, earlier), undefined, testData);
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
