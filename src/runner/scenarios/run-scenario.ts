/** Runs one scenario: puts its world in place, creates its rules, plays its steps and judges the messages that came. */
import { defaultTestData } from '../../../contracts/generated/test-data.ts';
import { only } from '../../../contracts/src/base/errors.ts';
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import { responseClass } from '../../../contracts/src/judge/operation.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import { outOfReach } from '../case.ts';
import { type Control, ControlRefusal } from '../control.ts';
import { hintOf, quotedRefusal } from '../refusals.ts';
import { caseResult } from '../run-case.ts';
import { send } from '../send.ts';
import type { Messaging, Session, Target } from '../targets/target.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import type { CaseResult, PlayedStep } from '../verdict.ts';
import { type Arrival, judgeScenario, waitsOf } from './judge-scenario.ts';
import { hasOwnServiceDate } from './message-difference.ts';
import { type JudgedReceipt, type Reading, readReceived } from './received-message.ts';
import {
  type Action,
  abilitiesNeeded,
  beyondTarget,
  type MessageStep,
  type Scenario,
  type ScenarioRule,
  type Step,
  scenarioSentence,
} from './scenario.ts';

/**
 * The world of the target is replaced by that of the scenario and stays: the caller resets the target. A refused rule
 * and a failing control plane leave the scenario unproven.
 */
export function runScenario(target: Target, scenario: Scenario, file: string): Promise<CaseResult> {
  const { clause, world, client } = scenario;
  return caseResult({ clause, says: scenarioSentence(scenario), file }, async (evidence) => {
    const stage = await stageOf(target, scenario);
    const { control, messaging } = stage;
    const prefix = messaging.fresh();
    const userNotificationCallbackUrl = await messaging.mailbox.address(prefix);
    await control.replaceWorld({
      ...world,
      client: { userNotificationCallbackUrl, ...world.client, ...client },
    });
    const rules: Record<string, NotificationRule> = {};
    const { exchanges } = evidence;
    const create = ruleCreator({ target, prefix, messaging, scenario, created: rules, exchanges });
    const reading = readingOf(target, messaging, scenario, rules);
    const run = new ScenarioRun(stage, reading, create, prefix);
    evidence.played = { rules, steps: run.played };
    const later = scenario.steps.flatMap((step) => ('create' in step ? [step.create] : []));
    for (const name of Object.keys(scenario.rules)) if (!later.includes(name)) await create(name);
    // What came while the rules were created is of earlier scenarios.
    messaging.mailbox.take();
    const accepted = await run.play(scenario.steps);
    if (accepted !== undefined) {
      const message = `rule ${accepted} is accepted, not refused`;
      return { findings: [{ clause, pointer: '/steps', message }], shown: [] };
    }
    const refused = new Set(scenario.steps.flatMap((step) => ('refused' in step ? [step.create] : [])));
    return judgeScenario(run.arrivals, { ...reading, updated: updatedIn(scenario.steps), refused });
  });
}

/** What a scenario is played on. */
interface Stage {
  readonly control: Control;
  readonly clock: () => Promise<number>;
  readonly messaging: Messaging;
  readonly hasClock: boolean;
  /** Whether the control plane says when every message has been delivered. */
  readonly reportsSettled: boolean;
  /** How long a message may take where nothing says that it is on its way, in milliseconds. */
  readonly timeLimit: number;
}

/** Throws OutOfReach where the target cannot show the scenario. */
async function stageOf(target: Target, scenario: Scenario): Promise<Stage> {
  const { control, messaging, timeLimit, wire } = target;
  const needs = abilitiesNeeded(scenario);
  const { testData = defaultTestData } = target;
  const why =
    outOfReach(
      target,
      needs,
      Object.values(scenario.rules).flatMap(({ api }) => api ?? []),
    ) ?? beyondTarget(scenario, testData, wire);
  if (why) throw why;
  if (!control || !messaging) throw new OutOfReach('the target sends no messages');
  const { lacks, reportsSettled } = await messaging.offers();
  const whyAfterAll = outOfReach({ lacks, wire }, needs);
  if (whyAfterAll) throw whyAfterAll;
  const hasClock = (lacks.clock ?? target.lacks.clock) === undefined;
  return { control, clock: target.clock ?? control.now, messaging, hasClock, reportsSettled, timeLimit };
}

