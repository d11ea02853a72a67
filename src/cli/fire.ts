/** The verb `fire`: sends realistic, correctly encrypted messages to the user's own handler. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { callbackAddress, RefusedAddress } from '../../contracts/src/base/callback-address.ts';
import { CheckFailed, InputError, only, UsageError } from '../../contracts/src/base/errors.ts';
import { type JsonText, readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { isNumber, isObject, member } from '../../contracts/src/base/json-value.ts';
import { count as counted, kindOf, nearest, oneLine } from '../../contracts/src/base/text.ts';
import { decimalFields, knowsAdjustingEntry } from '../../contracts/src/judge/as-documented.ts';
import { judgePlainMessage, undocumentedInMessage } from '../../contracts/src/judge/judge-message.ts';
import { defaultSettings, type Settings } from '../../contracts/src/judge/settings.ts';
import { buildMessage } from '../../contracts/src/messages/build-message.ts';
import { edgeCases } from '../../contracts/src/messages/edge-cases.ts';
import type { ExactMessage, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../contracts/src/messages/message-encryption.ts';
import { type Posted, postMessage } from '../../contracts/src/node/http-sender.ts';
import { exitCode, interruption } from './exit-codes.ts';
import { readJsonFile } from './input-files.ts';
import {
  keyEnvOption,
  type MessageSettings,
  messageCipher,
  messageTarget,
  targetOption,
} from './message-options.ts';

type Options = Readonly<
  Record<'count' | 'seed' | 'repeat', number> &
    Partial<Record<'includeDetails' | 'edgeCases' | 'json', boolean>> &
    Partial<Record<'data' | 'keyEnv' | 'target', string>> & { to?: URL }
>;

interface Shot {
  readonly triggerEvent: TriggerEvent;
  readonly seed: number;
  readonly edgeCase?: string;
  readonly message: ExactMessage;
}

/** `timeLimitMs` is how long a handler may take to answer. */
export function fireCommand(timeLimitMs = 10_000): Command {
  return new Command('fire')
    .description(
      'Send realistic, correctly encrypted messages to your own handler, and print what it answers.',
    )
    .argument(
      '[event]',
      'a trigger event, such as LOW_ACCOUNT_BALANCE; with --edge-cases all of them without it',
    )
    .option('--to <url>', 'where the handler listens (required)', fireAddress)
    .addOption(
      new Option(
        '--data <file>',
        'JSON file: fields of the message before encryption, which replace the made-up ones',
      ).conflicts('edgeCases'),
    )
    .addOption(
      new Option('--include-details', 'send messages as of a rule with includeDetails').conflicts(
        'edgeCases',
      ),
    )
    .option(
      '--count <number>',
      'how many messages, or how often all edge cases, each with the next seed',
      whole,
      1,
    )
    .option('--seed <number>', 'the same seed makes the same message', whole, 1)
    .option('--repeat <number>', 'how often each message is sent, with the same bytes', whole, 1)
    .option('--edge-cases', 'send every unusual message that a handler must survive')
    .option(
      '--json',
      'print one line a message: {triggerEvent, seed, edgeCase?, sending?, status or failure}',
    )
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
Edge cases have details where they do not say otherwise. A redirect is another
answer and is not followed. The same seed and key send the same bytes in every
run, unless the cipher of a target encrypts a text differently each time.
Exit 0: every answer is 2xx. Exit 1: another answer, or the data is wrong.
Exit 2: no answer within 10 s. 130, 143: interrupted after the current message.

Examples:
  npm run -s fire -- LOW_ACCOUNT_BALANCE --to http://localhost:3000/hook
  npm run -s fire -- BANK_LOGIN_ERROR --repeat 2 --to http://localhost:3000/hook`,
    )
    .action((event: string | undefined, options: Options) => fire(event, options, timeLimitMs));
}

async function fire(event: string | undefined, options: Options, timeLimitMs: number): Promise<void> {
  const events = eventsOf(event, options);
  const { data: file, to } = options;
  // Not left to commander, which would say so before it names a mistyped --to.
  if (to === undefined)
    throw new UsageError(
      "required option '--to <url>' not specified, such as --to http://localhost:3000/hook.",
    );
  const target = await messageTarget(options.target);
  const data = file === undefined ? undefined : { file, fields: await dataOfFile(file) };
  const cipher = await messageCipher(options.keyEnv ?? target.keyEnv, target.cipher);
  const tally = { good: 0, other: 0, unanswered: 0 };
  const { signal, ended } = interruption();
  let isOver = false;
  for (const { message, ...shot } of shotsOf(events, options, target.settings, data)) {
    // Once: a cipher may encrypt the same text differently the next time.
    const text = writeJson(await encryptMessage(message, cipher));
    for (let sending = 1; sending <= options.repeat && !isOver; sending++) {
      const posted = await postMessage(to, text, timeLimitMs);
      tally[outcomeOf(posted)]++;
      process.stdout.write(lineOf(shot, sending, posted, options));
      // Connection refused: skip the remaining messages.
      isOver = signal.aborted || ('failure' in posted && !posted.isReached);
    }
    if (isOver) break;
  }
  const { good, other, unanswered } = tally;
  const tried = counted(good + other + unanswered, 'message');
  process.stderr.write(`${good} of ${tried} to ${to.origin} answered with 2xx.\n`);
  // Another answer shows that the handler failed; no answer shows nothing.
  process.exitCode = exitCode({ judged: good, wrong: other, unknown: unanswered, ...ended() });
}

