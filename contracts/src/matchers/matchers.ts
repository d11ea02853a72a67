/** Both matchers, as `expect.extend` of vitest and of jest takes them. */
import { toBeNotification } from './to-be-notification.ts';
import { toMatchContract } from './to-match-contract.ts';

export const matchers = { toMatchContract, toBeNotification };
