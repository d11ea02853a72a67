/** Opens a described target for calls: mock, sandbox, or the target of a file. */

import { randomBytes } from 'node:crypto';
import { KnownValues, type Secrets } from '../../../contracts/src/base/known-values.ts';
import { only, withProblems } from '../../base/errors.ts';
import type { FaultHooks } from '../../sandbox/fault-hooks.ts';
import { type Control, httpControl } from '../control.ts';
import { earlierRules } from '../listen-run.ts';
import { Pace } from '../pace.ts';
import { createMailbox } from '../scenarios/mailbox.ts';
import { boundedSender } from '../sender.ts';
import { describedMock, problemsOf, withoutSlash } from '../targets/describe-target.ts';
import type { TargetDescription } from '../targets/target.ts';
import { targetCipher } from '../targets/target-cipher.ts';
import { fromEnvironment } from '../targets/target-file.ts';
import { targetTls } from '../targets/target-tls.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import { httpTarget } from './http-target.ts';
import { startMock } from './prism-mock.ts';
import { startSandboxInProcess } from './sandbox-target.ts';
import type { Offers, Started, Target } from './session.ts';
import { Traces } from './traces.ts';

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
  const newSender = () => {
    const ending = new AbortController();
    return { timeLimit, ending, sendHttp: boundedSender({ ending }, pace, tls) };
  };
  const sender = newSender();
  // What restores the world is sent after the end of the run, too.
  const restoring = newSender();
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

/** How messages of the target of a file reach the run. Throws InputError for a cipher or key that cannot be used. */
export async function messagingOf(
  described: Pick<TargetDescription, 'file' | 'chosenBy' | 'folder' | 'settings' | 'listens'>,
  control: Control | undefined,
) {
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
    countMeanings: new Map(),
    offers: () => {
      offers ??= offersOf(control, waitingTime);
      return offers;
    },
  };
}

async function offersOf(control: Control | undefined, waitingTime: number | undefined): Promise<Offers> {
  if (!control) return { reportsSettled: false, lacks: {} };
  // An empty update changes nothing.
  if (!(await isOffered(() => control.runBatchUpdate({}))))
    return { reportsSettled: false, lacks: { messages: 'the control plane runs no batch updates' } };
  const reportsSettled = await isOffered(() => control.settledDeliveries());
  const isBlind = !reportsSettled && waitingTime === undefined;
  const silence = 'the control plane has no /deliveries, and the target file sets no waitingTime';
  return { reportsSettled, lacks: isBlind ? { silence } : {} };
}

/** A control plane that does not respond now may do so when a scenario needs it. */
async function isOffered(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    only(error, Unproven);
    return !(error instanceof OutOfReach);
  }
}

/** The mocks as a target. They respond in documented shapes, repeat the documented examples and have no memory. */
export async function startMockTarget(): Promise<Started> {
  const { stop, ...urls } = await startMock({ port: 0, webFormPort: 0 });
  const target: Target = {
    ...describedMock,
    ...urls,
    deviations: [],
    baselines: new Map(),
    timeLimit: 10_000,
    ending: new AbortController(),
    session: async () => ({
      values: {
        clientId: 'example-client',
        clientSecret: 'example-secret',
        userName: 'example-user',
        userPassword: 'example-password',
        fresh: 'example-user',
      },
      token: async (caller) => (caller === 'no one' ? undefined : `${caller}-token-of-the-mock`),
      createUser: async () => {},
      lifetime: async () => 3600,
    }),
  };
  return { target, stop };
}
