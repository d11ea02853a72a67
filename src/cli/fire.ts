/** The verb `fire`: sends realistic, correctly encrypted messages to the user's own handler. */
import { Command, Option } from 'commander';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { InputError, only, UsageError } from '../../contracts/src/base/errors.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { isNumber, isObject } from '../../contracts/src/base/json-value.ts';
import { count as counted } from '../../contracts/src/base/text.ts';
import { knowsAdjustingEntry } from '../../contracts/src/judge/as-documented.ts';
import { judgePlainMessage, undocumentedInMessage } from '../../contracts/src/judge/judge-message.ts';
import { defaultSettings, type Settings } from '../../contracts/src/judge/settings.ts';
import { buildMessage } from '../../contracts/src/messages/build-message.ts';
import { edgeCases } from '../../contracts/src/messages/edge-cases.ts';
import type { ExactMessage, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../contracts/src/messages/message-encryption.ts';
import { callbackAddress, RefusedAddress } from '../../contracts/src/node/callback-address.ts';
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
import { helpText, unknownName, wholeNumber } from './options.ts';
import { say } from './terminal-text.ts';

type Options = Readonly<
  Record<'count' | 'seed', number> &
    Partial<Record<'includeDetails' | 'edgeCases' | 'json', boolean>> &
    Partial<Record<'data' | 'keyEnv' | 'target', string>> & { to?: URL }
>;

interface Shot {
  readonly triggerEvent: TriggerEvent;
  readonly seed: number;
  readonly edgeCase?: string;
  readonly made: ExactMessage;
}

const UNUSUAL = 'edgeCases';
const many = wholeNumber(1, 999_999);

/** `timeLimitMs` is how long a handler may take to answer. */
export function fireCommand(timeLimitMs = 10_000): Command {
  return new Command('fire')
    .description('Send realistic, encrypted messages to your own handler, and print its responses.')
    .argument('[event]', 'a trigger event, such as LOW_ACCOUNT_BALANCE; all with --edge-cases alone')
    .option('--to <url>', 'where the handler listens (required)', fireAddress)
    .addOption(new Option('--data <file>', 'JSON with fields of your own, not encrypted').conflicts(UNUSUAL))
    .addOption(new Option('--include-details', 'as of a rule with includeDetails').conflicts(UNUSUAL))
    .option(
      '--count <number>',
      'how many messages (or times all edge cases), each with the next seed',
      many,
      1,
    )
    .option('--seed <number>', 'the same seed makes the same message', many, 1)
    .option('--edge-cases', 'send every unusual message that a handler must survive')
    .option('--json', 'print one line a message: {triggerEvent, seed, edgeCase?, status|failure}')
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText('after', helpText('fire'))
    .action((event: string | undefined, options: Options) => fire(event, options, timeLimitMs));
}

async function fire(event: string | undefined, options: Options, timeLimitMs: number): Promise<void> {
  const events = eventsOf(event, options);
  const { data: file, to } = options;
  // Commander would say so before it names a mistyped --to.
  if (to === undefined) throw new UsageError("required option '--to <url>' not specified.");
  const { settings, ...target } = await messageTarget(options.target);
  const fields = file === undefined ? {} : await fieldsOfFile(file);
  const cipher = await messageCipher(options.keyEnv ?? target.keyEnv, target.cipher);
  const tally = { good: 0, other: 0, unanswered: 0 };
  const { signal, ended } = interruption();
  for (const { made, ...shot } of shotsOf(events, options)) {
    const message = { ...asSentBy(settings, made), ...fields } as ExactMessage;
    const faults = file === undefined ? [] : faultsOf(shot.triggerEvent, message, settings);
    for (const { pointer, message: says } of faults)
      say(`${[file, pointer, says].filter(Boolean).join(': ')}.`);
    if (faults.length > 0) {
      process.exitCode = exitCode({ judged: true, wrong: faults.length });
      return;
    }
    const posted = await postMessage(to, writeJson(await encryptMessage(message, cipher)), timeLimitMs);
    tally[outcomeOf(posted)]++;
    process.stdout.write(lineOf(shot, posted, options));
    // Connection refused: skip the remaining messages.
    if (signal.aborted || ('failure' in posted && !posted.isReached)) break;
  }
  const { good, other, unanswered } = tally;
  const tried = counted(good + other + unanswered, 'message');
  say(`${good} of ${tried} to ${to.origin} answered with 2xx.`);
  // Another answer shows that the handler failed; no answer shows nothing.
  process.exitCode = exitCode({ judged: good, wrong: other, unknown: unanswered, ...ended() });
}

function outcomeOf(posted: Posted): 'good' | 'other' | 'unanswered' {
  if ('failure' in posted) return 'unanswered';
  return posted.status >= 200 && posted.status <= 299 ? 'good' : 'other';
}

function lineOf(
  { triggerEvent, seed, edgeCase }: Omit<Shot, 'made'>,
  posted: Posted,
  { count, json }: Options,
): string {
  const answer = 'status' in posted ? { status: posted.status } : { failure: posted.failure };
  if (json) return `${JSON.stringify({ triggerEvent, seed, edgeCase, ...answer })}\n`;
  const seeded = count > 1 ? `, seed ${seed}` : '';
  const named = edgeCase === undefined ? '' : `, ${edgeCase}`;
  return `${triggerEvent}${seeded}${named}: ${answer.status ?? answer.failure}\n`;
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
  throw unknownName('trigger event', event, triggerEvents, `they are ${triggerEvents.join(', ')}`);
}

/** A generator, since there may be many. */
function* shotsOf(
  events: readonly TriggerEvent[],
  { count, seed: first, includeDetails = false, edgeCases: isUnusual = false }: Options,
): Generator<Shot> {
  for (let seed = first; seed < first + count; seed++)
    for (const triggerEvent of events) {
      if (!isUnusual)
        yield {
          triggerEvent,
          seed,
          made: buildMessage<TriggerEvent>(triggerEvent, { seed, includeDetails }),
        };
      else
        for (const { name: edgeCase, message: made } of edgeCases(triggerEvent, { seed }))
          yield { triggerEvent, seed, edgeCase, made };
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

/** The fields of a message before encryption, numbers with their digits. Throws InputError for a file that holds no JSON object. */
async function fieldsOfFile(file: string): Promise<object> {
  const { exact } = await readJsonFile(file);
  if (isObject(exact)) return exact;
  throw new InputError(`${file} is no JSON object: pass the fields of a message.`);
}

/** What is not as documented in a message with fields of the user. */
function faultsOf(event: TriggerEvent, message: ExactMessage, settings: Settings = defaultSettings) {
  // A message of another event has other fields, so this is its only fault.
  if (message.triggerEvent !== event)
    return [{ pointer: '/triggerEvent', message: `is not ${event}, which is to be sent` }];
  const json = readJson(writeJson(message));
  const aliases = Object.values(settings.fieldAliases).flat();
  const faults: { pointer: string; message: string }[] = [...judgePlainMessage(json, { settings }).findings];
  undocumentedInMessage(event, json.value, (pointer) => {
    if (!aliases.includes(pointer.slice(pointer.lastIndexOf('/') + 1)))
      faults.push({ pointer, message: 'is a field that the documentation does not list' });
  });
  return faults;
}

/**
 * A made-up message as the settings of a target write it: BigDecimals as text (bigDecimalForm), no isAdjustingEntry
 * before its version (serviceVersion). Other settings allow a second form beside the documented one, which is kept.
 */
function asSentBy(settings: MessageSettings | undefined, message: ExactMessage): ExactMessage {
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
