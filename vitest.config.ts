// Runs the tests in a new random order each time: the fast ones, or with SLOW=1 those that start processes, pack, compile or drive a browser.
import { defineConfig } from 'vitest/config';

const isSlow = process.env['SLOW'] === '1';

export default defineConfig({
  test: {
    include: [isSlow ? '**/*.slow.test.ts' : '**/*.test.ts'],
    exclude: ['**/node_modules/**', 'contracts/dist/**', ...(isSlow ? [] : ['**/*.slow.test.ts'])],
    setupFiles: ['vitest.setup.ts'],
    sequence: { shuffle: true },
    // On two cores, one worker less than cores would leave half of the machine idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
  },
});
