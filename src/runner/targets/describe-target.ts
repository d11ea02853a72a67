/** Describes the target that `--target` names: mock, sandbox or the path of a target file. */
import { dirname } from 'node:path';
import { defaultTestData } from '../../../contracts/generated/test-data.ts';
import { KnownValues, plainText, SHORTEST_KNOWN } from '../../../contracts/src/base/known-values.ts';
import { InputError, only } from '../../base/errors.ts';
import { andList } from '../../base/words.ts';
import type { Urls } from '../../sandbox/http-server.ts';
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import type { Lacks, TargetDescription } from './target.ts';
import {
  fromEnvironment,
  mayWrite,
  missingCredentials,
  readTargetFile,
  type TargetFile,
  targetSettings,
} from './target-file.ts';
import { targetTls } from './target-tls.ts';

/** URLs of a sandbox without a socket: no request leaves the process. */
export const IN_PROCESS: Urls = {
  accessUrl: 'http://127.0.0.1:4020',
  webFormUrl: 'http://127.0.0.1:4021',
  controlUrl: 'http://127.0.0.1:4022',
};

export const describedSandbox: TargetDescription = {
  name: 'sandbox',
  chosenBy: 'sandbox',
  accessUrl: IN_PROCESS.accessUrl,
  webFormUrl: IN_PROCESS.webFormUrl,
  settings: targetSettings(OWN_VERSIONS, IN_PROCESS.webFormUrl),
  lacks: {},
  testData: OWN_TEST_DATA,
  isOwn: true,
  hasControl: true,
};

export const describedMock: TargetDescription = {
  name: 'mock',
  chosenBy: 'mock',
  accessUrl: 'http://127.0.0.1',
  webFormUrl: 'http://127.0.0.1',
  // The addresses of the examples are on a reserved host.
  settings: { ...targetSettings(OWN_VERSIONS), readsRequests: false, webFormHosts: ['webform.example'] },
  lacks: {
    judgement: 'a mock responds from the documents and judges requests by nothing else',
    memory: 'a mock remembers nothing',
    clock: 'a mock has no clock',
    messages: 'a mock runs no batch update and sends no messages',
  },
  takesPreferences: true,
  isOwn: true,
  hasControl: false,
  testData: OWN_TEST_DATA,
};

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
  const { callback, credentials } = file;
  const needed = {
    'callback.publicUrl': callback?.publicUrl,
    'credentials.dataDecryptionKey': credentials.dataDecryptionKey,
    'credentials.user': credentials.user,
  };
  const lacking = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? name : []));
  if (listens !== undefined && lacking.length > 0)
    throw new InputError(`${chosenBy}: --listen needs ${andList(lacking)} in it.`);
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

/** Why a run cannot use the target of a file, each as part of a sentence. */
export function problemsOf(file: TargetFile, listens: boolean): string[] {
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

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
