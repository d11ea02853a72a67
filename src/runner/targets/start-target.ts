/** Finds the target that `--target` names: mock, sandbox or the path of a target file. It is read once, and then started. */
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

/** A target as far as it is known before it is started or called. */
export interface PlannedTarget extends Pick<Target, Described> {
  readonly controlUrl?: string;
  /** Seconds that a scenario waits for messages where the control plane has no /deliveries. */
  readonly waitingTime?: number;
  /** What its file says of the values that it takes; absent for a target that the run starts. */
  readonly testData?: Partial<TestData>;
  /** Whether it is started by the run and ends with it. */
  readonly isOwn: boolean;
  /** Whether each case needs a user of its own. */
  readonly hasUsers: boolean;
  readonly mayWrite: boolean;
  /** The environment variables that its file names and that are not set. */
  readonly missing: readonly string[];
  /** Only for one that is ready, as readyTarget returns it. */
  start(): Promise<Started>;
}

interface RunChoice {
  /** Calls in a second. */
  readonly rate?: number | undefined;
  readonly secrets?: Secrets;
}

/** The targets that a run starts itself. */
const OWN = ['mock', 'sandbox'];
/** Any free port. */
const LOOPBACK = 'http://127.0.0.1';

/**
 * Describes a target without calling it or loading the code that its file names; `path` is that of the file, if it is one.
 * Throws InputError for a file that is no target.
 */
export async function plannedTarget(chosenBy: string, path = chosenBy): Promise<PlannedTarget> {
  return ownTarget(chosenBy) ?? plannedFile(chosenBy, await readTargetFile(path, OWN));
}

/**
 * As plannedTarget, for a run: throws InputError also for a target that may not be written to or lacks credentials.
 * `names` are what may be named instead of a file.
 */
