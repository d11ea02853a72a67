/** The verb `record`: a proxy on loopback that writes each call that passes as a line of a recording. */
import { Command, InvalidArgumentError } from 'commander';
import { count } from '../../../contracts/src/base/text.ts';
import { InputError, UsageError } from '../../base/errors.ts';
import { interruption, survivor } from '../exit-codes.ts';
import { LineOutput, openedFile } from '../line-output.ts';
import { messageTarget } from '../messages/message-options.ts';
import { helpText, outPath, port } from '../options.ts';
import { COMMAND, serve } from '../serve.ts';
import { say } from '../terminal-text.ts';
import { MadeUpValues } from './record/made-up-values.ts';
import { recordedLines } from './record/recorded-line.ts';
import { type PassedCall, type RecordingProxy, recordingProxy } from './record/recording-proxy.ts';

interface Options {
  readonly to: readonly URL[];
  readonly port?: readonly number[];
  readonly redact?: boolean;
  readonly seed?: string;
  readonly out?: string;
  readonly target?: string;
}

const PORT = 4040;

export function recordCommand(): Command {
  return new Command('record')
    .description('Pass calls on to a provider, and write each with its response as a line of a recording.')
    .argument(...COMMAND)
    .passThroughOptions()
    .requiredOption('--to <urls...>', 'HTTP or HTTPS: the access API, and Web Form V2', upstreams)
    .option('--port <numbers...>', `on loopback, one per URL, 0 = any (default: ${PORT} and up)`, ports)
    .option('--redact', 'replace personal values by made-up ones of the same form')
    .option('--seed <text>', 'what replaces values follows from it: the same in every run; keep it secret')
    .option('--out <file>', 'replaced by the recording; stdout unless given, needed with a command', outPath)
    .option('--target <file>', 'a target file, whose tls is used for the calls to the provider')
    .addHelpText('after', helpText('record'))
    .action(record);
}

async function record(command: readonly string[], options: Options): Promise<void> {
  const { to, port: chosen = [], redact = false, seed, out } = options;
  const ports = chosen.length === 0 ? to.map((_, at) => PORT + at) : chosen;
  if (ports.length !== to.length)
    throw new UsageError(
      `--to has ${count(to.length, 'URL')} and --port ${count(ports.length, 'port')}: pass one port for each URL.`,
    );
  if (command.length > 0 && out === undefined)
    throw new UsageError('stdout is that of the command: pass --out FILE for the recording.');
  const tls = (await messageTarget(options.target)).tls?.();
  const { signal } = interruption();
  const lines = recordedLines(new MadeUpValues(seed), redact);
  const output = new LineOutput(out === undefined ? undefined : openedFile(out));
  const failed = new AbortController();
  let [written, unanswered, cut] = [0, 0, 0];
  const onCall = async (call: PassedCall): Promise<void> => {
    output.write(lines.lineOf(call));
    if (output.failure !== undefined) return failed.abort();
    written++;
    if (call.response.status === 0) unanswered++;
    if (call.response.isCut) cut++;
  };
  const onError = survivor();
  const proxies: RecordingProxy[] = [];
  try {
    for (const [at, upstream] of to.entries()) {
      const options = { to: upstream, port: ports[at] ?? 0, tls, onCall, onFailure: say, onError };
      const proxy = await recordingProxy(options);
      proxies.push(proxy);
      say(`Recording ${proxy.url}, which passes on to ${upstream.href}`);
    }
    const [ACCESS_URL, WEB_FORM_URL] = proxies.map(({ url }) => url);
    await serve({
      command,
      until: AbortSignal.any([signal, failed.signal]),
      env: { ACCESS_URL, WEB_FORM_URL },
    });
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.close()));
  }
  const without = unanswered === 0 ? '' : `, ${unanswered} of them without a response`;
  const broken = cut === 0 ? '' : `, ${cut} of them with a response that broke off`;
  const leftOut = lines.leftOut();
  const bodies = leftOut === 0 ? '' : `; ${count(leftOut, 'body', 'bodies')} left out`;
  say(`${count(written, 'call')} recorded${without}${broken}${bodies}.`);
  if (output.failure !== undefined) throw cutRecording(output.failure);
}

export function cutRecording(why: string): InputError {
  return new InputError(`The recording cannot be written: ${why}. Its last line may be cut off.`);
}

function upstreams(text: string, before: readonly URL[] | undefined): readonly URL[] {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('It must be a URL such as https://sandbox.example.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('It must not hold a user or password, which belong in the calls.');
  return [...(before ?? []), url];
}

function ports(text: string, before: readonly number[] | undefined): readonly number[] {
  return [...(before ?? []), port(text)];
}
