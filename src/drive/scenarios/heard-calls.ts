/** The calls that came to a callback URL, until they are taken. */
import type { Received } from '../../../contracts/src/callback/receiver.ts';

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
