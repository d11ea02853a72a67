/** The test matchers for vitest: `expect.extend(matchers)`. */
export { matchers } from './integrations/vitest-matchers.ts';