/** A user with so many rules may have as many as the provider allows. */
const MANY_RULES = 5;

/** Resolves to whether the rule was created; throws Unproven or OutOfReach where the scenario cannot go on. */
type CreateRule = (name: string, isRefused?: boolean) => Promise<boolean>;

interface RuleCreation {
  readonly target: Target;
  /** Begins the callbackHandle of each rule. */
  readonly prefix: string;
  readonly messaging: Messaging;
  readonly scenario: Scenario;
  /** Each rule is added by its name as it was sent, and each exchange as soon as it is made. */
  readonly created: Record<string, NotificationRule>;
  readonly exchanges: Exchange[];
}

/** Creates the rules of a scenario by their names, each with a callbackHandle that is not in use. */
function ruleCreator({ target, prefix, messaging, scenario, created, exchanges }: RuleCreation): CreateRule {
  const { world, rules, client } = scenario;
  const sessions = new Map<string, Session>();
  const sessionOf = async ({ of = world.users[0]?.id }: ScenarioRule): Promise<Session> => {
    const user = world.users.find(({ id }) => id === of);
    if (user === undefined) throw new Error(`the world of the scenario has no user ${of ?? 'at all'}`);
    const session = sessions.get(user.id) ?? (await messaging.logIn(user));
    sessions.set(user.id, session);
    return session;
  };
  return async (name, isRefused = false) => {
    const rule = rules[name];
    if (rule === undefined) throw new Error(`the scenario has no rule ${name}`);
    const { of: _, api, handleOf = name, mayBeRefused, ...stated } = rule;
    // Whether includeDetails may be left out is not shown (RULE-REQUIRED-FIELDS).
    const body = { includeDetails: false, ...stated, callbackHandle: `${prefix}-${handleOf}` };
    const exchange = await send(target, await sessionOf(rule), {
      when: 'createNotificationRule',
      ...(api && { api }),
      send: body,
      then: '2XX',
    });
    exchanges.push(exchange);
    const { status } = exchange.response;
    const found = responseClass('createNotificationRule', status);
    // Notifications are not available to a client without batch updates: a refused rule is as silent as another one.
    const isTaken =
      found === 'success' || (found === 'error' && (isRefused || client?.batchUpdates === false));
    if (isTaken) created[name] = body;
    if (isTaken) return found === 'success';
    const answer = `rule ${name} is answered with ${status}`;
    const words = quotedRefusal(exchange);
    if (found === 'error' && (mayBeRefused || isUnusual(body)))
      throw new OutOfReach(`${answer}${words}, which it may`, 'testData');
    // The ids are those of the world of the scenario: no test data changes them.
    const ofUser = Object.keys(created).filter((other) => rules[other]?.of === rule.of).length;
    const limit = target.traces && ofUser >= MANY_RULES ? '; see testData.mostRules of the target' : '';
    const hint = hintOf(target, 'createNotificationRule', exchange, []) || limit;
    const outcome = isRefused ? 'a refusal, 4xx or 5xx' : 'a success, 2xx';
    throw new Unproven(`${answer}, not ${outcome}${words}, before its messages are due${hint}`);
  };
}

/** Whether a rule has a long callbackHandle or one of other signs, or a threshold of many digits. */
function isUnusual({ params, callbackHandle = '' }: NotificationRule): boolean {
  const { balanceThreshold, absoluteAmountThreshold = balanceThreshold ?? 0 } = params ?? {};
  return (
    !/^[\w-]{1,36}$/.test(callbackHandle) || !/^-?\d{1,12}(\.\d\d?)?$/.test(String(absoluteAmountThreshold))
  );
}

