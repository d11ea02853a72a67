/** Plays the story of a scenario: updates, time that passes, and the messages that are there after them. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import type { Finding } from '../../../contracts/src/judge/finding.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/notification-rule.ts';
import type { Control } from '../calls/control.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import type { MessagingPlace } from '../targets/target.ts';
import type { PlayedStep } from '../verdict.ts';
import { onCountOrList } from './count-or-list.ts';
import { type Arrived, expectationBreaches } from './expected-messages.ts';
import { type Difference, messagePlace, type Place } from './message-difference.ts';
import { type Reading, type ReadMessage, readMessage } from './received-message.ts';
import { ruleIdFindings } from './rule-ids.ts';
import type { ExpectedMessage, StoryStep } from './scenario.ts';

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
