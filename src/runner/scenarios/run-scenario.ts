/** Runs one scenario: puts its world in place, creates its rules, plays its story and judges the messages that came. */
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import { outOfReach } from '../case.ts';
import type { Control } from '../control.ts';
import { caseResult } from '../run-case.ts';
import { send } from '../send.ts';
import type { Messaging, Session, Target } from '../targets/target.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import type { CaseResult, PlayedStep } from '../verdict.ts';
import { type Arrival, judgeStory } from './judge-story.ts';
import { type JudgedReceipt, type Reading, readReceived } from './received-message.ts';
import {
  abilitiesNeeded,
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
    const userNotificationCallbackUrl = await messaging.mailbox.address();
    await control.replaceWorld({
      ...world,
      client: { userNotificationCallbackUrl, ...world.client, ...client },
    });
    const story: PlayedStep[] = [];
    evidence.played = { rules: {}, story };
    const rules = await createRules(target, messaging, scenario, evidence.exchanges);
    evidence.played = { rules, story };
    // What came while the rules were created is of earlier scenarios.
    messaging.mailbox.take();
    const reading = readingOf(target, messaging, scenario, rules);
    const arrivals = await playStory(stage, reading, scenario.story, story);
    return judgeStory(arrivals, { ...reading, booked: bookedIn(scenario.story), users: world.users.length });
  });
}

/** What a story is played on. */
interface Stage {
  readonly control: Control;
  readonly messaging: Messaging;
  /** Whether the control plane says when every message has been delivered. */
  readonly reportsSettled: boolean;
  /** How long a message may take where nothing says that it is on its way, in milliseconds. */
  readonly timeLimit: number;
}

/** Throws OutOfReach where the target cannot show the scenario. */
async function stageOf(target: Target, scenario: Scenario): Promise<Stage> {
  const { control, messaging, timeLimit, wire } = target;
  const needs = abilitiesNeeded(scenario);
  const why = outOfReach(target, needs, scenario.assuming);
  if (why) throw why;
  if (!control || !messaging) throw new OutOfReach('the target sends no messages');
  const { lacks, reportsSettled } = await messaging.offers();
  const whyAfterAll = outOfReach({ lacks, wire }, needs);
  if (whyAfterAll) throw whyAfterAll;
  return { control, messaging, reportsSettled, timeLimit };
}

/**
 * The rules by their names, each with a callbackHandle that is not in use. Every exchange is added to `exchanges` as soon
 * as it is made. Throws Unproven for a rule that is refused, and when a user gets no token.
 */
async function createRules(
  target: Target,
  { logIn, fresh }: Messaging,
  { world, rules }: Scenario,
  exchanges: Exchange[],
): Promise<Record<string, NotificationRule>> {
  const prefix = fresh();
  const sessions = new Map<string, Session>();
  const sessionOf = async ({ of }: ScenarioRule): Promise<Session> => {
    const user = of === undefined ? world.users[0] : world.users.find(({ id }) => id === of);
    if (user === undefined) throw new Error(`the world of the scenario has no user ${of ?? 'at all'}`);
    const session = sessions.get(user.id) ?? (await logIn(user));
    sessions.set(user.id, session);
    return session;
  };
  const created: Record<string, NotificationRule> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const { of: _, api, ...stated } = rule;
    // Whether includeDetails may be left out is not shown (RULE-REQUIRED-FIELDS).
    const body = { includeDetails: false, ...stated, callbackHandle: `${prefix}-${name}` };
    const exchange = await send(target, await sessionOf(rule), {
      when: 'createNotificationRule',
      ...(api && { api }),
      send: body,
      then: '2XX',
    });
    exchanges.push(exchange);
    const { status } = exchange.response;
    if (status < 200 || status > 299)
      throw new Unproven(
        `rule ${name} is answered with ${status}, not a success, 2xx, before the story begins`,
      );
    created[name] = body;
  }
  return created;
}

/** The service version is a setting of the client, and decides which fields its messages have. */
function readingOf(
  { settings, secrets }: Target,
  { cipher, mailbox, prefix }: Messaging,
  { clause, client, world }: Scenario,
  rules: Readonly<Record<string, NotificationRule>>,
): Reading {
  const serviceVersion = client?.serviceVersion ?? world.client.serviceVersion ?? settings.serviceVersion;
  const { isAddressed } = mailbox;
  return {
    ...{ clause, rules, prefix, cipher, settings: { ...settings, serviceVersion }, isAddressed },
    ...(secrets && { secrets }),
  };
}

/** Adds every step to `played` once it is done. Throws Unproven when the control plane or a delivery fails. */
async function playStory(
  stage: Stage,
  reading: Reading,
  story: readonly StoryStep[],
  played: PlayedStep[],
): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  let updates = 0;
  for (const [at, step] of story.entries()) {
    if ('update' in step) {
      updates++;
      await stage.control.runBatchUpdate(step.update);
      played.push(step);
    } else if ('advance' in step) {
      await stage.control.advance(step.advance);
      played.push(step);
    } else {
      const { messages: expected, perhaps = false } = step;
      await settle(stage, expected.length);
      const received = await readAll(stage, reading);
      played.push({
        expected,
        received: received.map(({ rule, message }) => ({ ...(rule && { rule }), message })),
      });
      arrivals.push({ pointer: `/story/${at}/received`, expected, perhaps, updates, received });
      updates = 0;
    }
  }
  return arrivals;
}

/** Resolves when no message is on its way any more, as far as the target says. */
async function settle({ control, messaging, reportsSettled, timeLimit }: Stage, due: number): Promise<void> {
  const { mailbox, waitingTime } = messaging;
  if (reportsSettled) {
    const lost = (await control.settledDeliveries()).find(({ outcome }) => outcome !== 'answered');
    if (lost) throw new Unproven(`a message is not delivered (${lost.reason ?? lost.outcome})`);
    return;
  }
  const there = await (waitingTime === undefined ? mailbox.wait(timeLimit, due) : mailbox.wait(waitingTime));
  if (waitingTime === undefined && there < due)
    throw new Unproven(
      `${there} of ${due} messages came within ${timeLimit / 1000} s; more may be on their way`,
    );
}

async function readAll({ messaging }: Stage, reading: Reading): Promise<JudgedReceipt[]> {
  const read = await Promise.all(messaging.mailbox.take().map((call) => readReceived(call, reading)));
  return read.filter((message) => message !== undefined);
}

/** The ids of all transactions that the bank books in the story. */
function bookedIn(story: readonly StoryStep[]): ReadonlySet<string> {
  const accounts = story.flatMap((step) => ('update' in step ? (step.update.accounts ?? []) : []));
  return new Set(accounts.flatMap(({ transactions = [] }) => transactions.map(({ id }) => String(id))));
}