/** The service version is a setting of the client, and decides which fields its messages have. */
function readingOf(
  { settings }: Target,
  { cipher, prefix }: Messaging,
  { clause, client, world }: Scenario,
  rules: Reading['rules'],
): Reading {
  const serviceVersion = client?.serviceVersion ?? world.client.serviceVersion ?? settings.serviceVersion;
  return { clause, rules, prefix, cipher, settings: { ...settings, serviceVersion } };
}

/** The action of a step, without the messages that it leads to. */
function actionOf(step: Step): Action | undefined {
  const { messages: _, or: __, ...action } = { messages: undefined, or: undefined, ...step };
  return Object.keys(action).length > 0 ? (action as Action) : undefined;
}

type Messages = MessageStep['messages'];

/** Plays a scenario step by step, and keeps what was done and what arrived. */
class ScenarioRun {
  readonly played: PlayedStep[] = [];
  readonly arrivals: Arrival[] = [];
  readonly #stage: Stage;
  readonly #reading: Reading;
  readonly #create: CreateRule;
  /** The name of the callback URL that is configured now. */
  #callback: string;
  /** Which messages rules that wait may still send (WAITING-HOW-LONG): one of these lists. */
  #late: readonly Messages[] = [[]];
  /** How many steps were played when messages were last received. */
  #receivedAt = 0;

  constructor(stage: Stage, reading: Reading, create: CreateRule, callback: string) {
    this.#stage = stage;
    this.#reading = reading;
    this.#create = create;
    this.#callback = callback;
  }

  /** Ends at a rule that is accepted though it is to be refused, and resolves to its name. Throws Unproven when the control plane or a delivery fails. */
  async play(steps: readonly Step[]): Promise<string | undefined> {
    for (const step of steps) {
      const action = actionOf(step);
      if (action && !('advance' in action)) await this.#receiveLate();
      const isCreated = action && (await this.#act(action));
      if (action) this.played.push('callback' in action ? { callback: action.callback } : action);
      if (isCreated && 'refused' in step) return step.create;
      if ('messages' in step) await this.#receive(step);
    }
    const mayBeSilent = this.#late.some(({ length }) => length === 0);
    if (!mayBeSilent) await this.#receiveLate();
    return undefined;
  }

  /** Resolves to whether a rule was created. */
  async #act(action: Action): Promise<boolean> {
    const { control } = this.#stage;
    if ('create' in action) return this.#create(action.create, action.refused);
    if ('update' in action) await control.runBatchUpdate(action.update);
    else if ('advance' in action) await control.advance(action.advance);
    else if ('callback' in action) await this.#moveCallback(action);
    else await control.changeClient({ isAutoCategorizationEnabled: action.categorizes });
    return false;
  }

