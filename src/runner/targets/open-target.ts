/** The target that `--target` names: mock, sandbox or the path of a target file. It is described first, and then opened. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultTestData, type TestData } from '../../../contracts/generated/test-data.ts';
import { only, withProblems } from '../../../contracts/src/base/errors.ts';
import {
  KnownValues,
  plainText,
  type Secrets,
  SHORTEST_KNOWN,
} from '../../../contracts/src/base/known-values.ts';
import { judgeSettings } from '../../../contracts/src/judge/settings.ts';
import { MEGABYTE } from '../../../contracts/src/node/http-sender.ts';
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { boundedSender } from '../bounded-sender.ts';
import { type Control, httpControl } from '../control.ts';
import { createMailbox } from '../scenarios/mailbox.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import { httpTarget } from './http-target.ts';
import { MOCK_LACKS, mockSettings, startMockTarget } from './mock-target.ts';
import { startSandboxInProcess } from './sandbox-target.ts';
import { type Lacks, type MessagingPlace, type Offers, type Started, type Target, Traces } from './target.ts';
import { targetCipher } from './target-cipher.ts';
import {
  mayWrite,
  missingCredentials,
  readTargetFile,
  type TargetFile,
  withDefaults,
} from './target-file.ts';

type Described =
  | 'name'
  | 'chosenBy'
  | 'accessUrl'
  | 'webFormUrl'
  | 'settings'
  | 'wire'
  | 'lacks'
  | 'takesPreferences';

/** A target as far as it is known before it is opened or called. */
export interface TargetDescription extends Pick<Target, Described> {
  /** Absent for one that the run starts and ends. */
  readonly file?: TargetFile;
  /** That of the file; the folder of a cipher. */
  readonly path: string;
  /** What its file says of the values that it takes. */
  readonly testData?: Partial<TestData>;
  readonly isOwn: boolean;
  readonly hasControl: boolean;
  /** Seconds that a scenario waits for messages where the control plane has no /deliveries. */
  readonly waitingTime?: number | undefined;
  /** The environment variables that its file names and that are not set. */
  readonly missing: readonly string[];
  /** How long a run may wait for its tokens to end in real time, in seconds. */
  readonly longestWait?: number;
}

interface DescriptionOptions {
  /** In seconds, where no control plane has a clock. */
  readonly wait?: number | undefined;
  /** What may be named instead of a file. */
  readonly names?: readonly string[];
}

/** The targets that a run starts itself. */
const OWN = ['mock', 'sandbox'];
/** Any free port. */
const LOOPBACK = 'http://127.0.0.1';

/**
 * Describes a target without calling it or loading the code that its file names; `path` is that of the file, if it is one.
 * Throws InputError for a file that is no target.
 */
export async function describeTarget(
  chosenBy: string,
  path = chosenBy,
  { wait, names = OWN }: DescriptionOptions = {},
): Promise<TargetDescription> {
  if (OWN.includes(chosenBy)) return describeBuiltIn(chosenBy);
  const file = await readTargetFile(path, names);
  const wire = withDefaults(file.settings);
  const { clock, ...lacks } = lacksOf(file);
  const hasControl = file.controlUrl !== undefined;
  const waits = wait !== undefined && !hasControl;
  return {
    name: file.name,
    chosenBy,
    accessUrl: file.accessUrl,
    webFormUrl: file.webFormUrl,
    file,
    path,
    settings: judgeSettings(wire, file.webFormUrl),
    wire,
    takesPreferences: false,
    isOwn: false,
    testData: file.testData ?? {},
    hasControl,
    waitingTime: file.waitingTime,
    missing: missingCredentials(file),
    lacks: clock === undefined || waits ? lacks : { clock, ...lacks },
    ...(waits && { longestWait: wait }),
  };
}

function describeBuiltIn(name: string): TargetDescription {
  const isMock = name === 'mock';
  const wire = withDefaults(OWN_VERSIONS);
  return {
    name,
    chosenBy: name,
    path: name,
    accessUrl: LOOPBACK,
    webFormUrl: LOOPBACK,
    wire,
    missing: [],
    settings: isMock ? mockSettings : judgeSettings(wire, LOOPBACK),
    lacks: isMock ? MOCK_LACKS : {},
    takesPreferences: isMock,
    isOwn: true,
    hasControl: !isMock,
  };
}

/** Throws InputError for a target that a run may not write to, or that lacks credentials. */
function checkTarget({ file, chosenBy, missing }: TargetDescription): void {
  if (!file) return;
  const problems = [
    ...(mayWrite(file)
      ? []
      : ['cases create users, rules and web forms, so they need environment: sandbox and writes: allowed']),
    ...(missing.length > 0 ? [`set ${missing.join(' and ')} in the environment`] : []),
    ...shortSecrets(file).map(
      (what) => `${what} needs 4 characters other than blanks, hyphens and quotes, to be kept out of reports`,
    ),
  ];
  if (problems.length > 0) throw withProblems(chosenBy, problems);
}

