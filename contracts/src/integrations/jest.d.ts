// The types of jest's `expect` that the matchers extend: jest itself is not installed here, and `npm run interop` compiles with it.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
