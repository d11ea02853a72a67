/** Runs one scenario: puts its world in place, creates its rules, plays its story and judges the messages that came. */

import { defaultTestData } from '../../../contracts/generated/test-data.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import { responseClass } from '../../../contracts/src/judge/operation.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import { outOfReach } from '../case.ts';
import type { Control, World } from '../control.ts';
import { hintOf, quotedRefusal } from '../refusals.ts';
import { caseResult } from '../run-case.ts';
import { send } from '../send.ts';
import type { Messaging, Session, Target } from '../targets/target.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import type { CaseResult, PlayedStep } from '../verdict.ts';
import { type Arrival, judgeStory, waitsOf } from './judge-story.ts';
import { hasOwnServiceDate } from './message-difference.ts';
import { type JudgedReceipt, type Reading, readReceived } from './received-message.ts';
import {
  abilitiesNeeded,
  beyondTarget,
  type Scenario,
  type ScenarioRule,
  type StoryStep,
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
    const callback = { name: prefix };
    const userNotificationCallbackUrl = await messaging.mailbox.address(prefix);
    await control.replaceWorld({
      ...world,
      client: { userNotificationCallbackUrl, ...world.client, ...client },
    });
    const story: PlayedStep[] = [];
    const rules: Record<string, NotificationRule> = {};
    evidence.played = { rules, story };
    const create = ruleCreator({
      target,
      prefix,
      messaging,
      scenario,
      created: rules,
      exchanges: evidence.exchanges,
    });
    const later = scenario.story.flatMap((step) => ('create' in step ? [step.create] : []));
    for (const name of Object.keys(scenario.rules)) if (!later.includes(name)) await create(name);
    // What came while the rules were created is of earlier scenarios.
    messaging.mailbox.take();
    const reading = readingOf(target, messaging, scenario, { callback, rules });
    const played = await playStory({ ...stage, create, callback }, reading, scenario.story, story);
    if ('accepted' in played) {
      const message = `rule ${played.accepted} is accepted, not refused`;
      return { findings: [{ clause, pointer: '/story', message }], shown: [] };
    }
    const { arrivals } = played;
    const accounts = Math.max(0, ...world.users.map(accountsOf));
    const refused = new Set(scenario.story.flatMap((step) => ('refused' in step ? [step.create] : [])));
    const facts = { users: world.users.length, accounts, refused };
    return judgeStory(arrivals, { ...reading, updated: updatedIn(scenario.story), ...facts });
  });
}

/** How many accounts a user has, a connection without accounts counted as one. */
function accountsOf({ bankConnections }: World['users'][number]): number {
  return bankConnections.reduce((sum, { accounts }) => sum + Math.max(1, accounts.length), 0);
}

/** The name of the callback URL that is configured now. */
interface Callback {
  name: string;
}

/** What a story is played on. */
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

/** Whether the rule was created: the service may not refuse one that it is to refuse. */
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

/**
 * Creates the rules of a scenario by their names, each with a callbackHandle that is not in use. It throws Unproven for
 * a rule that is refused against what the scenario says, and when a user gets no token. A client without batch updates may
 * be refused its rules: notifications are not available to it, and a refused rule is as silent as another one.
 */
