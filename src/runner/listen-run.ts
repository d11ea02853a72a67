/** `verify --listen`: rules of an existing user, and their messages from a provider without a control plane. */

import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { jsonIn, writeJson } from '../../contracts/src/base/exact-json.ts';
import { count } from '../../contracts/src/base/text.ts';
import * as judge from '../../contracts/src/judge/judge-message.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import { documentedField } from '../../contracts/src/judge/read-message.ts';
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { withoutCredentials } from '../base/call-text.ts';
import { InputError, only, SystemError, whyUnreadable } from '../base/errors.ts';
import { andList } from '../base/words.ts';
import { Arrivals } from '../evidence/arrivals.ts';
import { recordedRules } from '../evidence/recording.ts';
import type { CaseCall } from './call.ts';
import { countCases } from './clause-results.ts';
import type { PlannedCase } from './planned-case.ts';
import type { ReportCheck } from './preflight.ts';
import { refusedText } from './refusals.ts';
import { clausesOfPlaces, firesClauses } from './scenarios/scenario.ts';
import { send } from './send.ts';
import type { Messaging, Target } from './session/session.ts';
import type { TargetDescription } from './targets/target.ts';
import { fromEnvironment } from './targets/target-file.ts';
import { Unproven } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

/** The most calls that are made: a rule of an earlier run is not created again. */
export const listenCalls = [
  { call: 'createToken' },
  ...triggerEvents.map(() => ({ call: 'createNotificationRule' }) as const),
] as const;

/** The clauses that a message can show by itself. */
export function clausesOfMessages(): ReadonlySet<ClauseId> {
  const checks = Object.values(judge.eventChecks).flat();
  return new Set([...clausesOfPlaces, ...checks.map(({ clause }) => clause)]);
}

/** What came of listening. */
interface Heard {
  /** One result for each event that sent a message. */
  readonly results: readonly CaseResult[];
  /** Why no message of an event is judged. */
  readonly whyNot: ReadonlyMap<string, string>;
}

/** What came of each rule. */
type Messages = ReadonlyMap<NotificationRule, judge.JudgedMessage[]>;

/**
 * Creates the rules that are missing, and judges each message until every event came or the time is over; undefined without
 * --listen. Nothing is judged by silence. A user who gets no token, and a key that decrypts nothing, are unproven.
 */
export async function listen(target: Target, report: ReportCheck = () => {}): Promise<Heard | undefined> {
  const { messaging, listens } = target;
  if (!messaging || listens === undefined) return undefined;
  const fires = (event: TriggerEvent) => ledger.clauses.find(({ id }) => id === firesClauses[event])?.says;
  const whyNot = new Map<string, string>(
    triggerEvents.map((event) => [event, `no message of ${event} came. ${fires(event)}`]),
  );
  let messages: Messages = new Map();
  let failure: string | undefined;
  try {
    const place = withoutCredentials(await messaging.mailbox.callbackUrl(messaging.prefix));
    const rules = await createRules(target, messaging, whyNot);
    messages = new Map(rules.map((rule) => [rule, []]));
    const words = `at ${place} for ${listens} s, for messages of ${count(rules.length, 'rule')}, see ${rulesFile(target)}`;
    report('listens', words);
    await judgeReceived(target, messaging, messages);
  } catch (error) {
    only(error, Unproven);
    failure = error.message;
  }
  let came = [...messages].filter(([, judged]) => judged.length > 0);
  const encrypted = came.filter(([{ triggerEvent }]) => layoutOf[triggerEvent].list !== undefined);
  if (encrypted.length > 0 && encrypted.every(([, judged]) => judged.every(judge.isUnreadable))) {
    failure = WRONG_KEY;
    came = [];
  }
  for (const [{ triggerEvent }] of came) whyNot.delete(triggerEvent);
  const results = came.map(([rule, judged]) => resultOfRule(rule, judged));
  const events = andList(came.map(([{ triggerEvent }]) => triggerEvent));
  report('messages', failure ?? (events || 'none came; nothing follows from that'), failure === undefined);
  if (failure === undefined) return { results, whyNot };
  const unproven = { ...TITLE, verdict: 'unproven', reason: failure } as const;
  return { results: [...results, unproven], whyNot: new Map(triggerEvents.map((event) => [event, failure])) };
}

/** All rules; those that are refused get their reason. */
async function createRules(
  target: Target,
  { prefix, logIn }: Messaging,
  whyNot: Map<string, string>,
): Promise<readonly NotificationRule[]> {
  const rules = [...(await earlierRules(target))];
  const missing = triggerEvents.filter((event) => !rules.some(({ triggerEvent }) => triggerEvent === event));
  const { username: id = '', password } = target.file?.credentials.user ?? {};
  const session = await logIn({ id, password: fromEnvironment(password) });
  // What it creates is not of the run, whose users end with it: the file lists it.
  const { traces, ...provider } = target;
  for (const event of missing) {
    const includeDetails = layoutOf[event].list !== undefined;
    const params = paramsOf(event, target.testData.categories[0]);
    const rule = {
      triggerEvent: event,
      ...(params && { params }),
      callbackHandle: `${prefix}-${event}`,
      includeDetails,
    };
    const call = { when: 'createNotificationRule', as: 'user', send: rule, then: '2XX' } as CaseCall;
    traces?.spend('createNotificationRule');
    // A rule that cannot be written down is not created.
    await saveRules(target, rules);
    const exchange = await send(provider, session, call);
    if (isSuccess(call.when, exchange.response.status)) rules.push(rule);
    else
      whyNot.set(
        event,
        `the rule ${event}: ${refusedText(target, call, exchange)}; if it exists already, use another user, or delete this one's rules`,
      );
  }
  await saveRules(target, rules);
  return rules;
}

