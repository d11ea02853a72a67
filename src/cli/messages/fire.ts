/** The verb `fire`: sends realistic, correctly encrypted messages to the user's own handler. */

import { Command, Option } from 'commander';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { worded } from '../../../contracts/src/base/finding.ts';
import { isNumber, remade } from '../../../contracts/src/base/json-value.ts';
import { is2xx } from '../../../contracts/src/base/status.ts';
import { count as counted, knowsAdjustingEntry, oneLine, show } from '../../../contracts/src/base/text.ts';
import { judgePlainMessage } from '../../../contracts/src/judge/judge-message.ts';
import { defaultSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
import { buildMessage } from '../../../contracts/src/messages/build-message.ts';
import { type EdgeCase, edgeCases } from '../../../contracts/src/messages/edge-cases.ts';
import { SeededRandom } from '../../../contracts/src/messages/made-up.ts';
import type { ExactMessage, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../../contracts/src/messages/message-encryption.ts';
import { CheckFailed, UsageError } from '../../base/errors.ts';
import { type Posted, postMessage } from '../../http/callback-sender.ts';
import { exitCode, interruption } from '../exit-codes.ts';
import { inputText, readJsonObject } from '../input-files.ts';
import { helpText, unknownName, wholeNumberOption } from '../options.ts';
import { say } from '../terminal-text.ts';
import { distinctive } from './distinctive.ts';
import { HandlerProof, type Proof, proofText } from './handler-proof.ts';
import type { View } from './handler-view.ts';
import {
  handlerUrl,
  headerOption,
  headersOfOption,
  keyEnvOption,
  messageCipher,
  messageTarget,
  targetOption,
} from './message-options.ts';

type Options = Readonly<
  Record<'count' | 'seed' | 'repeat' | 'proofWait', number> &
    Partial<Record<'includeDetails' | 'edgeCases' | 'json' | 'shuffle', boolean>> &
    Partial<Record<'data' | 'keyEnv' | 'target' | 'proofIgnore', string>> &
    Partial<Record<'to' | 'proof', URL>> &
    Partial<Record<'header' | 'proofHeader', readonly string[]>>
>;

interface Shot {
  readonly round: Round;
  readonly seed: number;
  readonly edgeCase?: string;
  /** Unusual values. Keys: names of fields; undefined for a field that is left out. */
  readonly unusual?: EdgeCase['unusual'];
  readonly message: ExactMessage;
}

/** All messages of one seed and event: a plain one, then the edge cases. */
interface Round {
  readonly triggerEvent: TriggerEvent;
  readonly edgeCases: number;
  /** Whether each sending of the plain message got another response than 2xx. */
  isRefused?: boolean;
  /** Whether the view shows nothing of the plain message. */
  isLost?: boolean;
}

/** How much of an error response is shown, in characters, and how many unusual fields. */
const MOST = { characters: 200, fields: 2, kinds: 1000, cases: 100 };
/** How many messages are shuffled, or sent before they are repeated where a view proves each. */
const LARGEST_GROUP = 500;
const many = wholeNumberOption(1, 999_999);

/** `timeLimitMs` is how long a handler may take to respond. */
export function fireCommand(timeLimitMs = 10_000): Command {
  return new Command('fire')
    .description('Send realistic, encrypted messages to your own handler, and print its responses.')
    .argument('[events...]', 'trigger events, such as LOW_ACCOUNT_BALANCE; all with --edge-cases alone')
    .option('--to <url>', 'where the handler listens (required)', handlerUrl('--to'))
    .addOption(headerOption('--header', "a header, as 'NAME: VALUE'; in VALUE, $TOKEN is a variable"))
    .option('--data <file>', 'JSON with fields of your own for every message, not encrypted')
    .addOption(new Option('--include-details', 'as of a rule with includeDetails').conflicts('edgeCases'))
    .option(
      '--count <number>',
      'how many messages (or times all edge cases), each with the next seed',
      many,
      1,
    )
    .option('--seed <number>', 'the same seed makes the same message', many, 1)
    .option('--repeat <number>', 'how often each message is sent, with the same bytes', many, 1)
    .option('--shuffle', 'send out of order; the same seed makes the same order')
    .option('--edge-cases', 'of each event, send a plain message and then every unusual one')
    .option(
      '--proof <url>',
      'a view of what the handler stored, JSON or text: look there for the values of each message',
      handlerUrl('--proof'),
    )
    .addOption(headerOption('--proof-header', 'a header for the view, as for --header'))
    .option('--proof-ignore <file>', 'names of fields that the handler drops on purpose, a line each')
    .option('--proof-wait <seconds>', 'how long storing a message may take', wholeNumberOption(0, 600), 5)
    .option(
      '--json',
      'print one line a message: {triggerEvent, seed, edgeCase?, unusual?, sending?, status|failure, response?, proof?}',
    )
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText('after', helpText('fire'))
    .action((events: string[], options: Options) => fire(events, options, timeLimitMs));
}

async function fire(named: readonly string[], options: Options, timeLimitMs: number): Promise<void> {
  const events = eventsOf(named, options);
  const { data: file, to, repeat, shuffle = false } = options;
  // Commander would say so before it names a mistyped --to.
  if (to === undefined) throw new UsageError("error: required option '--to <url>' not specified");
  const headers = headersOfOption('--header', options.header);
  const { settings, ...target } = await messageTarget(options.target);
  const fields = file === undefined ? {} : await readJsonObject(file, 'the fields of a message');
  const list = events.flatMap((event) => layoutOf[event].list ?? []).find((name) => name in fields);
  if (options.edgeCases && list !== undefined)
    throw new CheckFailed(`${file}: /${list}: its items are made up for --edge-cases; leave it out.`);
  const cipher = await messageCipher(options.keyEnv ?? target.keyEnv, target.cipher);
  const tls = target.tls?.();
  const tally = { good: 0, other: 0, unanswered: 0 };
  const { signal, ended } = interruption();
  const unhandled = new Set<Round>();
  const shots = () => shotsOf(events, { settings, fields }, options);
  // All before the first is sent.
  for (const shot of file === undefined ? [] : shots()) {
    const faults = faultsOf(shot, settings);
    const where = [file, shot.edgeCase].filter(Boolean).join(', ');
    for (const { pointer, message } of faults)
      say(`${[where, pointer, message].filter(Boolean).join(': ')}.`);
    if (faults.length === 0) continue;
    process.exitCode = exitCode({ judged: true, wrong: faults.length });
    return;
  }
  const proof = await viewOfProof(options, { tls, timeLimitMs, interruption: signal });

  /** Whether the handler was reached. */
  const isSent = async (shot: Shot, sending: number, text: string): Promise<boolean> => {
    const posted = await postMessage(to, text, timeLimitMs, { headers, tls, interruption: signal });
    const outcome = 'failure' in posted ? 'unanswered' : is2xx(posted.status) ? 'good' : 'other';
    tally[outcome]++;
    if (shot.edgeCase === undefined)
      shot.round.isRefused = outcome === 'other' && shot.round.isRefused !== false;
    const proven = await proof?.of(shot.message, outcome === 'good');
    if (shot.edgeCase === undefined && proven && 'seen' in proven)
      shot.round.isLost = proven.seen === 0 && proven.lookedFor > 0;
    process.stdout.write(postedLine(shot, sending, posted, proven, options));
    // Connection refused: skip the remaining messages.
    return !signal.aborted && !('failure' in posted && !posted.isReached);
  };

  const sendAll = async (): Promise<void> => {
    const random = new SeededRandom(options.seed);
    for (const group of groupsOf(shots(), shuffle || proof ? LARGEST_GROUP : 1)) {
      const texts = new Map<Shot, string>();
      for (let sending = 1; sending <= repeat; sending++) {
        if (sending === 2) await proof?.beforeRepeats();
        for (const shot of shuffle ? shuffled(group, random) : group) {
          const { round, edgeCase } = shot;
          if (edgeCase !== undefined && (round.isRefused || round.isLost) && !shuffle) {
            if (!unhandled.has(round)) process.stdout.write(skippedLine(shot, options));
            unhandled.add(round);
            continue;
          }
          // A message is encrypted once: a cipher may give another text the next time.
          const text = texts.get(shot) ?? writeJson(await encryptMessage(shot.message, cipher));
          texts.set(shot, text);
          if (!(await isSent(shot, sending, text))) return;
        }
      }
    }
  };
  await sendAll();
  const { good, other, unanswered } = tally;
  const tried = counted(good + other + unanswered, 'message');
  say(`${good} of ${tried} to ${to.origin} got a 2xx response.`);
  const rounds = [...unhandled];
  const skipped = rounds.reduce((sum, { edgeCases }) => sum + edgeCases, 0);
  const names = [...new Set(rounds.map(({ triggerEvent }) => triggerEvent))];
  if (skipped > 0) say(`Not handled: ${names.join(', ')}; ${counted(skipped, 'edge case')} skipped.`);
  for (const line of good > 0 && proof ? await proof.end() : []) say(line);
  // Another response shows that the handler failed; none shows nothing.
  const responses = { judged: good, wrong: other, unknown: unanswered, ...ended() };
  process.exitCode = exitCode(responses, ...(good > 0 && proof ? [proof.result] : []));
}

/** `sending` says which one of the same message it is, from 1. */
function postedLine(
  { round: { triggerEvent }, seed, edgeCase, unusual }: Shot,
  sending: number,
  posted: Posted,
  proof: Proof | undefined,
  { count, repeat, json }: Options,
): string {
  const came =
    'failure' in posted
      ? { failure: posted.failure }
      : { status: posted.status, response: shownResponse(posted.beginning) };
  const inWords = unusualInWords(unusual);
  const repeated = repeat > 1 ? { sending } : {};
  if (json)
    return `${JSON.stringify({ triggerEvent, seed, edgeCase, unusual: inWords, ...repeated, ...came, proof })}\n`;
  const seeded = count > 1 ? `, seed ${seed}` : '';
  const named = edgeCase === undefined ? '' : `, ${edgeCase}`;
  const beside = inWords === undefined ? '' : ` (${inWords})`;
  const again = repeat > 1 ? `, sending ${sending} of ${repeat}` : '';
  const became = [came.status ?? came.failure, came.response].filter(Boolean).join(' ');
  const proven = proof ? `; ${proofText(proof)}` : '';
  return `${triggerEvent}${seeded}${named}${beside}${again}: ${became}${proven}\n`;
}

function skippedLine({ round: { triggerEvent, edgeCases: skipped }, seed }: Shot, { json }: Options): string {
  const says = `${triggerEvent}: not handled, ${counted(skipped, 'edge case')} skipped`;
  return `${json ? JSON.stringify({ triggerEvent, seed, skipped }) : says}\n`;
}

/** The response on one line; undefined if there is nothing to show. */
function shownResponse(beginning = ''): string | undefined {
  const line = oneLine(beginning.replace(/\s+/g, ' ').trim());
  // What is cut is marked, so that the beginning of a secret is found, too.
  return line.length > MOST.characters ? `${line.slice(0, MOST.characters)}…` : line || undefined;
}

function unusualInWords(unusual: EdgeCase['unusual'] = {}): string | undefined {
  const fields = Object.entries(unusual).map(
    ([name, value]) => `${name}: ${value === undefined ? 'absent' : show(value, false)}`,
  );
  const more = fields.length > MOST.fields ? ', …' : '';
  return fields.length === 0 ? undefined : fields.slice(0, MOST.fields).join(', ') + more;
}

function eventsOf(named: readonly string[], { edgeCases = false }: Options): readonly TriggerEvent[] {
  if (named.length === 0) {
    if (edgeCases) return triggerEvents;
    throw new UsageError(
      'Name a trigger event, such as LOW_ACCOUNT_BALANCE, or pass --edge-cases; --help shows more.',
    );
  }
  const events = named.map((event) => {
    const known = triggerEvents.find((name) => name === event);
    if (known !== undefined) return known;
    throw unknownName('trigger event', event, triggerEvents, `they are ${triggerEvents.join(', ')}`);
  });
  return [...new Set(events)];
}

/**
 * For each seed and event a plain message, then the edge cases in which `fields` leave something unusual. A generator, since
 * there may be many. For a proof, no two have the same values.
 */
function* shotsOf(
  events: readonly TriggerEvent[],
  { settings, fields }: { settings: Settings | undefined; fields: object },
  { count, seed: first, includeDetails = false, edgeCases: isUnusual = false, proof }: Options,
): Generator<Shot> {
  const written = (made: ExactMessage) => ({ ...asSentBy(settings, made), ...fields }) as ExactMessage;
  for (let seed = first; seed < first + count; seed++)
    for (const triggerEvent of events) {
      const making = { seed, includeDetails: includeDetails || isUnusual };
      const cases = (isUnusual ? edgeCases(triggerEvent, { seed }) : []).flatMap((each, at) => {
        const left = Object.entries(each.unusual).filter(([name]) => !(name in fields));
        return left.length > 0 ? [{ ...each, at, unusual: Object.fromEntries(left) }] : [];
      });
      const round: Round = { triggerEvent, edgeCases: cases.length };
      const nth = seed * MOST.kinds + triggerEvents.indexOf(triggerEvent) * MOST.cases;
      const plain = buildMessage<TriggerEvent>(triggerEvent, { ...making, seed: proof ? nth : seed });
      yield { round, seed, message: written(proof ? distinctive(plain, nth) : plain) };
      for (const { name: edgeCase, at, ...made } of cases) {
        const own = proof ? edgeCases(triggerEvent, { seed: nth + at + 1 })[at] : undefined;
        // Both are edited together, so that they agree.
        const both = { ...(own?.message ?? made.message), unusual: made.unusual };
        const { unusual, ...message } = proof ? distinctive(both, nth + at + 1) : both;
        yield { round, seed, edgeCase, unusual, message: written(message) };
      }
    }
}

function* groupsOf(shots: Iterable<Shot>, size: number): Generator<readonly Shot[]> {
  let group: Shot[] = [];
  for (const shot of shots) {
    if (group.push(shot) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function shuffled(shots: readonly Shot[], random: SeededRandom): Shot[] {
  const drawn = shots.map((shot) => ({ shot, at: random.whole(0, 1_000_000_000) }));
  return drawn.sort((a, b) => a.at - b.at).map(({ shot }) => shot);
}

/** The view that --proof names. Throws UsageError for its options without it, and InputError where it cannot be read. */
async function viewOfProof(
  { proof: url, proofHeader, proofIgnore, proofWait }: Options,
  sending: Pick<View, 'tls' | 'timeLimitMs' | 'interruption'>,
): Promise<HandlerProof | undefined> {
  const headers = headersOfOption('--proof-header', proofHeader);
  const lines = proofIgnore === undefined ? [] : (await inputText(proofIgnore)).split('\n');
  const ignored = lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '');
  if (url) return HandlerProof.open({ ...sending, url, headers, ignored }, proofWait * 1000);
  if (proofHeader || proofIgnore !== undefined)
    throw new UsageError('--proof-header and --proof-ignore are about a view: name it with --proof.');
  return undefined;
}

/** What is not as documented in a message with fields of the user. */
function faultsOf(
  { round: { triggerEvent: event }, unusual = {}, message: sent }: Shot,
  settings: Settings = defaultSettings,
) {
  // A message of another event has other fields, so this is its only fault.
  if (sent.triggerEvent !== event)
    return [{ pointer: '/triggerEvent', message: `must be ${event}, the event to send` }];
  const json = readJson(writeJson(sent));
  const known = [...Object.values(settings.fieldAliases).flat(), ...Object.keys(unusual)];
  const { findings, undocumented } = judgePlainMessage(json, { settings });
  const others = undocumented.filter(
    (pointer) => !known.includes(pointer.slice(pointer.lastIndexOf('/') + 1)),
  );
  const message = `is not documented for ${event}`;
  return [...findings.map(worded), ...others.map((pointer) => ({ pointer, message }))];
}

/**
 * A made-up message as the settings of a target write it: BigDecimals as text (bigDecimalForm), no isAdjustingEntry
 * before its version (serviceVersion). Other settings allow a second form beside the documented one, which is kept.
 */
function asSentBy(settings: Settings | undefined, message: ExactMessage): ExactMessage {
  if (settings === undefined) return message;
  const { bigDecimalForm, serviceVersion } = settings;
  const texts = bigDecimalForm === 'string' ? layoutOf[message.triggerEvent].decimals : [];
  const isTooOld = serviceVersion !== 'unknown' && !knowsAdjustingEntry(serviceVersion);
  return remade(message, (part, name = '') => {
    if (isTooOld && name === 'isAdjustingEntry') return undefined;
    return texts.includes(name) && isNumber(part) ? `${part}` : part;
  }) as ExactMessage;
}
