/** Plays one scenario against a target and comes to a verdict; needs no test runner. */
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { NotificationRule } from '../../../contracts/src/messages/notification-rule.ts';
import { unmetAssumption } from '../assumption.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import { NotOffered } from '../calls/not-offered.ts';
import type { Messaging, Target } from '../targets/target.ts';
import type { CaseResult, Played, PlayedStep } from '../verdict.ts';
import { playStory, type Seen } from './play-story.ts';
import type { Reading } from './received-message.ts';
import type { Scenario, StoryStep, World } from './scenario.ts';
import { createRules } from './scenario-rules.ts';

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
