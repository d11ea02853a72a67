/** Runs one scenario: puts its world in place, creates its rules, plays its steps and receives the messages that come. */

import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { findingOf } from '../../../contracts/src/base/finding.ts';
import type { Judgement } from '../../../contracts/src/judge/clause-check.ts';
import { responseClass } from '../../../contracts/src/judge/operation.ts';
import { ruleFacts } from '../../../contracts/src/judge/rule-facts.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import { only } from '../../base/errors.ts';
import { outOfReach } from '../case.ts';
import { type Control, ControlRefusal } from '../control.ts';
import { hintOf, quotedRefusal } from '../refusals.ts';
import type { CaseEvidence } from '../run-case.ts';
import { send } from '../send.ts';
import type { Messaging, Offers, Session, Target } from '../session/session.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import type { PlayedStep, ReceivedMessage } from '../verdict.ts';
import { judgeScenario } from './judge-scenario.ts';
import { isUnknown, readMessage } from './mailbox.ts';
import {
  type Action,
  abilitiesNeeded,
  type ExpectedMessage,
  type ExpectedMessages,
  type Scenario,
  type ScenarioRule,
  updatedIn,
} from './scenario.ts';

/**
 * The world of the target is replaced by that of the scenario and stays: the caller resets the target. A refused rule
 * and a failing control plane leave the scenario unproven.
 */
export async function playScenario(
  target: Target,
  scenario: Scenario,
  evidence: CaseEvidence,
): Promise<void> {
  const { control, messaging } = target;
  if (!control || !messaging) throw new OutOfReach('the target sends no messages');
  const { lacks, reportsSettled } = await messaging.offers();
  const beyond = outOfReach({ lacks, settings: target.settings }, abilitiesNeeded(scenario));
  if (beyond) throw beyond;
  const hasClock = (lacks.clock ?? target.lacks.clock) === undefined;
  const run = new ScenarioRun({ target, scenario, control, messaging, hasClock, reportsSettled }, evidence);
  try {
    await run.setUp();
    await run.play();
  } catch (error) {
    only(error, ControlRefusal);
    throw scenario.isLarge ? new OutOfReach(error.message) : error;
  }
  const { findings, shows, why } = judgeScenario(run.steps, run.judged, run.facts);
  evidence.findings.push(...findings);
  evidence.shown = shows;
  if (why) throw why;
}

/** What a scenario is played on. */
interface Stage extends Pick<Offers, 'reportsSettled'> {
  readonly target: Target;
  readonly scenario: Scenario;
  readonly control: Control;
  readonly messaging: Messaging;
  readonly hasClock: boolean;
}

/** A user with so many rules may have as many as the provider allows. */
const MANY_RULES = 5;

/** Plays a scenario step by step, and keeps what was done and what arrived. */
class ScenarioRun {
  readonly facts: Parameters<typeof judgeScenario>[2];
  readonly steps: PlayedStep[] = [];
  /** One judgement for each received message. */
  readonly judged: Judgement[] = [];
  /** The rules as sent. Keys: their names in the scenario. */
  readonly #rules: Record<string, NotificationRule> = {};
  readonly #refused = new Set<string>();
  readonly #stage: Stage;
  readonly #exchanges: CaseEvidence['exchanges'];
  readonly #sessions = new Map<string, Session>();
  /** Begins the callbackHandle of each rule. */
  readonly #prefix: string;
  /** The name of the callback URL that is configured now. */
  #callback: string;
  /** What rules with waitForCategorization may still send (WAITING-HOW-LONG): the messages of one of these lists. */
  #late: readonly ExpectedMessages[] = [[]];

