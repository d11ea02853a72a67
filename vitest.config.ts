// Runs every test of the project, in a new random order each time.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'contracts/dist/**'],
    sequence: { shuffle: true },
    testTimeout: 30_000,
  },
});
