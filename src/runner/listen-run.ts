/** `verify --listen`: rules of a user who exists already, and the messages that a provider without a control plane sends of them. */
import { readFile, writeFile } from 'node:fs/promises';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { triggerEvents } from '../../contracts/generated/operations.ts';
import {
  InputError,
  only,
  SystemError,
  whyUnreadable,
  whyUnwritable,
} from '../../contracts/src/base/errors.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { jsonIn, writeJson } from '../../contracts/src/base/exact-json.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { withoutCredentials } from '../../contracts/src/base/redact.ts';
import { andList, count } from '../../contracts/src/base/text.ts';
import { recordedRules } from '../../contracts/src/evidence/read-evidence.ts';
import { asDocumented } from '../../contracts/src/judge/as-documented.ts';
import {
  eventChecks,
  isUnreadable,
  type JudgedMessage,
  judgeMessage,
} from '../../contracts/src/judge/judge-message.ts';
import { clausesOfSchemas, isSuccess } from '../../contracts/src/judge/operation.ts';
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';
import type { CaseCall } from './call.ts';
import type { PlannedCase } from './planned-case.ts';
import type { ReportCheck } from './preflight.ts';
import { refusedText } from './refusals.ts';
import { firesClauses } from './scenarios/judge-scenario.ts';
import { send } from './send.ts';
import type { Messaging, Session, Target } from './targets/target.ts';
import { Unproven } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

/** At most: a rule that an earlier run created is not created again. */
export const listenCalls = [
  { call: 'createToken' },
  ...triggerEvents.map(() => ({ call: 'createNotificationRule' }) as const),
] as const;

/** The clauses that a message can show by itself. */
export function clausesOfMessages(): ReadonlySet<ClauseId> {
  const schemas = triggerEvents.flatMap((event) => [`${event}.message`, `${event}.details`]);
  const checks = Object.values(eventChecks).flat();
  return new Set([...clausesOfSchemas(schemas), ...checks.map(({ clause }) => clause)]);
}

/** The rules that earlier runs created; none without the file. Throws InputError for a file that is no list of rules. */
export async function earlierRules(path: string): Promise<readonly NotificationRule[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    only(error, SystemError);
    if (error.code === 'ENOENT') return [];
    throw new InputError(`${path} cannot be read: ${whyUnreadable(error)}.`);
  }
  const json = jsonIn(text, { keepSource: true });
  if (!json) throw new InputError(`${path} is not valid JSON: it is the list of rules that --listen wrote.`);
  return recordedRules(path, json);
}

/** What came of listening. */
export interface Heard {
  /** One of each event that a message came of. */
  readonly results: readonly CaseResult[];
  /** By event, why no message of it is judged. */
  readonly whyNot: ReadonlyMap<string, string>;
}

/**
 * Creates the rules that are missing, and judges each message of them until every event came or the time is over. Nothing
 * is judged by silence. A user who does not get a token, and a key that decrypts nothing, are unproven.
 */
export async function listen(target: Target, report: ReportCheck = () => {}): Promise<Heard> {
  const { messaging } = target;
  if (!messaging?.listener) return { results: [], whyNot: new Map() };
  const listening = new Listening(target, messaging, messaging.listener);
  try {
    await listening.createRules(report);
    await listening.receive();
  } catch (error) {
    only(error, Unproven);
    listening.failure = error.message;
  }
  return listening.heard(report);
}

const MOST_PAUSE = 1000;

class Listening {
  failure: string | undefined;
  readonly #target: Target;
  readonly #messaging: Messaging;
  readonly #listener: NonNullable<Messaging['listener']>;
  readonly #rules: Map<TriggerEvent, NotificationRule>;
  readonly #refused = new Map<TriggerEvent, string>();
  readonly #messages = new Map<TriggerEvent, JudgedMessage[]>();

