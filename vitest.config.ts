// Runs every test of the project, in a new random order each time.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'contracts/dist/**'],
    setupFiles: ['vitest.setup.ts'],
    sequence: { shuffle: true },
    // On two cores, one worker less than cores would leave half of the machine idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
  },
});
