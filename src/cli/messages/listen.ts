/** The verb `listen`: receives notification messages at a URL of the user's and judges each as it arrives. */

import { Command, Option } from 'commander';
import { JsonError, readJson } from '../../../contracts/src/base/exact-json.ts';
import { findingText, worded } from '../../../contracts/src/base/finding.ts';
import { is2xx } from '../../../contracts/src/base/status.ts';
import { count, kindOf, oneLine } from '../../../contracts/src/base/text.ts';
import {
  isUnreadable,
  type JudgedMessage,
  type JudgeMessageOptions,
  judgeMessage,
} from '../../../contracts/src/judge/judge-message.ts';
import { CipherError } from '../../../contracts/src/messages/cipher.ts';
import { despiteAnyError, only, UsageError } from '../../base/errors.ts';
import { visibleJson } from '../../base/words.ts';
import { Arrivals } from '../../evidence/arrivals.ts';
import { ClauseCount } from '../../evidence/clause-count.ts';
import { recordedRules } from '../../evidence/recording.ts';
import { type Received, receive } from '../../http/receiver.ts';
import { countedResults } from '../../report/clause-counts.ts';
import { countedText } from '../../report/terminal/clause-lists.ts';
import { countValues, MOST_VALUES } from '../../runner/sender.ts';
import { interruption, survivor } from '../exit-codes.ts';
import { readJsonFile } from '../input-files.ts';
import { LineOutput, openedFile } from '../line-output.ts';
import { helpText, outPath, port, wholeNumberOption } from '../options.ts';
import { MadeUpValues } from '../recordings/record/made-up-values.ts';
import { recordedLines } from '../recordings/record/recorded-line.ts';
import { type PassedCall, recordingProxy } from '../recordings/record/recording-proxy.ts';
import { cutRecording } from '../recordings/record.ts';
import { COMMAND, serve } from '../serve.ts';
import { say } from '../terminal-text.ts';
import {
  handlerUrl,
  keyEnvOption,
  keyHint,
  messageCipher,
  messageTarget,
  targetOption,
} from './message-options.ts';

type Options = Partial<Record<'host' | 'rules' | 'keyEnv' | 'target' | 'out', string>> & {
  readonly forwardTo?: URL;
  readonly port?: number;
  readonly json?: boolean;
  readonly status: number;
};

const PORT = 4030;

export function listenCommand(): Command {
  return new Command('listen')
    .description('Receive notification messages and judge each as it arrives.')
    .argument(...COMMAND)
    .passThroughOptions()
    .option('--port <number>', `port to listen on, 0 = any (default: ${PORT})`, port)
    .option('--host <address>', 'address to listen on; loopback unless given')
    .option('--rules <file>', 'the rules that may send: a JSON array, see below; without it no rule is known')
    .addOption(keyEnvOption())
    .option(
      '--json',
      'print one line a message: {triggerEvent, callbackHandle, verdict, findings, handlerStatus?}',
    )
    .addOption(
      new Option('--status <number>', 'the status of every response')
        .argParser(wholeNumberOption(200, 599))
        .default(200)
        .conflicts('forwardTo'),
    )
    .option(
      '--forward-to <url>',
      'your handler, which gets every call and responds',
      handlerUrl('--forward-to'),
    )
    .option('--out <file>', 'with --forward-to: replaced by a recording of the calls', outPath)
    .addOption(targetOption())
    .addHelpText('after', helpText('listen'))
    .action(runListen);
}

async function runListen(command: readonly string[], options: Options): Promise<void> {
  const { rules: file, json = false, status, keyEnv, target: path, forwardTo, out, ...chosen } = options;
  if (out !== undefined && !forwardTo)
    throw new UsageError('--out records what a handler responds: name it with --forward-to.');
  const { signal: until } = interruption();
  // A command needs stdout for itself.
  const stream = command.length === 0 ? process.stdout : process.stderr;
  const target = await messageTarget(path);
  const rules = file === undefined ? undefined : recordedRules(file, await readJsonFile(file));
  const keyName = keyEnv ?? target.keyEnv;
  const cipher = await messageCipher(keyName, target.cipher);
  const { settings } = target;
  const judging = { cipher, ...(rules && { rules }), ...(settings && { settings }) };
  const verdicts = { upheld: 0, violated: 0, 'not-judged': 0 };
  const clauses = new ClauseCount();
  const arrivals = new Arrivals();
  let retries = 0;
  let handled = 0;
  let isHinted = false;
  // One after the other, so that the lines are in the order of arrival.
  let printed: Promise<unknown> = Promise.resolve();
  const onFailure = survivor();
  const print = (call: Heard): Promise<void> => {
    const time = performance.now();
    const done = printed.then(async () => {
      const { handlerStatus } = call;
      let heard: HeardMessage = { ...(await heardMessage(call, judging)), handlerStatus };
      const again = arrivals.add(heard.decrypted, { time, status: handlerStatus ?? status });
      if (again === 'retry') retries++;
      else if (again) heard = { ...heard, verdict: 'violated', findings: [...heard.findings, again] };
      if (heard.isUnreadable && !isHinted) say(keyHint(keyName));
      isHinted ||= heard.isUnreadable === true;
      const index = verdicts.upheld + verdicts.violated + verdicts['not-judged'];
      verdicts[heard.verdict]++;
      clauses.show(heard.shows);
      for (const finding of heard.findings) clauses.find({ ...finding, file: 'messages', index });
      if (handlerStatus !== undefined && is2xx(handlerStatus)) handled++;
      stream.write(json ? jsonLine(heard) : textLine(heard));
      if (json && heard.reason !== undefined) say(`not judged: ${heard.reason}`);
    });
    // The receiver hears of an error; the next line is printed all the same.
    printed = despiteAnyError(
      () => done,
      () => {},
    );
    return done;
  };
  const { port = PORT, host = '127.0.0.1' } = { ...target, ...chosen };
  const onBroken = (broken: string) => void print({ broken });
  const { lineOf } = recordedLines(new MadeUpValues(), false);
  const output = out === undefined ? undefined : new LineOutput(openedFile(out));
  const onPassed = (call: PassedCall): Promise<void> => {
    output?.write(lineOf(call));
    const { request, response } = call;
    const text = request.body?.toString();
    const heard = text === undefined ? { broken: 'the body is longer than 1 MB, or was cut off' } : { text };
    return print({ ...heard, handlerStatus: response.status });
  };
  const receiver = forwardTo
    ? await recordingProxy({
        to: forwardTo,
        port,
        host,
        tls: target.tls?.(),
        onCall: onPassed,
        onFailure: say,
        onError: onFailure,
      })
    : await receive({ port, host, status, onCall: print, onBroken, onFailure });
  const { url } = receiver;
  await serve({ command, until, ready: { url }, env: { CALLBACK_URL: url } });
  await receiver.close();
  await printed;
  const { upheld, violated, 'not-judged': unjudged } = verdicts;
  const messages = count(upheld + violated + unjudged, 'message');
  if (upheld + violated > 0) process.stderr.write(`\n${countedText(countedResults(clauses)).trimEnd()}\n`);
  process.stderr.write(`\n${messages}: ${upheld} upheld, ${violated} violated, ${unjudged} not judged.\n`);
  if (forwardTo) say(`${handled} of ${messages} got a 2xx response of the handler.`);
  if (retries > 0)
    say(
      `${count(retries, 'message')} came again after another response than 2xx: retries, which are not judged.`,
    );
  for (const [clause, found] of [...clauses.findings.provider].sort(([, a], [, b]) => b.count - a.count))
    say(`  ${clause}: ${count(found.count, 'finding')}`);
  if (output?.failure !== undefined) throw cutRecording(output.failure);
}