export async function readyTarget(
  chosenBy: string,
  path = chosenBy,
  { names = OWN, ...how }: { readonly names?: readonly string[] } & RunChoice = {},
): Promise<PlannedTarget> {
  const own = ownTarget(chosenBy);
  if (own) return own;
  const file = await readTargetFile(path, names);
  const missing = missingCredentials(file);
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
  return plannedFile(chosenBy, file, { folder: dirname(path), ...how });
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

/** Throws InputError as readyTarget does. */
export async function startTarget(chosenBy: string, path = chosenBy): Promise<Started> {
  return (await readyTarget(chosenBy, path)).start();
}

/** The same target, whose tokens a run may outlive in real time: so many seconds where no control plane has a clock. */
export function waitingTarget(planned: PlannedTarget, seconds: number | undefined): PlannedTarget {
  if (seconds === undefined || planned.isOwn || planned.controlUrl !== undefined) return planned;
  const { clock: _, ...lacks } = planned.lacks;
  const start = async (): Promise<Started> => {
    const { target, stop } = await planned.start();
    const { runLimit = 0 } = target;
    return { target: { ...target, lacks, longestWait: seconds, runLimit: runLimit + seconds * 1000 }, stop };
  };
  return { ...planned, lacks, start };
}

function ownTarget(name: string): PlannedTarget | undefined {
  if (!OWN.includes(name)) return undefined;
  const isMock = name === 'mock';
  const wire = withDefaults(OWN_VERSIONS);
  return {
    name,
    chosenBy: name,
    accessUrl: LOOPBACK,
    webFormUrl: LOOPBACK,
    settings: isMock ? mockSettings : judgeSettings(wire, LOOPBACK),
    wire,
    lacks: isMock ? MOCK_LACKS : {},
    takesPreferences: isMock,
    isOwn: true,
    hasUsers: !isMock,
    mayWrite: true,
    missing: [],
    start: () => (isMock ? startMockTarget() : startSandboxInProcess()),
  };
}

/** Its cipher is loaded from the `folder` of the file; without one it is not, and the target cannot be started. */
async function plannedFile(
  chosenBy: string,
  file: TargetFile,
  { folder, rate, secrets = new KnownValues() }: { readonly folder?: string } & RunChoice = {},
): Promise<PlannedTarget> {
  const { name, credentials, settings: written, deviations = [] } = file;
  for (const named of [credentials.clientSecret, credentials.dataDecryptionKey])
    secrets.add(fromEnvironment(named), 'secret');
  const [accessUrl, webFormUrl] = [withoutSlash(file.accessUrl), withoutSlash(file.webFormUrl)];
  const wire = withDefaults(written);
  const testData = { ...defaultTestData, ...file.testData };
  const { timeLimit: callSeconds = 10, answerLimit = 10, unansweredLimit = 10, runLimit = 3600 } = file;
  const timeLimit = callSeconds * 1000;
  const sendHttp = boundedSender({
    longestAnswer: answerLimit * MEGABYTE,
    mostUnanswered: unansweredLimit,
  });
  const missing = missingCredentials(file);
  // Nothing is called before the start: a control plane and its receiver open when first needed.
  const turn = rate === undefined ? undefined : turns(rate);
  const control =
    file.controlUrl === undefined
      ? undefined
      : httpControl(withoutSlash(file.controlUrl), timeLimit, sendHttp, turn);
  const isKeyMissing = missing.includes(credentials.dataDecryptionKey?.env ?? '');
  const { messaging, lacks } = isKeyMissing
    ? { lacks: {} }
    : await messagingOf(file, { chosenBy, folder, control });
  const start = async (): Promise<Started> => {
    // Names what the run leaves on the target.
    const prefix = `contracts-${randomBytes(4).toString('hex')}`;
    const target = httpTarget({
      name,
      chosenBy,
      accessUrl,
      webFormUrl,
      settings: wire,
      deviations,
      testData,
      lacks,
      timeLimit,
      sendHttp,
      runLimit: runLimit * 1000,
      prefix,
      client: {
        id: fromEnvironment(credentials.clientId),
        secret: fromEnvironment(credentials.clientSecret),
      },
      secrets,
      ...(control && { control }),
      ...(messaging && { messaging }),
      ...(turn && { turn }),
      traces: new Traces(prefix),
    });
    return { target, stop: async () => messaging?.mailbox.close() };
  };
  return {
    name,
    chosenBy,
    accessUrl: file.accessUrl,
    webFormUrl: file.webFormUrl,
    ...(file.controlUrl !== undefined && { controlUrl: file.controlUrl }),
    ...(file.waitingTime !== undefined && { waitingTime: file.waitingTime }),
    settings: judgeSettings(wire, file.webFormUrl),
    testData: file.testData ?? {},
    wire,
    lacks,
    takesPreferences: false,
    isOwn: false,
    hasUsers: true,
    mayWrite: mayWrite(file),
    missing,
    start,
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
  /** That of the file; undefined where its cipher is not to be loaded. */
  readonly folder: string | undefined;
  readonly control: Control | undefined;
}

const NO_CONTROL = 'the target has no control plane';

/**
 * How messages of the target of a file reach the run, and why some are out of reach. Throws InputError for a cipher or
 * key that cannot be used.
 */
export async function messagingOf(
  file: TargetFile,
  { chosenBy, folder, control }: FilePlace,
): Promise<{ readonly messaging?: MessagingPlace; readonly lacks: Lacks }> {
  const { callback, credentials, settings, waitingTime } = file;
  if (!control) return { lacks: { clock: NO_CONTROL, messages: NO_CONTROL } };
  if (!callback) return { lacks: { messages: 'the target file names no callback to receive messages on' } };
  if (!credentials.dataDecryptionKey)
    return { lacks: { messages: 'the target file names no dataDecryptionKey to read messages with' } };
  if (folder === undefined) return { lacks: {} };
  const key = fromEnvironment(credentials.dataDecryptionKey);
  const cipher = await targetCipher({ cipher: withDefaults(settings).cipher, folder, key, target: chosenBy });
  let offers: Promise<Offers> | undefined;
  return {
    lacks: {},
    messaging: {
      mailbox: createMailbox(callback),
      cipher,
      ...(waitingTime !== undefined && { waitingTime: waitingTime * 1000 }),
      offers: () => {
        offers ??= offersOf(control, waitingTime);
        return offers;
      },
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