interface OpenOptions {
  /** Calls in a second. */
  readonly rate?: number | undefined;
  readonly secrets?: Secrets;
}

/**
 * Opens a target for calls, with the cipher that its file names: a control plane and its receiver open when first needed.
 * Throws InputError as checkTarget does.
 */
export async function openTarget(
  described: TargetDescription,
  { rate, secrets = new KnownValues() }: OpenOptions = {},
): Promise<Started> {
  const { file, name, chosenBy, path, wire, longestWait } = described;
  if (!file) return builtInTarget(name);
  checkTarget(described);
  const { clientId, clientSecret, dataDecryptionKey } = file.credentials;
  for (const named of [clientSecret, dataDecryptionKey]) secrets.add(fromEnvironment(named), 'secret');
  const { timeLimit: callSeconds = 10, answerLimit = 10, unansweredLimit = 10, runLimit = 3600 } = file;
  const timeLimit = callSeconds * 1000;
  const sendHttp = boundedSender({ longestAnswer: answerLimit * MEGABYTE, mostUnanswered: unansweredLimit });
  const turn = rate === undefined ? undefined : turns(rate);
  const control =
    file.controlUrl === undefined
      ? undefined
      : httpControl(withoutSlash(file.controlUrl), timeLimit, sendHttp, turn);
  const messaging = await messagingOf(file, { chosenBy, folder: dirname(path), control });
  // Names what the run leaves on the target.
  const prefix = `contracts-${randomBytes(4).toString('hex')}`;
  const target = httpTarget({
    name,
    chosenBy,
    accessUrl: withoutSlash(file.accessUrl),
    webFormUrl: withoutSlash(file.webFormUrl),
    settings: wire,
    deviations: file.deviations ?? [],
    testData: { ...defaultTestData, ...file.testData },
    lacks: described.lacks,
    timeLimit,
    sendHttp,
    prefix,
    secrets,
    runLimit: (runLimit + (longestWait ?? 0)) * 1000,
    client: { id: fromEnvironment(clientId), secret: fromEnvironment(clientSecret) },
    ...(longestWait !== undefined && { longestWait }),
    ...(control && { control }),
    ...(messaging && { messaging }),
    ...(turn && { turn }),
    traces: new Traces(prefix),
  });
  return { target, stop: async () => messaging?.mailbox.close() };
}

/** The mock or the sandbox, which the run starts and ends. */
function builtInTarget(name: string): Promise<Started> {
  return name === 'mock' ? startMockTarget() : startSandboxInProcess();
}

/** Lets `perSecond` calls pass in each second, evenly. `now` and `pause` are in milliseconds. */
export function turns(
  perSecond: number,
  now: () => number = () => performance.now(),
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): () => Promise<void> {
  let next = 0;
  return async () => {
    const wait = next - now();
    next = now() + Math.max(wait, 0) + 1000 / perSecond;
    if (wait > 0) await pause(wait);
  };
}

/** Names what is too short to be found in a text. */
function shortSecrets({ credentials, testData }: TargetFile): string[] {
  const { clientSecret, dataDecryptionKey } = credentials;
  const isShort = (value: string) => value !== '' && plainText(value).length < SHORTEST_KNOWN;
  return [
    ...[clientSecret, dataDecryptionKey].flatMap((named) =>
      named && isShort(fromEnvironment(named)) ? `the value of ${named.env}` : [],
    ),
    ...(testData?.passwords?.some(isShort) ? ['each of testData.passwords'] : []),
  ];
}

function fromEnvironment(named: { readonly env: string } | undefined): string {
  return process.env[named?.env ?? ''] ?? '';
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

interface FilePlace {
  /** How an error names the target. */
  readonly chosenBy: string;
  /** That of the file. */
  readonly folder: string;
  readonly control: Control | undefined;
}

const NO_CONTROL = 'the target has no control plane';

/** Why what needs a clock or messages is out of reach of the target of a file, as far as the file says. */
function lacksOf({ controlUrl, callback, credentials }: TargetFile): Lacks {
  if (controlUrl === undefined) return { clock: NO_CONTROL, messages: NO_CONTROL };
  if (!callback) return { messages: 'the target file names no callback to receive messages on' };
  if (!credentials.dataDecryptionKey)
    return { messages: 'the target file names no dataDecryptionKey to read messages with' };
  return {};
}

/** How messages of the target of a file reach the run. Throws InputError for a cipher or key that cannot be used. */
export async function messagingOf(
  file: TargetFile,
  { chosenBy, folder, control }: FilePlace,
): Promise<MessagingPlace | undefined> {
  const { callback, credentials, settings, waitingTime } = file;
  if (!control || !callback || !credentials.dataDecryptionKey) return undefined;
  const key = fromEnvironment(credentials.dataDecryptionKey);
  const cipher = await targetCipher({ cipher: withDefaults(settings).cipher, folder, key, target: chosenBy });
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

async function offersOf(control: Control, waitingTime: number | undefined): Promise<Offers> {
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
