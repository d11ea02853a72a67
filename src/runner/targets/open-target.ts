/** The target that `--target` names: mock, sandbox or the path of a target file. It is described first, and then opened. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { defaultTestData } from '../../../contracts/generated/test-data.ts';
import { InputError, only, withProblems } from '../../../contracts/src/base/errors.ts';
import {
  KnownValues,
  plainText,
  type Secrets,
  SHORTEST_KNOWN,
} from '../../../contracts/src/base/known-values.ts';
import { andList } from '../../../contracts/src/base/text.ts';
import type { FaultHooks } from '../../sandbox/fault-hooks.ts';
import { type Control, httpControl } from '../control.ts';
import { earlierRules } from '../listen-run.ts';
import { Pace } from '../pace.ts';
import { createMailbox } from '../scenarios/mailbox.ts';
import { boundedSender, type CalledServers } from '../sender.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import { type HttpPlace, httpTarget } from './http-target.ts';
import { describedMock, startMockTarget } from './mock-target.ts';
import { describedSandbox, startSandboxInProcess } from './sandbox-target.ts';
import { type Lacks, type Offers, type Started, type TargetDescription, Traces } from './target.ts';
import { targetCipher } from './target-cipher.ts';
import {
  fromEnvironment,
  mayWrite,
  missingCredentials,
  readTargetFile,
  type TargetFile,
  targetSettings,
} from './target-file.ts';
import { targetTls } from './target-tls.ts';

/** The targets that a run starts itself. */
const OWN = [describedMock, describedSandbox];

/** Whether it is no target file that `--target` names so. */
export function isOwnTarget(chosenBy: string): boolean {
  return OWN.some(({ name }) => name === chosenBy);
}

/**
 * Describes a target without calling it or loading the code that its file names; `path` is that of the file, if it is one.
 * `wait` and `listen` are in seconds, for a target without a control plane. Throws InputError for a file that is no target.
 */
export async function describeTarget(
  chosenBy: string,
  path = chosenBy,
  { wait, listen }: { readonly wait?: number | undefined; readonly listen?: number | undefined } = {},
): Promise<TargetDescription> {
  const own = OWN.find(({ name }) => name === chosenBy);
  if (own) return own;
  const file = await readTargetFile(
    path,
    OWN.map(({ name }) => name),
  );
  const hasControl = file.controlUrl !== undefined;
  const longestWait = hasControl ? undefined : wait;
  const listens = hasControl ? undefined : listen;
  const lacking = listens === undefined ? [] : lackingForListen(file);
  if (lacking.length > 0) throw new InputError(`${chosenBy}: --listen needs ${andList(lacking)} in it.`);
  return {
    name: file.name,
    chosenBy,
    accessUrl: withoutSlash(file.accessUrl),
    webFormUrl: withoutSlash(file.webFormUrl),
    file,
    folder: dirname(path),
    settings: targetSettings(file.settings, file.webFormUrl),
    isOwn: false,
    testData: { ...defaultTestData, ...file.testData },
    hasControl,
    lacks: lacksOf(file, longestWait),
    ...(longestWait !== undefined && { longestWait }),
    ...(listens !== undefined && { listens }),
  };
}

/** What --listen needs and the file does not say. */
function lackingForListen({ callback, credentials: { dataDecryptionKey, user } }: TargetFile): string[] {
  const needed = {
    'callback.publicUrl': callback?.publicUrl,
    'credentials.dataDecryptionKey': dataDecryptionKey,
    'credentials.user': user,
  };
  return Object.entries(needed).flatMap(([name, value]) => (value === undefined ? name : []));
}

const NO_CONTROL = 'the target has no control plane';

/** Why what needs a clock or messages is out of reach of the target of a file, as far as the file says. */
function lacksOf({ controlUrl, callback, credentials }: TargetFile, longestWait: number | undefined): Lacks {
  if (controlUrl === undefined)
    return { ...(longestWait === undefined && { clock: NO_CONTROL }), messages: NO_CONTROL };
  if (!callback) return { messages: 'the target file names no callback to receive messages on' };
  if (!credentials.dataDecryptionKey)
    return { messages: 'the target file names no dataDecryptionKey to read messages with' };
  return {};
}

interface OpenOptions {
  /** Calls in a second. */
  readonly rate?: number | undefined;
  readonly secrets?: Secrets;
  /** Faults of the target sandbox. */
  readonly hooks?: FaultHooks | undefined;
}

/**
 * Opens a target for calls, with the cipher that its file names: a control plane and its receiver open when first needed.
 * Throws InputError for a target that a run may not write to, or that lacks credentials.
 */
