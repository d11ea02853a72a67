/** Runs one case: gathers the responses of the target, then judges it. Every kind of case gets its verdict here. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Finding, findingOf } from '../../contracts/src/base/finding.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import { isOfProvider } from '../../contracts/src/recordings/check-record.ts';
import { only } from '../base/errors.ts';
import { resultOfBaseline, whyRefused } from './baseline.ts';
import type { Callers, CaseCall, SentExchange } from './call.ts';
import { type Case, type CaseStep, instantOf, namesIds, type ResponseCheck } from './case.ts';
import { outcomeOf, outcomeText, refusedText, unexpectedStatus, whyNoForm } from './refusals.ts';
import { send } from './send.ts';
import { sentResponse, wait } from './sender.ts';
import type { PlannedCalls, Session, Target } from './session/session.ts';
import { dependsOn, OutOfReach, Unproven } from './unproven.ts';
import type { BetweenCalls, CaseResult, PassedTime, Played } from './verdict.ts';

/** What an exchange shows that the provider breaks, and the clauses that it shows something of. */
export function judgeProvider(...judged: Parameters<typeof judge>) {
  const { findings, shows } = judge(...judged);
  return { found: findings.filter(isOfProvider), shows };
}

type CaseTitle = Pick<CaseResult, 'clause' | 'says' | 'file'> & Required<Pick<CaseResult, 'id' | 'covers'>>;

/** What was seen of a case and what that shows; filled as it runs, so that a failure keeps what came before it. */
export interface CaseEvidence extends Pick<CaseResult, 'clause' | 'exchanges' | 'findings' | 'shown'> {
  /** The clauses that it shows when all goes well. If that of the case is one, a response as documented shows it by itself. */
  readonly covers: ReadonlySet<ClauseId>;
  readonly exchanges: SentExchange[];
  readonly between: BetweenCalls[];
  readonly findings: Finding[];
  /** The clauses beside the case's own. */
  shown: readonly ClauseId[];
  played?: Played;
}

/** The result of a case with what was seen of it. `why` says why that shows nothing of its clause. */
export function resultOf(
  { id, clause, says, file, covers }: CaseTitle,
  why: Unproven | undefined,
  seen: Pick<CaseResult, 'exchanges' | 'between' | 'findings' | 'shown' | 'played'> = NOTHING,
): CaseResult {
  const result = { id, clause, says, file, covers, ...seen };
  if (seen.findings.some((finding) => finding.clause === clause)) return { ...result, verdict: 'violated' };
  if (!why) return { ...result, verdict: 'upheld' };
  const { message: reason, needs } = why;
  if (!(why instanceof OutOfReach))
    return { ...result, verdict: 'unproven', reason, ...(needs && { needs }) };
  const { dependsOnSetting } = why;
  return { ...result, verdict: 'out of reach', reason, ...(dependsOnSetting && { dependsOnSetting }) };
}

const NOTHING = { exchanges: [], findings: [], shown: [] };

/**
 * Makes the calls of a case and judges them. Throws Unproven or OutOfReach where they show nothing of the clause.
 */
export async function playCase(
  target: Target,
  row: Case,
  evidence: CaseEvidence,
  callers: Callers,
  baseline?: PlannedCalls,
): Promise<void> {
  const ofSteps: Finding[] = [];
  await gather(target, row, callers, evidence, ofSteps);
  try {
    await judgeCase(target, row, evidence, baseline);
  } finally {
    evidence.findings.push(...ofSteps);
  }
}

/**
 * Makes a call after its steps, and puts the exchanges into the list; returns the index of its own. `findings` get what the
 * responses before it break.
 */
export async function gather(
  target: Target,
  { first = [], ...call }: CaseCall & Pick<Case, 'first'>,
  callers: Callers,
  evidence: CaseEvidence,
  findings: Finding[],
): Promise<number> {
  const { exchanges, between } = evidence;
  const start = exchanges.length;
  let session = await target.session(callers);
  let passed = 0;
  const sent = async (one: CaseCall) =>
    exchanges.push(await send(target, session, one, exchanges.slice(start))) - 1;
  for (const step of first) {
    const before = exchanges.length;
    if ('client' in step || 'changed' in step) between.push({ before, ...step });
    if ('when' in step) findings.push(...brokenBefore(target, step, evidence, await sent(step)));
    else if ('client' in step) {
      await target.control?.replaceWorld({ client: step.client, categories: [], users: [] });
      // Tokens and users ended with the world that they were of.
      session = await target.session(callers);
    } else if ('changed' in step) await target.control?.changeClient(step.changed);
    else if ('secondsLater' in step) {
      await controlClock(target).pass(step.secondsLater);
      between.push({ before, seconds: step.secondsLater });
    } else if ('until' in step) {
      const time = await controlClock(target).passUntil((now) => instantOf(step.until, now));
      between.push({ before, ...time });
    } else {
      const time = await passExpiry(target, session, step, passed);
      between.push({ before, ...time });
      passed += time.seconds;
    }
  }
  return await sent(call);
}

