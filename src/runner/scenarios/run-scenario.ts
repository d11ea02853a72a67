/** Plays one scenario against a target and comes to a verdict; needs no test runner. */

import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import type { Finding } from '../../../contracts/src/judge/clause-check.ts';
import { type Exchange, member } from '../../../contracts/src/judge/exchange.ts';
import type { NotificationRule, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { unmetAssumption } from '../case.ts';
import type { Control } from '../control.ts';
import { send } from '../send.ts';
import type { Messaging, MessagingPlace, Session, Target } from '../targets/target.ts';
import { type CaseResult, NoAnswer, NotOffered, type Played, type PlayedStep } from '../verdict.ts';
import { type Arrived, expectationBreaches } from './expected-messages.ts';
import { type Difference, messagePlace, type Place } from './message-difference.ts';
import {
  onCountOrList,
  type Reading,
  type ReadMessage,
  readMessage,
  ruleIdFindings,
} from './received-messages.ts';
import type { ExpectedMessage, Scenario, ScenarioRule, StoryStep, World } from './scenario.ts';

const NOTHING: Seen = { findings: [], shown: [] };

/**
 * The world of the target is replaced by that of the scenario and stays; who runs several takes care of the end.
 * A rule that is refused and a control plane that fails leave the scenario unproven.
 */
export async function runScenario(target: Target, scenario: Scenario, file: string): Promise<CaseResult> {
  const base = { clause: scenario.clause, says: scenarioSentence(scenario), file };
  const { control, messaging, timeLimit } = target;
  const lack = lackOf(target.lacks, scenario);
  if (lack !== undefined || !control || !messaging)
    return outOfReach(base, lack ?? 'the target sends no messages');
  const unmet = unmetAssumption(target, scenario);
  if (unmet !== undefined) return { ...outOfReach(base, unmet.reason), ...unmet };
  const { lacks, tellsSettled } = await messaging.offers();
  const foundLack = lackOf(lacks, scenario);
  if (foundLack !== undefined) return outOfReach(base, foundLack);
  const exchanges: Exchange[] = [];
  const story: PlayedStep[] = [];
  let played: Played | undefined;
  try {
    await control.replaceWorld(worldOf(scenario, await messaging.mailbox.address()));
    played = { rules: {}, story };
    const rules = await createRules(target, messaging, scenario, exchanges);
    played = { rules, story };
    messaging.mailbox.take();
    const reading = readingOf(target, messaging, scenario, rules);
    const seen = await playStory(
      { control, messaging, tellsSettled, reading, timeLimit },
      scenario.story,
      story,
    );
    const verdict = seen.findings.length > 0 ? 'violated' : 'upheld';
    return { ...base, ...seen, exchanges, played, verdict };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const verdict = error instanceof NotOffered ? 'out of reach' : 'unproven';
    return { ...base, ...NOTHING, exchanges, ...(played && { played }), verdict, reason: error.message };
  }
}

/** The scenario as a sentence. */
export function scenarioSentence({ given, says }: Scenario): string {
  return `given ${given}, the service ${says}`;
}

function outOfReach(base: Pick<CaseResult, 'clause' | 'says' | 'file'>, reason: string): CaseResult {
  return { ...base, ...NOTHING, exchanges: [], verdict: 'out of reach', reason };
}

/** Why a target with these lacks cannot show the scenario; undefined when it can. */
export function lackOf(lacks: Target['lacks'], { story }: Scenario): string | undefined {
  const expectsSilence = story.some((step) => 'messages' in step && mayBeSilence(step));
  const letsTimePass = story.some((step) => 'advance' in step);
  return (
    lacks.messages ?? (letsTimePass ? lacks.clock : undefined) ?? (expectsSilence ? lacks.silence : undefined)
  );
}

/** Of messages that perhaps come, nobody knows how long to wait for them. */
function mayBeSilence({ messages, perhaps }: Extract<StoryStep, { messages: unknown }>): boolean {
  return perhaps === true || messages.length === 0;
}

/** The world of the scenario with a client that hears of it all, unless the scenario says otherwise. */
function worldOf({ world, client }: Scenario, userNotificationCallbackUrl: string): World {
  return { ...world, client: { userNotificationCallbackUrl, ...world.client, ...client } };
}

/** The service version is part of the set-up of the client, and decides what its messages carry. */
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

/** Creates the rules of a scenario: each by its user, over the documented call. */

/**
 * The rules by their names, each with a callbackHandle that nobody has yet. Every exchange is put into `exchanges` as
 * soon as it is there. Throws NoAnswer for a rule that is refused, and when a user cannot be authorized.
 */
export async function createRules(
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
    // Whether it may be left out is not shown (RULE-REQUIRED-FIELDS).
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
      throw new NoAnswer(
        `rule ${name} is answered with ${status}, not a success, 2xx, before the story begins`,
      );
    created[name] = body;
  }
  return created;
}

/** Plays the story of a scenario: updates, time that passes, and the messages that are there after them. */

/** What the story is played on. */
export interface Stage {
  readonly control: Control;
  readonly messaging: MessagingPlace;
  /** Whether the control plane says when every message has been delivered. */
  readonly tellsSettled: boolean;
  readonly reading: Reading;
  /** How long a message may take where nothing tells that it is on its way, in milliseconds. */
  readonly timeLimit: number;
}

