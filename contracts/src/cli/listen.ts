/** The verb `listen`: receives notification messages at the user's own address and judges each as it arrives. */
import { once } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import { type Received, receive } from '../callback/receiver.ts';
import { type ListenError, noListening } from '../contract/no-listening.ts';
import { oneLine } from '../contract/show.ts';
import { Stop } from '../contract/stop.ts';
import { heardMessage } from './heard-message.ts';
import { ListenTally } from './listen-tally.ts';
import { jsonLine, textLine } from './listen-text.ts';
import { keyEnvOption, keyHint, messageCipher } from './message-cipher.ts';
import { messageTarget, type ReadTarget, targetOption } from './message-target.ts';
import { port } from './port.ts';
import { rulesOfFile } from './rules-file.ts';

interface Options {
  readonly port?: number;
  readonly host?: string;
  readonly rules?: string;
  readonly keyEnv?: string;
  readonly json?: boolean;
  readonly status: number;
  readonly target?: string;
}

const PORT = 4030;

/** `readTarget` reads the file of `--target`, which is JSON without it. */
export function listenCommand(readTarget?: ReadTarget): Command {
  return new Command('listen')
    .description('Receive notification messages and judge each as it arrives.')
    .option('--port <number>', `port to listen on, 0 = any (default: ${PORT})`, port)
    .option('--host <address>', 'address to listen on; loopback unless given')
    .option('--rules <file>', 'the rules that may send: a JSON array, see below; without it no rule is known')
    .addOption(keyEnvOption())
    .option('--json', 'print one line a message: {triggerEvent, callbackHandle, verdict, findings}')
    .option('--status <number>', 'what every call is answered with', status, 200)
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
One JSON line on stdout says that it is ready: {"url"}. Whatever path and method
a call has, its body is judged. A rule is
  {"notificationRuleId"?, "triggerEvent", "params", "callbackHandle",
   "includeDetails"}
With rules given, a message of none of them is violated. Callbacks of another
kind are not judged. SIGINT or SIGTERM ends it, exit 0.

Example:
  npm run -s listen -- --port 4030 --rules rules.json`,
    )
    .action((options: Options) => listen(options, readTarget));
}

async function listen(
  { rules: file, json = false, status, keyEnv, target: path, ...chosen }: Options,
  readTarget?: ReadTarget,
): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const target = await messageTarget(path, readTarget);
  const rules = file === undefined ? undefined : await rulesOfFile(file);
  const keyName = keyEnv ?? target.keyEnv;
  const cipher = await messageCipher(keyName, target.cipher);
  const { settings } = target;
  const judging = { cipher, ...(rules && { rules }), ...(settings && { settings }) };
  const tally = new ListenTally();
  // One after the other, so that the lines stand in the order of arrival.
  let told = Promise.resolve();
  const tell = (call: Received | { readonly broken: string }): Promise<void> => {
    told = told.then(async () => {
      const heard = await heardMessage(call, judging);
      if (heard.isUnreadable && tally.unreadable === 0) process.stderr.write(`${keyHint(keyName)}\n`);
      tally.add(heard);
      process.stdout.write(json ? jsonLine(heard) : textLine(heard));
      if (json && heard.reason !== undefined) process.stderr.write(`not judged: ${oneLine(heard.reason)}\n`);
    });
    return told;
  };
  const place = {
    port: chosen.port ?? target.port ?? PORT,
    host: chosen.host ?? target.host ?? '127.0.0.1',
  };
  const receiver = await receive({
    ...place,
    status,
    onCall: tell,
    onBroken: (broken) => void tell({ broken }),
  }).catch((error: ListenError) => {
    throw new Stop(2, `${noListening(error, place.host, place.port, '--port')}.`);
  });
  process.stdout.write(`${JSON.stringify({ url: receiver.url })}\n`);
  await interrupted;
  await receiver.close();
  await told;
  process.stderr.write(tally.text());
}

function status(text: string): number {
  if (/^[2-5]\d\d$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is no status (200 to 599).');
}