/**
 * What the response to a call before that of its case breaks. Throws Unproven where it comes to something else than the call
 * states; a success that is to be refused breaks the clause.
 */
function brokenBefore(
  target: Target,
  call: CaseCall,
  { clause, exchanges, findings }: CaseEvidence,
  at: number,
): Finding[] {
  const exchange = exchanges[at] as Exchange;
  const outcome = outcomeOf(call, exchange.response);
  if (mayRefuse(call, exchange) && outcome === 'refused') throw refusedValues(call, exchange);
  if (outcome === 'accepted')
    findings.push(findingOf(clause, { ...unexpectedStatus(call, exchange), exchange: at }));
  if (outcome !== 'as stated')
    throw new Unproven(`${refusedText(target, call, exchange)}, before the case begins`);
  const { found } = judgeProvider(call.when, exchange, target.settings);
  return ofResponse(found).map((finding) => ({ ...finding, exchange: at }));
}

/** What a response alone breaks. */
function ofResponse(found: readonly Finding[]): Finding[] {
  return found.filter(({ pointer }) => !pointer.startsWith('/request'));
}

/** The clock of the control plane. Throws OutOfReach without one. */
function controlClock({ control }: Pick<Target, 'control'>) {
  if (!control) throw new OutOfReach('without a control plane no time can be chosen');
  const pass = (seconds: number) => control.advance(`PT${seconds}S`);
  const passUntil = async (instantAt: (now: number) => number) => {
    const now = await control.now();
    const until = instantAt(now);
    const seconds = (until - now) / 1000;
    await pass(seconds);
    return { seconds, until };
  };
  return { pass, passUntil };
}

/** A call without a valid token is not refused for its values. */
function mayRefuse({ when, mayBeRefused }: CaseCall, { response }: Exchange): boolean {
  return mayBeRefused === true && (when === 'createToken' || response.status !== 401);
}

function refusedValues(call: CaseCall, exchange: Exchange): OutOfReach {
  return new OutOfReach(`${outcomeText(call, exchange)}, which is allowed`, 'testData');
}

/**
 * Lets time pass until so many seconds after a token expires, where so many have passed already; returns how many it let
 * pass. In real time it waits until the token has ended, or has a fifth of its lifetime left: a call may take seconds.
 */
async function passExpiry(
  target: Target,
  session: Session,
  { secondsAfterExpiry: after, of = 'user' }: Extract<CaseStep, { secondsAfterExpiry: number }>,
  passed: number,
): Promise<PassedTime> {
  const lifetime = await session.lifetime(of);
  if (!Number.isInteger(lifetime)) throw dependsOn('AUTH-TOKEN-EXPIRES-IN');
  const token = { of, expiresIn: lifetime };
  if (target.control) {
    const seconds = lifetime + after - passed;
    await controlClock(target).pass(seconds);
    return { seconds, token };
  }
  const { longestWait = 0 } = target;
  if (!(lifetime + MARGIN <= longestWait))
    throw new OutOfReach(`its tokens last ${lifetime} s, and --wait is ${longestWait}`);
  if (after === 0) throw new OutOfReach('in real time no call comes at the very end of a lifetime');
  if (after > MARGIN) throw new OutOfReach('in real time no token is tried long after its lifetime');
  const until = after < 0 ? lifetime * 0.8 : lifetime + MARGIN;
  await wait(target, (until - passed) * 1000);
  return { seconds: until - passed, token };
}

/** How long after the end of its lifetime a token is tried: both clocks may round. */
const MARGIN = 2;

/**
 * What the last exchange breaks. Its outcome decides first. A call that is refused though it should succeed says nothing
 * of its clause, since our test data may be the reason, unless the baseline of the case is accepted; a call that is
 * refused as it should be, too, says nothing if its baseline is refused as well.
 */
