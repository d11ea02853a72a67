// Runs every test of the project, in a new random order each time.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'contracts/dist/**'],
    setupFiles: ['vitest.setup.ts'],
    sequence: { shuffle: true },
    testTimeout: 30_000,
  },
});
