/** The test matchers for vitest: `expect.extend(matchers)`. */
export { matchers } from '../matchers/vitest.ts';