async function judgeCase(
  target: Target,
  row: Case,
  evidence: CaseEvidence,
  baseline: PlannedCalls | undefined,
): Promise<void> {
  const { findings } = evidence;
  const exchange = evidence.exchanges.at(-1) as Exchange;
  const outcome = outcomeOf(row, exchange.response);
  const { found, shows } = judgeProvider(row.when, exchange, target.settings);
  const words = outcomeText(row, exchange);
  const ofOutcome = findingOf(row.clause, unexpectedStatus(row, exchange));
  // The response to such a call is not documented.
  if (outcome === 'accepted') return void findings.push(ofOutcome);
  if (outcome === 'refused' && mayRefuse(row, exchange)) {
    // A provider may refuse such values, but as documented.
    const ofAnswer = ofResponse(found);
    if (ofAnswer.length === 0) throw refusedValues(row, exchange);
    return void findings.push(...ofAnswer);
  }
  findings.push(...found);
  if (outcome === 'neither') throw new Unproven(words);
  if (outcome === 'refused') {
    const isAsked = baseline !== undefined && (target.control !== undefined || !namesIds(row));
    const beside = isAsked ? await resultOfBaseline(target, baseline) : undefined;
    const accepted = beside?.outcome === 'as stated' ? beside : undefined;
    const why = whyRefused(target, row, exchange, accepted);
    if (why !== undefined) throw new Unproven(why);
    return void findings.unshift(ofOutcome);
  }
  if (row.then === 'refused' && baseline) {
    const beside = await resultOfBaseline(target, baseline);
    const refusal = outcomeText(beside.call, beside.exchange);
    if (beside.outcome !== 'as stated')
      throw new Unproven(`the call gets an error response even without what the case is about: ${refusal}`);
  }
  await checkResponse(target, row, evidence, shows);
}

/** What the checks of the case find in the response, and whether it shows the clause of the case at all. */
async function checkResponse(
  target: Target,
  row: Case,
  evidence: CaseEvidence,
  shows: readonly ClauseId[],
): Promise<void> {
  const { findings, exchanges } = evidence;
  const exchange = exchanges.at(-1) as Exchange;
  const noForm = whyNoForm(target, row, exchange);
  // These values may be why no web form is needed, as they may be why a request is refused.
  if (noForm !== undefined && row.mayBeRefused) throw new OutOfReach(noForm, 'testData');
  let lacks: string | undefined;
  for (const check of row.also ?? []) {
    const breach = await check(exchange, exchanges.slice(0, -1), afterwardsOf(target));
    if (breach && 'lacks' in breach) lacks ??= breach.lacks;
    else if (breach) findings.push(findingOf(breach.clause ?? row.clause, breach));
  }
  const silent = lacks && `a response lacks ${lacks}, which the case compares`;
  judgeShown(evidence, shows, noForm, silent);
}

/**
 * Which clauses the responses show. Throws Unproven where that of the case is not among them: `noForm` says why there is no web
 * form, and `silent` what a check could not compare.
 */
export function judgeShown(
  evidence: CaseEvidence,
  shows: readonly ClauseId[],
  noForm?: string,
  silent?: string,
): void {
  const { clause, covers } = evidence;
  const broken = new Set(evidence.findings.map((finding) => finding.clause));
  const [first] = broken;
  evidence.shown = [...new Set(shows)].filter((one) => !broken.has(one));
  if (broken.has(clause)) return;
  // A response that breaks nothing leaves out only what may be left out.
  if (silent === undefined && (shows.includes(clause) || !covers.has(clause))) return;
  if (first) throw dependsOn(first);
  const why = noForm ?? silent;
  if (why !== undefined) throw new Unproven(why);
}

function afterwardsOf(target: Target): Parameters<ResponseCheck>[2] {
  const { name, accessUrl, control, settings, traces } = target;
  return {
    open: async (url) => {
      const hosts = [...settings.webFormHosts, new URL(accessUrl).host];
      if (!URL.canParse(url) || !hosts.includes(new URL(url).host))
        throw new OutOfReach('the web form is on a host that the target does not name', 'webFormHosts');
      traces?.spend('openWebForm');
      const page = { method: 'GET', headers: { accept: 'text/html' } };
      return sentResponse(target, { name, at: url }, url, page).catch((error) => {
        only(error, Unproven);
        throw new OutOfReach('the URL of the web form cannot be opened from here', 'webFormHosts');
      });
    },
    now: async () => control?.now(),
    until: async (time) => void (await controlClock(target).passUntil(() => time)),
  };
}
