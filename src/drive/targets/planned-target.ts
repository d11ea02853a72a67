/** A target as far as it is known without starting it or asking it anything. */
import { dirname } from 'node:path';
import { judgeSettings } from '../../../contracts/src/judge/judge-settings.ts';
import { httpControl } from '../calls/control.ts';
import { MOCK_LACKS, mockSettings } from './mock-target.ts';
import type { Target } from './target.ts';
import { mayWrite, missingCredentials, readTargetFile } from './target-file.ts';
import { messagingOf } from './target-messaging.ts';
import { defaultTargetSettings, withDefaults } from './target-settings.ts';

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

/** `path` is where the file stands, if it is one. Throws Stop(2) for a file that is no target or whose cipher cannot be used. */
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