/** A call, or why it is none, with the status of the handler that it was passed on to, 0 without a response. */
type Heard = (Pick<Received, 'text'> | { readonly broken: string }) & { readonly handlerStatus?: number };

const LONGEST_HANDLE = 80;
/** How many findings of a message are printed; a broken one may have thousands. */
const MOST_FINDINGS = 100;

/** One line for people, with the first finding; --json has more of them. */
function textLine(heard: HeardMessage): string {
  const { triggerEvent, callbackHandle, verdict, findings, reason, handlerStatus } = heard;
  const name = triggerEvent ?? 'a callback';
  const handle = callbackHandle === null ? '' : `  ${oneLine(callbackHandle).slice(0, LONGEST_HANDLE)}`;
  const handler = handlerStatus === undefined ? '' : `  handler ${handlerStatus || 'without a response'}`;
  const why = reason === undefined ? '' : `  ${oneLine(reason)}`;
  const [first, ...others] = findings;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const broken = first ? `  ${first.clause}: ${oneLine(findingText(first))}${more}` : '';
  return `${verdict.replace('-', ' ').padEnd(10)}  ${name}${handle}${handler}${why}${broken}\n`;
}

/** Only the published fields; `moreFindings` counts the findings that are left out. */
function jsonLine({ findings: all, ...heard }: HeardMessage): string {
  const { triggerEvent, callbackHandle, verdict, handlerStatus } = heard;
  const findings = all.slice(0, MOST_FINDINGS).map(worded);
  const more = all.length - findings.length;
  const line = {
    triggerEvent,
    callbackHandle,
    verdict,
    findings,
    handlerStatus,
    ...(more > 0 && { moreFindings: more }),
  };
  return `${visibleJson(JSON.stringify(line))}\n`;
}

type HeardMessage = Pick<
  JudgedMessage,
  'triggerEvent' | 'callbackHandle' | 'verdict' | 'findings' | 'shows'
> & {
  /** Absent where nothing was read. */
  readonly decrypted?: unknown;
  readonly handlerStatus?: number | undefined;
  /** Why it is not judged; absent for a message that is. */
  readonly reason?: string;
  /** Nothing in it could be decrypted. */
  readonly isUnreadable?: boolean;
};

/** What cannot be read is not judged, nor what has more values than any documented message: every finding takes memory. */
async function heardMessage(call: Heard, { cipher, ...options }: JudgeMessageOptions): Promise<HeardMessage> {
  if ('broken' in call) return unheard(call.broken);
  if (call.text.trim() === '') return unheard('the body is empty');
  let values = countValues(call.text);
  if (values > MOST_VALUES) return unheard(TOO_LARGE);
  let json: unknown;
  try {
    json = readJson(call.text);
  } catch (error) {
    only(error, JsonError);
    return unheard(`the body cannot be read as JSON: ${error.reason}`);
  }
  const decrypt = async (text: string) => {
    const plain = await cipher.decrypt(text);
    values += countValues(plain);
    if (values > MOST_VALUES) throw new CipherError('the message is too large to be judged');
    return plain;
  };
  const judged = await judgeMessage(json, { ...options, cipher: { ...cipher, decrypt } });
  if (values > MOST_VALUES) return unheard(TOO_LARGE);
  const { verdict } = judged;
  const kind = kindOf(json);
  const reason =
    kind === 'an object'
      ? 'its triggerEvent is none of the documented ones'
      : `the body is ${kind}, not an object`;
  return {
    ...judged,
    ...(verdict === 'not-judged' && { reason }),
    isUnreadable: verdict === 'violated' && isUnreadable(judged),
  };
}

const TOO_LARGE = `the message has more than ${MOST_VALUES} values, far more than any documented one`;

function unheard(reason: string): HeardMessage {
  return { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', findings: [], shows: [], reason };
}