  constructor(target: Target, messaging: Messaging, listener: NonNullable<Messaging['listener']>) {
    this.#target = target;
    this.#messaging = messaging;
    this.#listener = listener;
    this.#rules = new Map(listener.rules.map((rule) => [rule.triggerEvent, rule]));
  }

  async createRules(report: ReportCheck): Promise<void> {
    const { rulesFile, user, seconds } = this.#listener;
    const { mailbox, prefix, logIn } = this.#messaging;
    const place = withoutCredentials(await mailbox.address(prefix));
    const missing = triggerEvents.filter((event) => !this.#rules.has(event));
    const earlier = this.#rules.size;
    if (missing.length > 0) {
      // Rules that cannot be written down are not created.
      await this.#save();
      const session = await logIn(user);
      for (const event of missing) await this.#create(event, session);
    }
    const refused = this.#refused.size > 0 ? `, ${count(this.#refused.size, 'rule')} refused` : '';
    const created = `${count(this.#rules.size - earlier, 'rule')} created, ${earlier} of earlier runs${refused}`;
    report('listens', `at ${place} for ${spanText(seconds)}: ${created}; see ${rulesFile}`);
  }

  async #create(event: TriggerEvent, session: Session): Promise<void> {
    const { categories } = this.#target.testData;
    const [categoryId] = categories;
    if (event === 'CATEGORY_CASH_FLOW' && categoryId === undefined) {
      this.#refused.set(event, 'testData.categories of the target names none');
      return;
    }
    const callbackHandle = `${this.#messaging.prefix}-${event}`;
    const params = paramsOf(event, categoryId);
    const includeDetails = layoutOf[event].list !== undefined;
    const rule = { triggerEvent: event, ...(params && { params }), callbackHandle, includeDetails };
    const call = { when: 'createNotificationRule', as: 'user', send: rule, then: '2XX' } as CaseCall;
    // What it creates is not of the run: the file lists it.
    const { traces, ...others } = this.#target;
    traces?.spend('createNotificationRule');
    const exchange = await send(others, session, call);
    if (!isSuccess(call.when, exchange.response.status)) {
      const words = `the rule ${event} is refused: ${refusedText(this.#target, call, exchange)}`;
      this.#refused.set(
        event,
        `${words}; if it exists already, use another user, or delete this one's rules`,
      );
      return;
    }
    this.#rules.set(event, rule);
    await this.#save();
  }

  async #save(): Promise<void> {
    const { rulesFile } = this.#listener;
    try {
      await writeFile(rulesFile, `${writeJson([...this.#rules.values()], 2)}\n`);
    } catch (error) {
      only(error, SystemError);
      throw new Unproven(`${rulesFile} cannot be written: ${whyUnwritable(error)}`);
    }
  }

  /** Until a message of every rule came. Throws Unproven where the run ends before that. */
  async receive(): Promise<void> {
    const { mailbox } = this.#messaging;
    const end = performance.now() + this.#listener.seconds * 1000;
    while (this.#messages.size < this.#rules.size) {
      const left = end - performance.now();
      if (left <= 0) return;
      await mailbox.wait(Math.min(left, MOST_PAUSE), 1);
      for (const { text } of mailbox.take()) await this.#judge(text);
      await this.#target.pause?.(0);
    }
  }

  /** Messages of other rules may go to the same URL. */
  async #judge(text: string): Promise<void> {
    const { settings } = this.#target;
    const json = jsonIn(text);
    const handle = member(json && asDocumented(json.value, settings), 'callbackHandle');
    const rule = [...this.#rules.values()].find(({ callbackHandle }) => callbackHandle === handle);
    if (!json || !rule) return;
    const judged = await judgeMessage(json, { rule, settings, cipher: this.#messaging.cipher });
    this.#messages.set(rule.triggerEvent, [...(this.#messages.get(rule.triggerEvent) ?? []), judged]);
  }

  heard(report: ReportCheck): Heard {
    const judged = [...this.#messages].filter(([event]) => layoutOf[event].list !== undefined);
    const isKeyWrong = judged.length > 0 && judged.every(([, of]) => of.every(isUnreadable));
    const failure = isKeyWrong ? WRONG_KEY : this.failure;
    const came = triggerEvents.filter((event) => this.#messages.has(event) && !isKeyWrong);
    const others = triggerEvents.filter((event) => !came.includes(event));
    const whyNot = new Map(
      others.map((event) => [event, this.#refused.get(event) ?? failure ?? silenceText(event)]),
    );
    const results = came.map((event) => this.#resultOf(event, this.#messages.get(event) ?? []));
    if (failure !== undefined) results.push({ ...NOTHING, verdict: 'unproven', reason: failure });
    const text = came.length > 0 ? `of ${andList(came)}` : 'none came; nothing follows from that';
    report('messages', failure ?? text, failure === undefined);
    return { results, whyNot };
  }

  #resultOf(event: TriggerEvent, judged: readonly JudgedMessage[]): CaseResult {
    const says = `given a rule ${event} of credentials.user, the messages that came are as documented`;
    const title = { ...NOTHING, says };
    const rule = this.#rules.get(event);
    const received = judged.map(({ decrypted }) => ({ rule: event, message: decrypted?.exact }));
    const findings = judged.flatMap(({ findings }, at) =>
      findings.map(({ about: _, pointer, ...finding }) => ({
        ...finding,
        pointer: `/steps/0/received/${at}/message${pointer}`,
      })),
    );
    const steps = [{ expected: judged.map(() => ({ rule: event })), received }];
    return {
      ...title,
      verdict: findings.some(({ clause }) => clause === title.clause) ? 'violated' : 'upheld',
      findings,
      shown: [...new Set(judged.flatMap(({ shows }) => shows))],
      ...(rule && { played: { rules: { [event]: rule }, steps } }),
    };
  }
}

const WRONG_KEY =
  'nothing that is encrypted in the messages can be decrypted; check credentials.dataDecryptionKey and settings.cipher';

const NOTHING = {
  clause: 'MESSAGE-TRIGGER-EVENT',
  says: 'given rules of credentials.user, messages come and are as documented',
  file: 'src/runner/listen-run.ts',
  findings: [],
  shown: [],
  exchanges: [],
} as const;

/** Made to fire at the next update that brings anything. */
function paramsOf(event: TriggerEvent, categoryId: string | undefined): NotificationRule['params'] {
  if (event === 'LOW_ACCOUNT_BALANCE') return { balanceThreshold: 1_000_000_000 };
  if (event === 'HIGH_TRANSACTION_AMOUNT') return { absoluteAmountThreshold: 0 };
  return event === 'CATEGORY_CASH_FLOW' ? { categoryId } : undefined;
}

/** What would trigger a message of the event. */
function silenceText(event: TriggerEvent): string {
  const fires = ledger.clauses.find(({ id }) => id === firesClauses[event])?.says;
  return `no message of ${event} came. ${fires}`;
}

function spanText(seconds: number): string {
  return seconds % 60 === 0 ? count(seconds / 60, 'minute') : `${seconds} s`;
}

/**
 * The result of a case of the catalogue beside what came: a message decides the clauses that it shows where no scenario
 * could be played, and the other scenarios say what would show theirs.
 */
export function besideHeard(
  { isScenario, reached }: Pick<PlannedCase, 'isScenario' | 'reached'>,
  result: CaseResult,
  { results, whyNot }: Heard,
): CaseResult[] {
  if (!isScenario || result.verdict !== 'out of reach' || results.length + whyNot.size === 0) return [result];
  const shows = results.some(
    ({ shown, findings }) =>
      shown.includes(result.clause) || findings.some(({ clause }) => clause === result.clause),
  );
  if (shows) return [];
  const [event] = [...reached].filter((name) => whyNot.has(name));
  const reason = event === undefined ? undefined : whyNot.get(event);
  return [{ ...result, reason: reason ?? 'the messages that came do not show it; a control plane would' }];
}
