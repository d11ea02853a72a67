/** The verb `fire`: sends realistic, correctly encrypted messages to the user's own handler. */

import { Command, Option } from 'commander';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { CheckFailed, only, UsageError } from '../../../contracts/src/base/errors.ts';
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { worded } from '../../../contracts/src/base/finding.ts';
import { isNumber, isObject } from '../../../contracts/src/base/json-value.ts';
import { namedSecrets } from '../../../contracts/src/base/redact.ts';
import { is2xx } from '../../../contracts/src/base/status.ts';
import { count as counted, oneLine, show } from '../../../contracts/src/base/text.ts';
import { knowsAdjustingEntry } from '../../../contracts/src/judge/as-documented.ts';
import { judgePlainMessage } from '../../../contracts/src/judge/judge-message.ts';
import { defaultSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
import { buildMessage } from '../../../contracts/src/messages/build-message.ts';
import { type EdgeCase, edgeCases } from '../../../contracts/src/messages/edge-cases.ts';
import type { ExactMessage, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../../contracts/src/messages/message-encryption.ts';
import { callbackAddress, RefusedAddress } from '../../http/callback-address.ts';
import { type Posted, postMessage } from '../../http/http-sender.ts';
import { exitCode, interruption } from '../exit-codes.ts';
import { readJsonObject } from '../input-files.ts';
import { helpText, unknownName, wholeNumber } from '../options.ts';
import { say, screenSecrets } from '../terminal-text.ts';
import { keyEnvOption, messageCipher, messageTarget, targetOption } from './message-options.ts';

type Options = Readonly<
  Record<'count' | 'seed' | 'repeat', number> &
    Partial<Record<'includeDetails' | 'edgeCases' | 'json', boolean>> &
    Partial<Record<'data' | 'keyEnv' | 'target', string>> & { to?: URL }
>;

interface Shot {
  readonly triggerEvent: TriggerEvent;
  readonly seed: number;
  readonly edgeCase?: string;
  /** By the name of the field; undefined for one that is left out. */
  readonly unusual?: EdgeCase['unusual'];
  readonly message: ExactMessage;
}

/** How much of an error response is shown, in characters, and how many unusual fields. */
const MOST = { characters: 200, fields: 2 };
const many = wholeNumber(1, 999_999);

/** `timeLimitMs` is how long a handler may take to answer. */
export function fireCommand(timeLimitMs = 10_000): Command {
  return new Command('fire')
    .description('Send realistic, encrypted messages to your own handler, and print its responses.')
    .argument('[events...]', 'trigger events, such as LOW_ACCOUNT_BALANCE; all with --edge-cases alone')
    .option('--to <url>', 'where the handler listens (required)', fireAddress)
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
    .option('--edge-cases', 'of each event, send a plain message and then every unusual one')
    .option(
      '--json',
      'print one line a message: {triggerEvent, seed, edgeCase?, unusual?, sending?, status|failure, response?}',
    )
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText('after', helpText('fire'))
    .action((events: string[], options: Options) => fire(events, options, timeLimitMs));
}

async function fire(named: readonly string[], options: Options, timeLimitMs: number): Promise<void> {
  const events = eventsOf(named, options);
  const { data: file, to, repeat, json } = options;
  // Commander would say so before it names a mistyped --to.
  if (to === undefined) throw new UsageError("error: required option '--to <url>' not specified");
  const { settings, ...target } = await messageTarget(options.target);
  const fields = file === undefined ? {} : await readJsonObject(file, 'the fields of a message');
  const list = events.flatMap((event) => layoutOf[event].list ?? []).find((name) => name in fields);
  if (options.edgeCases && list !== undefined)
    throw new CheckFailed(`${file}: /${list}: its items are made up for --edge-cases; leave it out.`);
  // An error response may repeat the address.
  for (const secret of namedSecrets(Object.fromEntries(to.searchParams)))
    screenSecrets().add(secret, 'secret');
  const cipher = await messageCipher(options.keyEnv ?? target.keyEnv, target.cipher);
  const tls = target.tls?.();
  const tally = { good: 0, other: 0, unanswered: 0, skipped: 0 };
  const { signal, ended } = interruption();
  const unhandled = new Set<TriggerEvent>();
  let isOver = false;

  /** Whether each sending got another answer than 2xx. */
  const isRefused = async (shot: Shot): Promise<boolean> => {
    // Once: a cipher may encrypt the same text differently the next time.
    const text = writeJson(await encryptMessage(shot.message, cipher));
    const before = { ...tally };
    for (let sending = 1; sending <= repeat && !isOver; sending++) {
      const posted = await postMessage(to, text, timeLimitMs, { tls, interruption: signal });
      tally[outcomeOfPost(posted)]++;
      process.stdout.write(postedLine(shot, sending, posted, options));
      // Connection refused: skip the remaining messages.
      isOver = signal.aborted || ('failure' in posted && !posted.isReached);
    }
    return tally.good === before.good && tally.unanswered === before.unanswered;
  };

  const rounds = () => roundsOf(events, { settings, fields }, options);
  // All before the first is sent.
  for (const shot of file === undefined ? [] : [...rounds()].flat()) {
    const faults = faultsOf(shot, settings);
    const where = [file, shot.edgeCase].filter(Boolean).join(', ');
    for (const { pointer, message } of faults)
      say(`${[where, pointer, message].filter(Boolean).join(': ')}.`);
    if (faults.length === 0) continue;
    process.exitCode = exitCode({ judged: true, wrong: faults.length });
    return;
  }
  for (const shots of rounds()) {
    for (const [at, shot] of shots.entries()) {
      const skipped = shots.length - at - 1;
      if ((await isRefused(shot)) && at === 0 && skipped > 0 && !isOver) {
        const { triggerEvent, seed } = shot;
        unhandled.add(triggerEvent);
        tally.skipped += skipped;
        const says = `${triggerEvent}: not handled, ${counted(skipped, 'edge case')} skipped`;
        process.stdout.write(`${json ? JSON.stringify({ triggerEvent, seed, skipped }) : says}\n`);
        break;
      }
      if (isOver) break;
    }
    if (isOver) break;
  }
  const { good, other, unanswered, skipped } = tally;
  const tried = counted(good + other + unanswered, 'message');
  say(`${good} of ${tried} to ${to.origin} got a 2xx response.`);
  if (skipped > 0)
    say(`Not handled: ${[...unhandled].join(', ')}; ${counted(skipped, 'edge case')} skipped.`);
  // Another answer shows that the handler failed; no answer shows nothing.
  process.exitCode = exitCode({ judged: good, wrong: other, unknown: unanswered, ...ended() });
}

function outcomeOfPost(posted: Posted): 'good' | 'other' | 'unanswered' {
  if ('failure' in posted) return 'unanswered';
  return is2xx(posted.status) ? 'good' : 'other';
}

/** `sending` says which one of the same message it is, from 1. */
function postedLine(
  { triggerEvent, seed, edgeCase, unusual }: Shot,
  sending: number,
  posted: Posted,
  { count, repeat, json }: Options,
): string {
  const answer =
    'failure' in posted
      ? { failure: posted.failure }
      : { status: posted.status, response: shownResponse(posted.beginning) };
  const inWords = unusualInWords(unusual);
  const repeated = repeat > 1 ? { sending } : {};
  if (json)
    return `${JSON.stringify({ triggerEvent, seed, edgeCase, unusual: inWords, ...repeated, ...answer })}\n`;
  const seeded = count > 1 ? `, seed ${seed}` : '';
  const named = edgeCase === undefined ? '' : `, ${edgeCase}`;
  const beside = inWords === undefined ? '' : ` (${inWords})`;
  const again = repeat > 1 ? `, sending ${sending} of ${repeat}` : '';
  const became = [answer.status ?? answer.failure, answer.response].filter(Boolean).join(' ');
  return `${triggerEvent}${seeded}${named}${beside}${again}: ${became}\n`;
}

/** On one line; undefined where there is nothing to show. */
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
 * By seed and event a plain message, and behind it the edge cases of which `fields` leave something unusual. A generator,
 * since there may be many.
 */
function* roundsOf(
  events: readonly TriggerEvent[],
  { settings, fields }: { settings: Settings | undefined; fields: object },
  { count, seed: first, includeDetails = false, edgeCases: isUnusual = false }: Options,
): Generator<readonly Shot[]> {
  const written = (made: ExactMessage) => ({ ...asSentBy(settings, made), ...fields }) as ExactMessage;
  for (let seed = first; seed < first + count; seed++)
    for (const triggerEvent of events) {
      const making = { seed, includeDetails: includeDetails || isUnusual };
      const cases = isUnusual ? edgeCases(triggerEvent, { seed }) : [];
      yield [
        { triggerEvent, seed, message: written(buildMessage<TriggerEvent>(triggerEvent, making)) },
        ...cases.flatMap(({ name: edgeCase, unusual: all, message }) => {
          const left = Object.entries(all).filter(([name]) => !(name in fields));
          const unusual = Object.fromEntries(left);
          return left.length > 0 ? { triggerEvent, seed, edgeCase, unusual, message: written(message) } : [];
        }),
      ];
    }
}

/** Throws UsageError for an address that no message is sent to; its line repeats no credentials, unlike commander's. */
function fireAddress(text: string): URL {
  try {
    return callbackAddress(text);
  } catch (error) {
    only(error, RefusedAddress);
    throw new UsageError(`--to: ${error.message}; pass one such as http://localhost:3000/hook.`);
  }
}

/** What is not as documented in a message with fields of the user. */
function faultsOf(
  { triggerEvent: event, unusual = {}, message: sent }: Shot,
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
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !(isTooOld && name === 'isAdjustingEntry'))
        .map(([name, part]) => [name, texts.includes(name) && isNumber(part) ? `${part}` : written(part)]),
    );
  };
  return written(message) as ExactMessage;
}
