/** Starts or finds the target that `--target` names: mock, sandbox, or the path of a target file. */

import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { defaultTargetSettings } from '../../../contracts/generated/settings.ts';
import { judgeSettings } from '../../../contracts/src/judge/settings.ts';
import { type Control, httpControl } from '../control.ts';
import { createMailbox } from '../scenarios/mailbox.ts';
import { withDefaults } from '../target-settings.ts';
import { NoAnswer, NotOffered } from '../verdict.ts';
import { httpTarget } from './http-target.ts';
import { MOCK_LACKS, mockSettings, type Started, startMockTarget } from './mock-target.ts';
import { startSandboxTarget } from './sandbox-target.ts';
import { type MessagingPlace, type Offers, type Target, Traces } from './target.ts';
import {
  mayWrite,
  missingCredentials,
  readTargetFile,
  readyTargetFile,
  type TargetFile,
  targetCipher,
} from './target-file.ts';

/** `path` is where the file stands, if it is one. Throws InputError for a file that is no target or may not be written to, and for credentials that are not set. */
export async function startTarget(chosenBy: string, path = chosenBy): Promise<Started> {
  if (chosenBy === 'mock') return startMockTarget();
  if (chosenBy === 'sandbox') return startSandboxTarget();
  const file = await readyTargetFile(chosenBy, path, ['mock', 'sandbox']);
  const { name, accessUrl, webFormUrl, controlUrl, credentials, settings, deviations } = file;
  const timeLimit = (file.timeLimit ?? 10) * 1000;
  const control = controlUrl === undefined ? undefined : httpControl(withoutSlash(controlUrl), timeLimit);
  const { messaging, lacks } = await messagingOf(file, { chosenBy, folder: dirname(path), control });
  // Whoever looks at the target later finds what the run left behind.
  const prefix = `contracts-${randomBytes(4).toString('hex')}`;
  const target = httpTarget({
    name,
    chosenBy,
    accessUrl: withoutSlash(accessUrl),
    webFormUrl: withoutSlash(webFormUrl),
    client: {
      id: process.env[credentials.clientId.env] ?? '',
      secret: process.env[credentials.clientSecret.env] ?? '',
    },
    secrets: [process.env[credentials.dataDecryptionKey?.env ?? ''] ?? ''],
    settings: withDefaults(settings),
    deviations: deviations ?? [],
    lacks,
    ...(control && { control }),
    ...(messaging && { messaging }),
    timeLimit,
    prefix,
    traces: new Traces(prefix),
  });
  return { target, stop: async () => messaging?.mailbox.close() };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** How messages of a target file reach the run, and what of them is out of reach and why. */

export interface FilePlace {
  /** How messages call the target. */
  readonly chosenBy: string;
  /** Where the file stands. */
  readonly folder: string;
  readonly control: Control | undefined;
}

interface Reached {
  readonly messaging?: MessagingPlace;
  readonly lacks: Target['lacks'];
}

const NO_CONTROL = 'the target has no control plane';

/** Throws InputError for a cipher or a key that cannot be used. */
export async function messagingOf(
  file: TargetFile,
  { chosenBy, folder, control }: FilePlace,
): Promise<Reached> {
  const { callback, credentials, settings, waitingTime } = file;
  if (!control) return { lacks: { clock: NO_CONTROL, messages: NO_CONTROL } };
  if (!callback) return { lacks: { messages: 'the target file names no callback to receive messages on' } };
  const key = credentials.dataDecryptionKey;
  if (!key)
    return { lacks: { messages: 'the target file names no dataDecryptionKey to read messages with' } };
  const { cipher: named } = withDefaults(settings);
  const cipher = await targetCipher({
    cipher: named,
    folder,
    key: process.env[key.env] ?? '',
    target: chosenBy,
  });
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
  // An update of nobody changes nothing.
  if (!(await isOffered(() => control.runBatchUpdate({}))))
    return { tellsSettled: false, lacks: { messages: 'the control plane runs no batch updates' } };
  const tellsSettled = await isOffered(() => control.settledDeliveries());
  const isBlind = !tellsSettled && waitingTime === undefined;
  const silence = 'the control plane has no /deliveries, and the target file sets no waitingTime';
  return { tellsSettled, lacks: isBlind ? { silence } : {} };
}

/** A control plane that gives no answer now may give one when a scenario asks. */
async function isOffered(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return !(error instanceof NotOffered);
  }
}

/** A target as far as it is known without starting it or asking it anything. */

type Described =
  | 'name'
  | 'chosenBy'
  | 'accessUrl'
  | 'webFormUrl'
  | 'settings'
  | 'wire'
  | 'lacks'
  | 'takesPreferences';

export interface PlannedTarget extends Pick<Target, Described> {
  readonly controlUrl?: string;
  /** Whether it is started by the run and ends with it. */
  readonly isOwn: boolean;
  /** Whether each case needs a user of its own. */
  readonly hasUsers: boolean;
  readonly mayWrite: boolean;
  /** The environment variables that its file names and that are not set. */
  readonly missing: readonly string[];
}

/** Where a target of our own listens: any free port. */
const LOOPBACK = 'http://127.0.0.1';
const OWN = {
  accessUrl: LOOPBACK,
  webFormUrl: LOOPBACK,
  wire: defaultTargetSettings,
  missing: [],
  mayWrite: true,
  isOwn: true,
} as const;

/** `path` is where the file stands, if it is one. Throws InputError for a file that is no target or whose cipher cannot be used. */
export async function plannedTarget(chosenBy: string, path = chosenBy): Promise<PlannedTarget> {
  if (chosenBy === 'mock') {
    const settings = mockSettings;
    return {
      ...OWN,
      name: chosenBy,
      chosenBy,
      settings,
      lacks: MOCK_LACKS,
      takesPreferences: true,
      hasUsers: false,
    };
  }
  if (chosenBy === 'sandbox') {
    const settings = judgeSettings(defaultTargetSettings, LOOPBACK);
    return { ...OWN, name: chosenBy, chosenBy, settings, lacks: {}, takesPreferences: false, hasUsers: true };
  }
  const file = await readTargetFile(path, ['mock', 'sandbox']);
  const { name, accessUrl, webFormUrl, controlUrl, credentials } = file;
  const wire = withDefaults(file.settings);
  const missing = missingCredentials(file);
  const isKeyMissing = missing.includes(credentials.dataDecryptionKey?.env ?? '');
  // Nothing is called: a control plane and its receiver open when they are first needed.
  const control = controlUrl === undefined ? undefined : httpControl(controlUrl, 0);
  const folder = dirname(path);
  const { lacks } = isKeyMissing ? { lacks: {} } : await messagingOf(file, { chosenBy, folder, control });
  return {
    name,
    chosenBy,
    accessUrl,
    webFormUrl,
    ...(controlUrl !== undefined && { controlUrl }),
    wire,
    settings: judgeSettings(wire, webFormUrl),
    lacks,
    takesPreferences: false,
    isOwn: false,
    hasUsers: true,
    mayWrite: mayWrite(file),
    missing,
  };
}

/** Finds out whether a run can begin with a target, without starting it or asking it anything. */

const OWN_READY_TARGET = ['mock', 'sandbox'];

/** `path` is where the file stands, if it is one. Throws InputError as starting it would: for its file, credentials, and cipher. */
export async function readyTarget(chosenBy: string, path: string): Promise<PlannedTarget> {
  if (!OWN_READY_TARGET.includes(chosenBy)) await readyTargetFile(chosenBy, path, OWN_READY_TARGET);
  return plannedTarget(chosenBy, path);
}
