/** How messages of a target file reach the run, and what of them is out of reach and why. */
import type { Control } from '../calls/control.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import { NotOffered } from '../calls/not-offered.ts';
import { createMailbox } from '../scenarios/mailbox.ts';
import type { MessagingPlace, Offers, Target } from './target.ts';
import { targetCipher } from './target-cipher.ts';
import type { TargetFile } from './target-file.ts';
import { withDefaults } from './target-settings.ts';

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

/** Throws Stop for a cipher or a key that cannot be used. */
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
