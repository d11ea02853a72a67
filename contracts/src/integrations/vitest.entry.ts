/** The matchers for vitest: `expect.extend(matchers)`, and `expect` knows their types. Nothing of vitest is loaded. */
import type { ContractMatchers } from './matchers.ts';

export { matchers } from './matchers.ts';

declare module 'vitest' {
  // The parameters have to be those of vitest.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends ContractMatchers<R, T> {}
}
