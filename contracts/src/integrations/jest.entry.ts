/** The matchers for jest: `expect.extend(matchers)`, and `expect` knows their types. Nothing of jest is loaded. */
import type { ContractMatchers } from './matchers.ts';

export { matchers } from './matchers.ts';

// The type parameters must equal jest's: first for @jest/globals, then for the global `expect` of @types/jest.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ContractMatchers<R, T> {}
}
declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the default is that of @types/jest
    interface Matchers<R, T = {}> extends ContractMatchers<R, T> {}
  }
}