/** What the messages of a story break, and what they uphold beside. */
export interface Seen {
  readonly findings: readonly Finding[];
  readonly shown: readonly ClauseId[];
}

type Placed = ReadMessage & { readonly pointer: string };

/** Puts every step that is done into `done`. Throws NoAnswer when the control plane or a delivery fails. */
export async function playStory(
  stage: Stage,
  story: readonly StoryStep[],
  done: PlayedStep[],
): Promise<Seen> {
  const findings: Finding[] = [];
  const shown = new Set<ClauseId>();
  const arrived: Arrived[] = [];
  const booked = bookedIn(story);
  let updates = 0;
  for (const [at, step] of story.entries()) {
    if ('update' in step) {
      updates++;
      await stage.control.runBatchUpdate(step.update);
    } else if ('advance' in step) await stage.control.advance(step.advance);
    else {
      const { messages: expected, perhaps = false } = step;
      const pointer = `/story/${at}/received`;
      await settle(stage, expected.length);
      const received = await take(stage, pointer);
      const own = received.flatMap((message) => ofItsRule(message, stage.reading, booked));
      done.push({
        expected,
        received: received.map(({ rule, message }) => ({ ...(rule && { rule }), message })),
      });
      const { rules, clause } = stage.reading;
      const strays = straysOf(received);
      const breaches = expectationBreaches(own, expected, { pointer, rules, updates, strays, perhaps });
      findings.push(...findingsOn(judgedOf(received, breaches, expected, rules), breaches, clause));
      updates = 0;
      for (const clause of received.flatMap((message) => message.shown)) shown.add(clause);
      arrived.push(...own);
      continue;
    }
    done.push(step);
  }
  findings.push(...ruleIdFindings(arrived));
  for (const { clause } of findings) shown.delete(clause);
  return { findings, shown: [...shown] };
}

/** Resolves when no message is on its way any more, as far as the target tells. */
async function settle({ control, messaging, tellsSettled, timeLimit }: Stage, due: number): Promise<void> {
  const { mailbox, waitingTime } = messaging;
  if (tellsSettled) {
    const lost = (await control.settledDeliveries()).find(({ outcome }) => outcome !== 'answered');
    if (lost) throw new NoAnswer(`a message is not delivered (${lost.reason ?? lost.outcome})`);
    return;
  }
  const there = await (waitingTime === undefined ? mailbox.wait(timeLimit, due) : mailbox.wait(waitingTime));
  if (waitingTime === undefined && there < due)
    throw new NoAnswer(
      `${there} of ${due} messages came within ${timeLimit / 1000} s; more may be on their way`,
    );
}

async function take({ messaging, reading }: Stage, pointer: string): Promise<Placed[]> {
  const read = await Promise.all(messaging.mailbox.take().map((call) => readMessage(call, reading)));
  return read
    .filter((message) => message !== undefined)
    .map((message, at): Placed => {
      const own = `${pointer}/${at}/message`;
      const findings = message.findings.map((finding) => ({ ...finding, pointer: own + finding.pointer }));
      return { ...message, findings, pointer: own };
    });
}

function bookedIn(story: readonly StoryStep[]): Place['booked'] {
  const accounts = story.flatMap((step) => ('update' in step ? (step.update.accounts ?? []) : []));
  return new Set(accounts.flatMap(({ transactions = [] }) => transactions.map(({ id }) => String(id))));
}

function ofItsRule(
  { rule, message, pointer }: Placed,
  { rules, settings }: Reading,
  booked: Place['booked'],
): Arrived[] {
  const created = rule === undefined ? undefined : rules[rule];
  if (rule === undefined || created === undefined) return [];
  return [{ rule, message, place: messagePlace(created.triggerEvent, pointer, { settings, booked }) }];
}

function straysOf(received: readonly Placed[]): TriggerEvent[] {
  return received.flatMap(({ rule, message }) => {
    const event = triggerEvents.find((name) => name === member(message, 'triggerEvent'));
    return rule === undefined && event !== undefined ? [event] : [];
  });
}

/** What the judges find, with what the scenario knows of lists and counts. */
function judgedOf(
  received: readonly Placed[],
  breaches: readonly Difference[],
  expected: readonly ExpectedMessage[],
  rules: Reading['rules'],
): Finding[] {
  return received.flatMap(({ rule = '', findings }) => {
    const event = rules[rule]?.triggerEvent;
    if (event === undefined) return findings;
    const own = expected.filter((message) => message.rule === rule);
    return onCountOrList({ event, findings, expected: own }, breaches);
  });
}

/**
 * What the judges find, and what is beside that another message than the expected: on the clause of the field where
 * there is one, unless the scenario is about it.
 */
function findingsOn(
  judged: readonly Finding[],
  breaches: readonly Difference[],
  clause: ClauseId,
): Finding[] {
  const blamed = breaches.map(({ clauses, ...breach }): Finding => {
    const [first = clause] = clauses;
    return { clause: clauses.includes(clause) ? clause : first, ...breach };
  });
  return [...judged, ...blamed.filter((finding) => !judged.some((told) => isToldBy(finding, told)))];
}

/** A judge tells of a place in the terms of its own clause, and of an order at the first item that breaks it. */
function isToldBy({ clause, pointer }: Finding, told: Finding): boolean {
  const isWithin = `${pointer}/`.startsWith(`${told.pointer}/`);
  return isWithin || (told.clause === clause && told.pointer.startsWith(`${pointer}/`));
}