function outcomeOf(posted: Posted): 'good' | 'other' | 'unanswered' {
  if ('failure' in posted) return 'unanswered';
  return posted.status >= 200 && posted.status <= 299 ? 'good' : 'other';
}

/** `sending` says which one of the same message it is, from 1. */
function lineOf(
  { triggerEvent, seed, edgeCase }: Omit<Shot, 'message'>,
  sending: number,
  posted: Posted,
  { count, repeat, json }: Options,
): string {
  const answer = 'status' in posted ? { status: posted.status } : { failure: posted.failure };
  const isRepeated = repeat > 1;
  if (json)
    return `${JSON.stringify({ triggerEvent, seed, edgeCase, ...(isRepeated && { sending }), ...answer })}\n`;
  const parts = [
    triggerEvent,
    count > 1 ? `seed ${seed}` : '',
    edgeCase,
    isRepeated ? `sending ${sending} of ${repeat}` : '',
  ];
  return `${parts.filter(Boolean).join(', ')}: ${answer.status ?? answer.failure}\n`;
}

function eventsOf(event: string | undefined, { edgeCases = false }: Options): readonly TriggerEvent[] {
  if (event === undefined) {
    if (edgeCases) return triggerEvents;
    throw new UsageError(
      'Name a trigger event, such as LOW_ACCOUNT_BALANCE, or pass --edge-cases; --help shows more.',
    );
  }
  const known = triggerEvents.find((name) => name === event);
  if (known !== undefined) return [known];
  const meant = nearest(event, triggerEvents);
  const hint = meant ? `; did you mean ${meant}?` : `: they are ${triggerEvents.join(', ')}.`;
  throw new UsageError(`${JSON.stringify(event)} is no trigger event${hint}`);
}

/** A generator, since there may be many. */
function* shotsOf(
  events: readonly TriggerEvent[],
  { count, seed: first, includeDetails = false, edgeCases: isUnusual = false }: Options,
  settings: MessageSettings | undefined,
  data: { readonly file: string; readonly fields: object } | undefined,
): Generator<Shot> {
  for (let seed = first; seed < first + count; seed++)
    for (const triggerEvent of events) {
      if (isUnusual)
        for (const { name, message } of edgeCases(triggerEvent, { seed }))
          yield { triggerEvent, seed, edgeCase: name, message: asSentBy(settings, message) };
      else {
        const built = buildMessage<TriggerEvent>(triggerEvent, { seed, includeDetails });
        const message = asSentBy(settings, built);
        yield { triggerEvent, seed, message: data ? withData(message, data, settings) : message };
      }
    }
}

function whole(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It is no whole number from 1 to 999999.');
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

/** The fields of a message before encryption, numbers with their digits. Throws InputError for a file that holds no JSON object. */
async function dataOfFile(file: string): Promise<object> {
  const { exact: data } = await readJsonFile(file);
  if (kindOf(data) !== 'an object')
    throw new InputError(`${file} is no JSON object: pass the fields of a message.`);
  return data as object;
}

/** The message with the fields of the file. Throws CheckFailed if it is not as documented, after a line for each fault but one. */
function withData(
  built: ExactMessage,
  { file, fields }: { readonly file: string; readonly fields: object },
  settings: Settings = defaultSettings,
): ExactMessage {
  const message = { ...built, ...fields } as ExactMessage;
  const faults = faultsOf(built.triggerEvent, readJson(writeJson(message)), settings);
  const lines = faults.map(({ pointer, message }) =>
    oneLine(`${[file, pointer, message].filter(Boolean).join(': ')}.`),
  );
  const last = lines.pop();
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (last !== undefined) throw new CheckFailed(last);
  return message;
}

function faultsOf(event: TriggerEvent, message: JsonText, settings: Settings) {
  // A message of another event has other fields, so this is its only fault.
  if (member(message.value, 'triggerEvent') !== event)
    return [{ pointer: '/triggerEvent', message: `is not ${event}, which is to be sent` }];
  const aliases = Object.values(settings.fieldAliases).flat();
  const undocumented: { pointer: string; message: string }[] = [];
  undocumentedInMessage(event, message.value, (pointer) => {
    if (aliases.includes(pointer.slice(pointer.lastIndexOf('/') + 1))) return;
    undocumented.push({ pointer, message: 'is a field that the documentation does not list' });
  });
  return [...judgePlainMessage(message, { settings }).findings, ...undocumented];
}

/**
 * A made-up message as the settings of a target write it: BigDecimals as text (bigDecimalForm), no isAdjustingEntry
 * before its version (serviceVersion). Other settings allow a second form beside the documented one, which is kept.
 */
function asSentBy(settings: MessageSettings | undefined, message: ExactMessage): ExactMessage {
  if (settings === undefined) return message;
  const { bigDecimalForm, serviceVersion } = settings;
  const texts = bigDecimalForm === 'string' ? decimalFields(message.triggerEvent) : [];
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