function ruleCreator({ target, prefix, messaging, scenario, created, exchanges }: RuleCreation): CreateRule {
  const { world, rules, client } = scenario;
  const { logIn } = messaging;
  const isWithoutUpdates = client?.batchUpdates === false;
  const sessions = new Map<string, Session>();
  const sessionOf = async ({ of }: ScenarioRule): Promise<Session> => {
    const user = of === undefined ? world.users[0] : world.users.find(({ id }) => id === of);
    if (user === undefined) throw new Error(`the world of the scenario has no user ${of ?? 'at all'}`);
    const session = sessions.get(user.id) ?? (await logIn(user));
    sessions.set(user.id, session);
    return session;
  };
  return async (name, isRefused = false) => {
    const rule = rules[name];
    if (rule === undefined) throw new Error(`the scenario has no rule ${name}`);
    const { of: _, api, handleOf, ...stated } = rule;
    // Whether includeDetails may be left out is not shown (RULE-REQUIRED-FIELDS).
    const body = { includeDetails: false, ...stated, callbackHandle: `${prefix}-${handleOf ?? name}` };
    const exchange = await send(target, await sessionOf(rule), {
      when: 'createNotificationRule',
      ...(api && { api }),
      send: body,
      then: '2XX',
    });
    exchanges.push(exchange);
    const { status } = exchange.response;
    const found = responseClass('createNotificationRule', status);
    const isCreated = found === 'success';
    const isExpected = isCreated || (found === 'error' && (isRefused || isWithoutUpdates));
    const outcome = isRefused ? 'a refusal, 4xx or 5xx' : 'a success, 2xx';
    const answer = `rule ${name} is answered with ${status}`;
    const words = quotedRefusal(exchange);
    if (
      !isExpected &&
      found === 'error' &&
      (handleOf !== undefined || mayBeRefused(body) || listsOthers(rule, world))
    )
      throw new OutOfReach(`${answer}${words}, which it may`, 'testData');
    if (!isExpected) {
      // The ids are those of the world of the scenario: no test data changes them.
      const ofUser = Object.keys(created).filter((other) => rules[other]?.of === rule.of).length;
      const limit = target.traces && ofUser >= MANY_RULES ? '; see testData.mostRules of the target' : '';
      const hint = hintOf(target, 'createNotificationRule', exchange, []) || limit;
      throw new Unproven(`${answer}, not ${outcome}${words}, before its messages are due${hint}`);
    }
    created[name] = body;
    return isCreated;
  };
}

/** Whether a rule lists an account that its user does not have, as nothing says that it may (RULE-UNKNOWN-IDS). */
function listsOthers({ of, params }: ScenarioRule, { users }: World): boolean {
  const listed = member(params, 'accountIds');
  if (typeof listed !== 'string') return false;
  const owner = users.find(({ id }) => id === (of ?? users[0]?.id));
  const own = owner?.bankConnections.flatMap(({ accounts }) => accounts.map(({ id }) => String(id))) ?? [];
  return listed.split(',').some((id) => !own.includes(id));
}

/**
 * Whether a rule has what no provider is said to take: a long handle or one of other signs, a threshold of many digits, or
 * details of the event that has none.
 */
function mayBeRefused({
  triggerEvent,
  params,
  includeDetails,
  callbackHandle = '',
}: NotificationRule): boolean {
  const threshold = member(params, 'balanceThreshold') ?? member(params, 'absoluteAmountThreshold') ?? 0;
  return (
    (triggerEvent === 'NEW_TERMS_AND_CONDITIONS' && includeDetails === true) ||
    !/^[\w-]{1,36}$/.test(callbackHandle) ||
    !/^-?\d{1,12}(\.\d\d?)?$/.test(String(threshold))
  );
}

/** The service version is a setting of the client, and decides which fields its messages have. */
function readingOf(
  { settings }: Target,
  { cipher, mailbox, prefix: ofRun }: Messaging,
  { clause, client, world }: Scenario,
  { callback, rules }: Pick<Reading, 'rules'> & { readonly callback: Callback },
): Reading {
  const serviceVersion = client?.serviceVersion ?? world.client.serviceVersion ?? settings.serviceVersion;
  const isAddressed: Reading['isAddressed'] = (call) => mailbox.isAddressed(call, callback.name);
  return {
    ...{ clause, rules, prefix: ofRun, cipher, settings: { ...settings, serviceVersion }, isAddressed },
  };
}

type MessageStep = Extract<StoryStep, { readonly messages: unknown }>;