/** Judges what comes, until a message of every rule came. Throws Unproven where the run ends before that. */
async function judgeReceived(
  { listens = 0, settings, ending }: Target,
  { mailbox, cipher }: Messaging,
  messages: Messages,
): Promise<void> {
  const end = performance.now() + listens * 1000;
  const arrivals = new Arrivals();
  const isComplete = () => [...messages.values()].every(({ length }) => length > 0);
  for (let left = listens * 1000; left > 0 && !isComplete(); left = end - performance.now()) {
    await mailbox.wait(ending.signal, left, 1);
    for (const { text } of mailbox.take()) {
      const json = jsonIn(text);
      const handle = documentedField(json, 'callbackHandle', settings);
      const [rule, judged] = [...messages].find(([{ callbackHandle }]) => callbackHandle === handle) ?? [];
      // Messages of other rules go to the same URL.
      if (!json || !rule) continue;
      const message = await judge.judgeMessage(json, { rule, settings, cipher });
      // The mailbox responds to every message with 200.
      const again = arrivals.add(message.decrypted, { time: performance.now(), status: 200 });
      const isCopy = again !== undefined && again !== 'retry';
      judged?.push(isCopy ? { ...message, findings: [...message.findings, again] } : message);
    }
  }
}

const WRONG_KEY =
  'nothing that is encrypted in the messages can be decrypted; check credentials.dataDecryptionKey and settings.cipher';

const TITLE = {
  clause: 'MESSAGE-TRIGGER-EVENT',
  says: 'given a rule of credentials.user, the messages that come are as documented',
  file: 'src/runner/listen-run.ts',
  findings: [],
  shown: [],
  exchanges: [],
} as const;

function resultOfRule(rule: NotificationRule, judged: readonly judge.JudgedMessage[]): CaseResult {
  const { triggerEvent: event } = rule;
  const received = judged.map(({ decrypted }) => ({ rule: event, message: decrypted }));
  const findings = judged.flatMap(({ findings }, at) =>
    findings.map((finding) => ({
      ...finding,
      pointer: `/steps/0/received/${at}/message${finding.pointer}`,
    })),
  );
  return {
    ...TITLE,
    verdict: findings.some(({ clause }) => clause === TITLE.clause) ? 'violated' : 'upheld',
    findings,
    shown: judged.flatMap(({ shows }) => shows),
    played: {
      rules: { [event]: rule },
      steps: [{ expected: judged.map(() => ({ rule: event })), received }],
    },
  };
}

/** The required parameters of a rule, chosen to fire at the next update; undefined if it needs none. */
function paramsOf(event: TriggerEvent, categoryId: string | undefined): NotificationRule['params'] {
  const values = { balanceThreshold: 1_000_000_000, absoluteAmountThreshold: 0, categoryId };
  const needed = Object.entries(values).filter(([name]) => layoutOf[event].required.includes(name));
  return needed.length > 0 ? Object.fromEntries(needed) : undefined;
}

/**
 * The result of a case of the catalogue beside what came: a message decides the clauses that it shows where no scenario
 * could be played, and the other scenarios say what would show theirs.
 */
export function besideHeard(
  planned: PlannedCase,
  result: CaseResult,
  heard: Heard | undefined,
): CaseResult[] {
  if (!('scenario' in planned.played) || result.verdict !== 'out of reach' || !heard) return [result];
  if (countCases(heard.results).verdictOf(result.clause) !== undefined) return [];
  const event = [...planned.reached].find((name) => heard.whyNot.has(name)) ?? '';
  const reason = heard.whyNot.get(event) ?? 'the messages that came do not show it; a control plane would';
  return [{ ...result, reason }];
}

/** The path of the file with the rules that runs with --listen created, beside that of their target. */
function rulesFile({ chosenBy, folder = '.' }: TargetDescription): string {
  return join(folder, `${basename(chosenBy, extname(chosenBy))}.rules.json`);
}

/** The rules that earlier runs created; none without the file. Throws InputError for a file that is no list of rules. */
export async function earlierRules(target: TargetDescription): Promise<readonly NotificationRule[]> {
  const path = rulesFile(target);
  const text = await readFile(path, 'utf8').catch((error) => {
    only(error, SystemError);
    if (error.code === 'ENOENT') return '[]';
    throw new InputError(`${path} cannot be read: ${whyUnreadable(error)}.`);
  });
  return recordedRules(path, jsonIn(text) ?? text);
}

/** Throws Unproven for a file that cannot be written. */
async function saveRules(target: TargetDescription, rules: readonly NotificationRule[]): Promise<void> {
  const path = rulesFile(target);
  await writeFile(path, `${writeJson(rules, 2)}\n`).catch((error) => {
    only(error, SystemError);
    throw new Unproven(`${path} cannot be written (${error.code})`);
  });
}