  constructor(stage: Stage, evidence: CaseEvidence) {
    const { target, scenario, messaging } = stage;
    const { clause, client, world, steps } = scenario;
    this.#stage = stage;
    this.#exchanges = evidence.exchanges;
    this.#prefix = messaging.fresh();
    this.#callback = this.#prefix;
    // The service version is a setting of the client, and decides which fields its messages have.
    const { serviceVersion = target.settings.serviceVersion } = { ...world.client, ...client };
    const connections = world.users.flatMap(({ bankConnections = [] }) => bankConnections);
    this.facts = {
      clause,
      settings: { ...target.settings, serviceVersion },
      rules: this.#rules,
      refused: this.#refused,
      updated: updatedIn(steps),
      names: {
        accountName: new Set(connections.flatMap(({ accounts }) => accounts.map(({ name }) => name))),
        bankConnectionName: new Set(connections.map(({ name }) => name)),
      },
      meanings: messaging.countMeanings,
    };
    evidence.played = { rules: this.#rules, steps: this.steps };
  }

  /** What came while the rules were created is of earlier scenarios. */
  async setUp(): Promise<void> {
    const { control, messaging, scenario } = this.#stage;
    const { world, client, rules, steps } = scenario;
    const userNotificationCallbackUrl = await messaging.mailbox.callbackUrl(this.#prefix);
    await control.replaceWorld({
      ...world,
      client: { userNotificationCallbackUrl, ...world.client, ...client },
    });
    const later = steps.flatMap((step) => ('create' in step ? [step.create] : []));
    for (const name of Object.keys(rules)) if (!later.includes(name)) await this.#create(name);
    messaging.mailbox.take();
  }

  /** Ends at a rule that is accepted though it is to be refused. Throws Unproven when the control plane or a delivery fails. */
  async play(): Promise<void> {
    for (const { messages, or = [], ...action } of this.#stage.scenario.steps) {
      if (isAction(action)) {
        if (!('advance' in action)) await this.#receiveLate();
        await this.#act(action);
        this.steps.push('callback' in action ? { callback: action.callback } : action);
        if ('create' in action && action.refused && !this.#refused.has(action.create)) {
          const breach = { kind: 'status', pointer: '/steps', subject: `rule "${action.create}"` } as const;
          const created = findingOf(this.facts.clause, { ...breach, expected: '4xx or 5xx', found: '2xx' });
          this.judged.push({ findings: [created], shows: [] });
          return;
        }
      }
      if (messages) await this.#receive([messages, ...or]);
    }
    const isComplete = this.#late.some(({ length }) => length === 0);
    if (!isComplete) await this.#receiveLate();
  }

  async #act(action: Action): Promise<void> {
    const { control, messaging } = this.#stage;
    if ('create' in action) return this.#create(action.create, action.refused);
    if ('update' in action) return control.runBatchUpdate(action.update);
    if ('advance' in action) return control.advance(action.advance);
    if ('categorizes' in action)
      return control.changeClient({ isAutoCategorizationEnabled: action.categorizes });
    this.#callback = `${messaging.prefix}-${action.callback}`;
    const userNotificationCallbackUrl = await messaging.mailbox.callbackUrl(this.#callback);
    await control.changeClient({ userNotificationCallbackUrl }).catch((error) => {
      only(error, ControlRefusal);
      throw action.mayBeRefused ? new OutOfReach(error.message) : error;
    });
  }

  /** Throws Unproven or OutOfReach where the scenario cannot go on. */
  async #create(name: string, isRefused = false): Promise<void> {
    const { target, scenario } = this.#stage;
    const { of, api, handle, handleOf = name, leavesOut, ...rule } = this.#ruleOf(name);
    const { mayBeRefused = scenario.isLarge, ...stated } = rule;
    const callbackHandle = handle ?? `${this.#prefix}-${handleOf}`;
    const body = { ...(!leavesOut && { includeDetails: false }), ...stated, callbackHandle };
    const call = { when: 'createNotificationRule', send: body, then: '2XX', ...(api && { api }) } as const;
    const exchange = await send(target, await this.#sessionOf(of), call);
    this.#exchanges.push(exchange);
    const { status } = exchange.response;
    const found = responseClass(call.when, status);
    if (isRefused && found === 'error') this.#refused.add(name);
    // Notifications are not available to a client without batch updates: a refused rule is as silent as another one.
    const mayGoOn = isRefused || scenario.client?.batchUpdates === false;
    if (found === 'success' || (found === 'error' && mayGoOn)) {
      this.#rules[name] = body;
      return;
    }
    const words = quotedRefusal(exchange);
    if (found === 'error' && mayBeRefused)
      throw new OutOfReach(`rule ${name}: got ${status}${words}, which is allowed`, 'testData');
    const outcome = isRefused ? '4xx or 5xx' : '2xx';
    // The ids are those of the world of the scenario: no test data changes them.
    const ofUser = Object.keys(this.#rules).filter((other) => this.#ruleOf(other).of === of);
    // A limit of the provider does not explain the response where the user has few rules.
    const isAtLimit = !target.isOwn && ofUser.length >= MANY_RULES;
    const limit = isAtLimit ? '; see testData.mostRules of the target' : '';
    const hint = hintOf(target, call.when, exchange, []) || limit;
    throw new Unproven(
      `rule "${name}": expected ${outcome}, got ${status}${words}, before its messages are due${hint}`,
    );
  }

  #ruleOf(name: string): ScenarioRule {
    const rule = this.#stage.scenario.rules[name];
    if (rule === undefined) throw new Error(`the scenario has no rule ${name}`);
    return rule;
  }

  async #sessionOf(of: string | undefined): Promise<Session> {
    const { scenario, messaging } = this.#stage;
    const { users } = scenario.world;
    const user = of === undefined ? users[0] : users.find(({ id }) => id === of);
    if (user === undefined) throw new Error(`the world of the scenario has no user ${of ?? 'at all'}`);
    const session = this.#sessions.get(user.id) ?? (await messaging.logIn(user));
    this.#sessions.set(user.id, session);
    return session;
  }

  /**
   * Receives what has come since the last step that expected messages. The step expects one of the lists of `due`, each
   * of another length, and what is late. A rule with waitForCategorization may send later, but not after a day.
   */
  async #receive(due: readonly ExpectedMessages[], isAfterADay = false): Promise<void> {
    const lists = this.#late.flatMap((late) => due.map((further) => [...late, ...further]));
    const [first = []] = lists;
    const mayWait = ({ rule: name }: ExpectedMessage) => {
      const rule = this.#rules[name];
      return !isAfterADay && rule !== undefined && ruleFacts(rule).waitsForCategorization;
    };
    await settle(this.#stage, first.length, first.filter((message) => !mayWait(message)).length);
    // Findings point to the first ones.
    const taken = (await this.#taken()).sort((a, b) => Number(isUnknown(a)) - Number(isUnknown(b)));
    const received = taken.flatMap((one) => (isUnknown(one) ? [] : one.received));
    const { expected, late } = expectedNow(lists, received, mayWait);
    this.#late = late;
    const pointer = `/steps/${this.steps.length}/received`;
    for (const [at, { findings, shows }] of taken.entries()) {
      const placed = findings.map((it) => ({ ...it, pointer: `${pointer}/${at}/message${it.pointer}` }));
      this.judged.push({ findings: placed, shows });
    }
    const step = { expected, received: taken.map((one) => one.received) };
    const dates = serviceDatesIn(expected);
    const hasOtherDates = dates !== '' && dates !== serviceDatesIn(received);
    const { target, control } = this.#stage;
    // No scenario with service dates lets time pass between an update and its messages.
    const bookedAt = hasOtherDates ? await (target.clock ?? control.now)() : undefined;
    this.steps.push({ ...step, ...(bookedAt !== undefined && { bookedAt }) });
  }

  /** Lets a day pass for messages that may be late. Throws Unproven where no clock can do that. */
  async #receiveLate(): Promise<void> {
    const [first] = this.#late.flat();
    if (first === undefined) return;
    if (!this.#stage.hasClock)
      throw new Unproven(`no message of rule "${first.rule}" came, and without a clock it may still wait`);
    await this.#stage.control.advance('P1D');
    this.steps.push({ advance: 'P1D' });
    await this.#receive([[]], true);
  }

  async #taken() {
    const { mailbox } = this.#stage.messaging;
    if (mailbox.isOverfull()) throw new Unproven('more and larger messages come than a run keeps');
    const known = { ...this.facts, prefix: this.#prefix, callback: this.#callback };
    const taken = await Promise.all(
      mailbox.take().map((call) => readMessage(call, known, this.#stage.messaging)),
    );
    return taken.filter((message) => message !== undefined);
  }
}

/**
 * Which messages are expected by now, and what may still come, as lists of which one does. `lists` are those that the
 * documentation allows, each of another length.
 */
function expectedNow(
  lists: readonly ExpectedMessages[],
  received: readonly ReceivedMessage[],
  mayWait: (message: ExpectedMessage) => boolean,
): { readonly expected: ExpectedMessages; readonly late: readonly ExpectedMessages[] } {
  const [first = []] = lists;
  const isAllLate = received.length === 0 && first.length > 0 && first.every(mayWait);
  if (isAllLate) return { expected: [], late: lists };
  const list = lists.find(({ length }) => length === received.length) ?? first;
  const rules = received.map(({ rule }) => rule);
  // A message of no rule may be the one that seems to be missing.
  if (rules.includes(undefined)) return { expected: list, late: [[]] };
  const late = list.filter((message) => {
    const at = rules.indexOf(message.rule);
    if (at !== -1) rules.splice(at, 1);
    return at === -1 && mayWait(message);
  });
  return { expected: list.filter((message) => !late.includes(message)), late: [late] };
}

/** All service dates, sorted. */
function serviceDatesIn(messages: unknown): string {
  return (writeJson(messages).match(/"serviceBookingDate":"[^"]*"/g) ?? []).sort().join();
}

function isAction(step: Action | object): step is Action {
  return Object.keys(step).length > 0;
}

/**
 * Resolves when no message is on its way any more, as far as the target says. `due` is how many are expected, `sure` how
 * many of them may not be late.
 */
async function settle(
  { control, messaging, reportsSettled, target }: Stage,
  due: number,
  sure: number,
): Promise<void> {
  const { mailbox, waitingTime } = messaging;
  if (reportsSettled) {
    const lost = (await control.settledDeliveries()).find(({ outcome }) => outcome !== 'answered');
    if (lost) throw new Unproven(`a message is not delivered (${lost.reason ?? lost.outcome})`);
    return;
  }
  if (waitingTime !== undefined) {
    await mailbox.wait(target.ending.signal, waitingTime);
    return;
  }
  const there = await mailbox.wait(target.ending.signal, target.timeLimit, due);
  const words = `${there} of ${due} messages came within ${target.timeLimit / 1000} s`;
  if (there < sure) throw new Unproven(`${words}; more may be on their way`);
}