export async function openTarget(
  described: TargetDescription,
  { rate, secrets = new KnownValues(), hooks }: OpenOptions = {},
): Promise<Started> {
  const { file, name, chosenBy, longestWait = 0, listens = 0 } = described;
  if (!file)
    return name === 'mock' ? startMockTarget() : startSandboxInProcess({ chosenBy, ...(hooks && { hooks }) });
  const problems = problemsOf(file, described.listens !== undefined);
  if (problems.length > 0) throw withProblems(chosenBy, problems);
  if (listens > 0) await earlierRules(described);
  const { clientId, clientSecret, dataDecryptionKey, user } = file.credentials;
  for (const named of [clientSecret, dataDecryptionKey, user?.password])
    secrets.add(fromEnvironment(named), 'secret');
  const tls = targetTls({ tls: file.tls, folder: described.folder ?? '.', target: chosenBy, secrets });
  const pace = new Pace(rate);
  const timeLimit = (file.timeLimit ?? 10) * 1000;
  const servers: CalledServers = new Map();
  const senderEndedBy = (ending: AbortController) => {
    const sendHttp = boundedSender({ ending }, pace, servers, tls);
    return { timeLimit, ending, sendHttp };
  };
  const sender = senderEndedBy(new AbortController());
  // What restores the world is sent after the end of the run, too.
  const restoring = senderEndedBy(new AbortController());
  const control =
    file.controlUrl === undefined ? undefined : httpControl(withoutSlash(file.controlUrl), sender, restoring);
  const messaging = await messagingOf(described, control);
  // Names what the run leaves on the target.
  const prefix = `contracts-${randomBytes(4).toString('hex')}`;
  const target = httpTarget({
    ...described,
    ...sender,
    client: { id: fromEnvironment(clientId), secret: fromEnvironment(clientSecret) },
    deviations: file.deviations ?? [],
    runLimit: ((file.runLimit ?? 3600) + longestWait + listens) * 1000,
    control,
    messaging,
    prefix,
    secrets,
    traces: new Traces(prefix),
  });
  return { target, stop: async () => messaging?.mailbox.close() };
}

/** Why a run cannot use the target of a file, each as part of a sentence. */
function problemsOf(file: TargetFile, listens: boolean): string[] {
  const missing = missingCredentials(file, listens);
  const needsWrites =
    'cases create users, rules and web forms, so they need environment: sandbox and writes: allowed';
  return [
    ...(mayWrite(file) ? [] : [needsWrites]),
    ...(missing.length > 0 ? [`set ${missing.join(' and ')} in the environment`] : []),
    ...shortSecrets(file),
  ];
}

/** What of the file and of what it names no run could use, beside credentials that are not set. */
export function unusableParts({ file, folder = '.', chosenBy: target }: TargetDescription): string[] {
  const { tls } = file ?? {};
  const passphrase = tls?.key?.passphrase;
  const short = file ? shortSecrets(file) : [];
  if (passphrase && fromEnvironment(passphrase) === '') return short;
  try {
    targetTls({ tls, folder, target, secrets: new KnownValues() });
    return short;
  } catch (error) {
    only(error, InputError);
    return [...short, error.message];
  }
}

/** What is too short to be found in a text. */
function shortSecrets({
  credentials: { clientSecret, dataDecryptionKey, user },
  testData,
}: TargetFile): string[] {
  const isShort = (value: string) => value !== '' && plainText(value).length < SHORTEST_KNOWN;
  const short = [
    ...[clientSecret, dataDecryptionKey, user?.password].flatMap((named) =>
      named && isShort(fromEnvironment(named)) ? `the value of ${named.env}` : [],
    ),
    ...(testData?.passwords?.some(isShort) ? ['each of testData.passwords'] : []),
  ];
  return short.map(
    (what) => `${what} needs 4 characters other than blanks, hyphens and quotes, to be kept out of reports`,
  );
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** How messages of the target of a file reach the run. Throws InputError for a cipher or key that cannot be used. */
export async function messagingOf(
  described: Pick<TargetDescription, 'file' | 'chosenBy' | 'folder' | 'settings' | 'listens'>,
  control: Control | undefined,
): Promise<HttpPlace['messaging']> {
  const { file, chosenBy, folder = '.', settings, listens } = described;
  const { callback, credentials, waitingTime } = file ?? {};
  if (!callback || !credentials?.dataDecryptionKey) return undefined;
  if (!control && listens === undefined) return undefined;
  const key = fromEnvironment(credentials.dataDecryptionKey);
  const cipher = await targetCipher({ cipher: settings.cipher, folder, key, target: chosenBy });
  let offers: Promise<Offers> | undefined;
  return {
    mailbox: createMailbox(callback),
    cipher,
    ...(waitingTime !== undefined && { waitingTime: waitingTime * 1000 }),
    offers: () => {
      offers ??= offersOf(control, waitingTime);
      return offers;
    },
  };
}

async function offersOf(control: Control | undefined, waitingTime: number | undefined): Promise<Offers> {
  if (!control) return { reportsSettled: false, lacks: { messages: NO_CONTROL } };
  // An empty update changes nothing.
  if (!(await isOffered(() => control.runBatchUpdate({}))))
    return { reportsSettled: false, lacks: { messages: 'the control plane runs no batch updates' } };
  const reportsSettled = await isOffered(() => control.settledDeliveries());
  const isBlind = !reportsSettled && waitingTime === undefined;
  const silence = 'the control plane has no /deliveries, and the target file sets no waitingTime';
  return { reportsSettled, lacks: isBlind ? { silence } : {} };
}

/** A control plane that gives no answer now may give one when a scenario needs it. */
async function isOffered(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    only(error, Unproven);
    return !(error instanceof OutOfReach);
  }
}