  async #moveCallback({ callback, mayBeRefused }: Extract<Action, { callback: string }>): Promise<void> {
    const { control, messaging } = this.#stage;
    const name = `${messaging.prefix}-${callback}`;
    const userNotificationCallbackUrl = await messaging.mailbox.address(name);
    await control.changeClient({ userNotificationCallbackUrl }).catch((error) => {
      only(error, ControlRefusal);
      throw mayBeRefused ? new OutOfReach(error.message) : error;
    });
    this.#callback = name;
  }

  async #receive({ messages, or = [] }: MessageStep, isAfterADay = false): Promise<void> {
    const lists = this.#late.flatMap((late) => [messages, ...or].map((further) => [...late, ...further]));
    const [due = []] = lists;
    const waiting = due.filter(({ rule }) => !isAfterADay && waitsOf(this.#reading.rules[rule]));
    await settle(this.#stage, due.length, due.length - waiting.length);
    const read = await this.#readAll();
    const received = read.filter(({ isUnknown }) => !isUnknown);
    const isAllLate = received.length === 0 && due.length > 0 && waiting.length === due.length;
    const list = lists.find(({ length }) => length === received.length) ?? due;
    const missing = isAfterADay ? [] : missingOf(list, received, this.#reading);
    this.#late = isAllLate ? lists : [missing];
    const expected = isAllLate ? [] : list.filter((message) => !missing.includes(message));
    // No scenario with service dates lets time pass between an update and its messages.
    const found = received.map(({ message }) => message);
    const bookedAt = hasOwnServiceDate(found, expected) ? await this.#stage.clock() : undefined;
    const pointer = `/steps/${this.played.length}/received`;
    const updates = this.played.slice(this.#receivedAt).filter((step) => 'update' in step).length;
    this.arrivals.push({ pointer, expected, updates, received, bookedAt });
    // Findings point to the first ones.
    const all = [...received, ...read.filter(({ isUnknown }) => isUnknown)];
    this.played.push({
      expected,
      received: all.map(({ rule, message }) => ({ ...(rule && { rule }), message })),
    });
    this.#receivedAt = this.played.length;
  }

  /** Lets a day pass for messages that may be late. Throws Unproven where no clock can do that. */
  async #receiveLate(): Promise<void> {
    const [first] = this.#late.flat();
    if (first === undefined) return;
    if (!this.#stage.hasClock)
      throw new Unproven(`no message of rule ${first.rule} came, and without a clock it may still wait`);
    await this.#stage.control.advance('P1D');
    this.played.push({ advance: 'P1D' });
    await this.#receive({ messages: [] }, true);
  }

  async #readAll(): Promise<JudgedReceipt[]> {
    const { mailbox } = this.#stage.messaging;
    if (mailbox.isOverfull()) throw new Unproven('more and larger messages come than a run keeps');
    const read = await Promise.all(
      mailbox.take().map((call) => {
        const isAddressed = mailbox.isAddressed(call, this.#callback);
        return readReceived(call, isAddressed, this.#reading);
      }),
    );
    return read.filter((message) => message !== undefined);
  }
}

/** The expected messages of rules that wait that have not come. One of no rule may be one that seems to be missing. */
function missingOf(list: Messages, received: readonly JudgedReceipt[], { rules }: Reading): Messages {
  const there = received.map(({ rule }) => rule);
  if (there.includes(undefined)) return [];
  return list.filter(({ rule }) => {
    if (!waitsOf(rules[rule])) return false;
    const at = there.indexOf(rule);
    if (at !== -1) there.splice(at, 1);
    return at === -1;
  });
}

/** Resolves when no message is on its way any more, as far as the target says; `sure` are those that may not be late. */
async function settle(
  { control, messaging, reportsSettled, timeLimit }: Stage,
  due: number,
  sure: number,
): Promise<void> {
  const { mailbox, waitingTime } = messaging;
  if (reportsSettled) {
    const lost = (await control.settledDeliveries()).find(({ outcome }) => outcome !== 'answered');
    if (lost) throw new Unproven(`a message is not delivered (${lost.reason ?? lost.outcome})`);
    return;
  }
  const there = await (waitingTime === undefined ? mailbox.wait(timeLimit, due) : mailbox.wait(waitingTime));
  if (waitingTime === undefined && there < sure)
    throw new Unproven(
      `${there} of ${due} messages came within ${timeLimit / 1000} s; more may be on their way`,
    );
}

/** The ids of all accounts, failed connections and transactions in the batch updates of the scenario. */
function updatedIn(steps: readonly Step[]): ReadonlySet<string> {
  const ids = steps.flatMap((step) => {
    const { accounts = [], failedLogins = [] } = 'update' in step ? step.update : {};
    return [
      ...accounts.flatMap(({ accountId, transactions = [] }) => [
        accountId,
        ...transactions.map(({ id }) => id),
      ]),
      ...failedLogins.map(({ bankConnectionId }) => bankConnectionId),
    ];
  });
  return new Set(ids.map(String));
}