/** Adds every step to `played` once it is done, and ends at a rule that is accepted against the story. Throws Unproven when the control plane or a delivery fails. */
async function playStory(
  stage: Stage & { readonly create: CreateRule; readonly callback: Callback },
  reading: Reading,
  story: readonly StoryStep[],
  played: PlayedStep[],
): Promise<{ readonly arrivals: readonly Arrival[] } | { readonly accepted: string }> {
  const arrivals: Arrival[] = [];
  let updates = 0;
  /** What rules that wait may still send (WAITING-HOW-LONG). */
  let late: MessageStep = { messages: [] };
  const receive = async (step: MessageStep, isAfterADay = false): Promise<void> => {
    const { perhaps = late.perhaps, merged = late.merged } = step;
    const due = [...late.messages, ...step.messages];
    const mayWait = due.filter(({ rule }) => !isAfterADay && waitsOf(reading.rules[rule]));
    await settle(stage, due.length, due.length - mayWait.length);
    const read = await readAll(stage, reading);
    const received = read.filter(({ isUnknown }) => !isUnknown);
    const all = merged && received.length === 1 ? [merged] : due;
    const there = received.map(({ rule }) => rule);
    const missing = mayWait.filter(({ rule }) => {
      const at = there.indexOf(rule);
      if (at !== -1) there.splice(at, 1);
      return at === -1;
    });
    // One of no rule may be one that seems to be missing.
    const messages = there.includes(undefined) || all !== due ? [] : missing;
    const alike = { ...(merged && { merged }), ...(perhaps && { perhaps }) };
    late = { messages, ...(messages.length > 0 && alike) };
    const expected = all.filter((message) => !messages.includes(message));
    // No scenario with service dates lets time pass between an update and its messages.
    const isAsked = hasOwnServiceDate(
      received.map(({ message }) => message),
      expected,
    );
    const bookedAt = isAsked ? await stage.clock() : undefined;
    const pointer = `/story/${played.length}/received`;
    arrivals.push({ pointer, expected, perhaps: perhaps === true, updates, received, bookedAt });
    played.push({
      expected,
      // Findings point to the first ones.
      received: [...received, ...read.filter(({ isUnknown }) => isUnknown)].map(({ rule, message }) => {
        return { ...(rule && { rule }), message };
      }),
    });
    updates = 0;
  };
  const receiveLate = async (): Promise<void> => {
    const [first] = late.messages;
    if (!first) return;
    if (!stage.hasClock)
      throw new Unproven(`no message of rule ${first.rule} came, and without a clock it may still wait`);
    await stage.control.advance('P1D');
    played.push({ advance: 'P1D' });
    await receive({ messages: [] }, true);
  };
  for (const step of story) {
    if (!('advance' in step || 'messages' in step)) await receiveLate();
    if ('update' in step) {
      updates++;
      await stage.control.runBatchUpdate(step.update);
      played.push(step);
    } else if ('create' in step) {
      const isCreated = await stage.create(step.create, step.refused);
      played.push(step);
      if (isCreated && step.refused) return { accepted: step.create };
    } else if ('callback' in step) {
      const name = `${reading.prefix}-${step.callback}`;
      const userNotificationCallbackUrl = await stage.messaging.mailbox.address(name);
      await stage.control.changeClient({ userNotificationCallbackUrl });
      stage.callback.name = name;
      played.push(step);
    } else if ('categorizes' in step) {
      await stage.control.changeClient({ isAutoCategorizationEnabled: step.categorizes });
      played.push(step);
    } else if ('advance' in step) {
      await stage.control.advance(step.advance);
      played.push(step);
    } else await receive(step);
  }
  if (!late.perhaps) await receiveLate();
  return { arrivals };
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

async function readAll({ messaging: { mailbox } }: Stage, reading: Reading): Promise<JudgedReceipt[]> {
  if (mailbox.isOverfull()) throw new Unproven('more and larger messages come than a run keeps');
  const read = await Promise.all(mailbox.take().map((call) => readReceived(call, reading)));
  return read.filter((message) => message !== undefined);
}

/** The ids of all accounts, failed connections and transactions in the batch updates of the story. */
function updatedIn(story: readonly StoryStep[]): ReadonlySet<string> {
  const ids = story.flatMap((step) => {
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
