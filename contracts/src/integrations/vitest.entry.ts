/** The matchers for vitest: `expect.extend(matchers)`, and `expect` knows their types. Nothing of vitest is loaded. */
import type { ContractMatchers } from './matchers.ts';

export { matchers } from './matchers.ts';

declare global {
  namespace Chai {
    // Vitest 4 and 5 give `Matchers` different parameters, and both extend this one. It does not know what was received, so
    // that the type asks for an `await` where only a response of fetch needs it.
    interface Assertion extends ContractMatchers<Promise<void>, unknown> {}
  }
}
