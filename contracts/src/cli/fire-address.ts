/** The address that `fire` sends to. */
import { callbackAddress } from '../contract/callback-address.ts';
import { Stop } from '../contract/stop.ts';

/** Throws Stop 64 for an address that no message is sent to; its line repeats no credentials, as commander's own would. */
export function fireAddress(text: string): URL {
  try {
    return callbackAddress(text);
  } catch (error) {
    const { message } = error as Error;
    throw new Stop(64, `--to: ${message}; pass one such as http://localhost:3000/hook.`);
  }
}
