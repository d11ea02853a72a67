/** The messages of all rules of a user carry the callbackHandle of the first one. */
import type { FaultySeams } from '../fault.ts';

export function handleOfFirstRule(): FaultySeams {
  return {
    plainMessage: (message, { rule, update: { user } }) => {
      const callbackHandle = user.rules[0]?.callbackHandle ?? rule.callbackHandle;
      return callbackHandle === message.callbackHandle ? message : { ...message, callbackHandle };
    },
  };
}
