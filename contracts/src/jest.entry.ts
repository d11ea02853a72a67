/** The test matchers for jest: `expect.extend(matchers)`. */
export { matchers } from './integrations/jest-matchers.ts';
