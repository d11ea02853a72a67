/** The calls that came to a callback URL, until they are taken. */
import { type Received, type Receiver, receive } from '../../../contracts/src/node/receiver.ts';
import { NoAnswer } from '../verdict.ts';

/** How calls that came in are read; part of a mailbox. */
export interface HeardCalls {
  hear(call: Received): void;
  /** What has come since it was last taken. */
  take(): readonly Received[];
  /** How many calls lie there, as soon as they are enough or none came for so many milliseconds. */
  wait(patience: number, enough?: number): Promise<number>;
}

export function heardCalls(): HeardCalls {
  let calls: Received[] = [];
  let heard = (): void => {};
  return {
    hear: (call) => {
      calls.push(call);
      heard();
    },
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    wait: (patience, enough = Number.POSITIVE_INFINITY) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          heard = () => {};
          resolve(calls.length);
        };
        const timer = setTimeout(end, patience);
        heard = () => (calls.length >= enough ? end() : timer.refresh());
        if (calls.length >= enough) end();
      }),
  };
}

/** Where the messages of a run arrive: a receiver that is opened when it is first needed, and what came to it. */

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
