/** Where the messages of a run arrive: a receiver that is opened when first needed, and the calls that came to it. */
import { type Received, type Receiver, receive } from '../../../contracts/src/node/receiver.ts';
import { Unproven } from '../unproven.ts';

export interface MailboxPlace {
  /** Loopback and any free port by default. */
  readonly host?: string;
  readonly port?: number;
  /** Where the target reaches the receiver, if not at its own address. */
  readonly publicUrl?: string;
}

/** The calls that came to a callback URL, until they are taken. */
export interface ReceivedCalls {
  /** Removes and returns what has come. */
  take(): readonly Received[];
  /** How many calls there are, as soon as they are enough or none came for so many milliseconds. */
  wait(patience: number, enough?: number): Promise<number>;
}

export interface Mailbox extends ReceivedCalls {
  /** The callback URL for the client configuration; throws Unproven when nothing can listen there. */
  address(): Promise<string>;
  /** Whether a call came to the path of the callback URL; unknown behind a public URL, where a proxy may change paths. */
  isAddressed(call: Received): boolean;
  close(): Promise<void>;
}

/** A path of its own shows that messages go to the configured address and not merely to its host. */
export const CALLBACK_PATH = '/notifications/of-this-run?to=contracts';

export function createMailbox({ host, port, publicUrl }: MailboxPlace = {}): Mailbox {
  const { add, take, wait } = receivedCalls();
  let receiver: Promise<Receiver> | undefined;
  return {
    take,
    wait,
    address: async () => {
      receiver ??= receive({
        ...(host !== undefined && { host }),
        ...(port !== undefined && { port }),
        onCall: add,
      });
      const { url } = await receiver.catch((error: NodeJS.ErrnoException) => {
        throw new Unproven(
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

export function receivedCalls(): ReceivedCalls & { add(call: Received): void } {
  let calls: Received[] = [];
  let added = (): void => {};
  return {
    add: (call) => {
      calls.push(call);
      added();
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
          added = () => {};
          resolve(calls.length);
        };
        const timer = setTimeout(end, patience);
        added = () => (calls.length >= enough ? end() : timer.refresh());
        if (calls.length >= enough) end();
      }),
  };
}
