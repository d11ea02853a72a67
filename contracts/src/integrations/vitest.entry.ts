/** The matchers for vitest: `expect.extend(matchers)`, and `expect` knows their types. Nothing of vitest is loaded. */
import type { ContractMatchers } from './matchers.ts';

export { matchers } from './matchers.ts';

declare global {
  namespace Chai {
    // Vitest 4 and 5 give `Matchers` different parameters, and both extend this one. It does not know the received type, so every
    // call needs an `await`, though only a response of fetch returns a promise.
    interface Assertion extends ContractMatchers<Promise<void>, unknown> {}
  }
}
