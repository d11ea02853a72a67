/** Where the messages of a run arrive: a receiver that is opened when it is first needed, and what came to it. */
import { type Received, type Receiver, receive } from '../../../contracts/src/callback/receiver.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import { type HeardCalls, heardCalls } from './heard-calls.ts';

export interface MailboxPlace {
  /** Loopback, and any free port, unless given. */
  readonly host?: string;
  readonly port?: number;
  /** Where the target reaches it, when that is another address than the one it listens on. */
  readonly publicUrl?: string;
}

export interface Mailbox extends Pick<HeardCalls, 'take' | 'wait'> {
  /** The callback URL for the client configuration; NoAnswer when nothing can listen there. */
  address(): Promise<string>;
  /** Whether a call came in on the path of the callback URL; what stands before the receiver may change paths. */
  isAddressed(call: Received): boolean;
  close(): Promise<void>;
}

/** A path of its own shows whether messages go to the configured address and not merely to its host. */
export const CALLBACK_PATH = '/notifications/of-this-run?to=contracts';

export function createMailbox({ host, port, publicUrl }: MailboxPlace = {}): Mailbox {
  const { hear, take, wait } = heardCalls();
  let receiver: Promise<Receiver> | undefined;
  return {
    take,
    wait,
    address: async () => {
      receiver ??= receive({
        ...(host !== undefined && { host }),
        ...(port !== undefined && { port }),
        onCall: hear,
      });
      const { url } = await receiver.catch((error: NodeJS.ErrnoException) => {
        throw new NoAnswer(
          `the receiver of messages cannot listen on ${host}:${port} (${error.code ?? error.message})`,
        );
      });
      return publicUrl ?? url + CALLBACK_PATH;
    },
    isAddressed: ({ path }) => publicUrl !== undefined || path === CALLBACK_PATH,
    close: async () => {
      const opened = await receiver?.catch(() => undefined);
      await opened?.close();
    },
  };
}
