/** Whether messages can go to the callback URL that a client is given: better refused at once than at every delivery. */
import { callbackAddress, RefusedAddress } from '../../../contracts/src/contract/callback-address.ts';
import type { World } from '../world.ts';

/** One line that says why the URL is refused. A name may still lead where nothing is sent; its delivery tells. */
export function refusedCallback({ userNotificationCallbackUrl: url }: World['client']): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    callbackAddress(url);
    return undefined;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    return `userNotificationCallbackUrl is refused: ${error.message}`;
  }
}
