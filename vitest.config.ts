// Runs the tests in a new random order each time: the fast ones, or with SLOW=1 those that start processes, pack, compile or drive a browser.
import { defineConfig } from 'vitest/config';

const isSlow = process.env['SLOW'] === '1';

// Tests are hermetic: what the program and Node read of the caller's environment is not there.
for (const name of Object.keys(process.env))
  if (
    /^(DATA_DECRYPTION_KEY|CLIENT_(ID|SECRET)|INIT_CWD|NODE_USE_ENV_PROXY|GITHUB_.*|\w+_PROXY)$/i.test(name)
  )
    delete process.env[name];

export default defineConfig({
  test: {
    include: [isSlow ? '**/*.slow.test.ts' : '**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(isSlow ? [] : ['**/*.slow.test.ts'])],
    setupFiles: ['vitest.setup.ts'],
    globalSetup: isSlow ? ['scripts/package/packed-once.ts'] : [],
    sequence: { shuffle: true },
    // On two cores, one worker less than cores would leave half of the machine idle.
    maxWorkers: '100%',
    // No test is timed: the limit only ends one that hangs, on a machine of any load.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
