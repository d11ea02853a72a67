/** The test matchers for jest: `expect.extend(matchers)`. */
export { matchers } from '../matchers/jest.ts';
