/** Runs StrykerJS on parts of the package that judge, build messages and migrate; outside of CI, since it takes an hour. */
import { join } from 'node:path';
import { Command } from 'commander';
import { run } from '../src/cli/exit-codes.ts';
import { strykerTools } from './locked-tools.ts';
import { PROJECT } from './project.ts';

/** What is used of `@stryker-mutator/core`, whose types are not installed for the compiler. */
type StrykerCore = { readonly Stryker: new (options: object) => { runMutationTest(): Promise<unknown> } };

const PARTS = ['judge', 'messages', 'migration'];
/** In percent. */
const LEAST = 85;

await run(
  new Command('mutate')
    .description(
      'Run the tests against the mutants of StrykerJS in the judges, the messages and the migration.',
    )
    .argument('[files...]', 'only these files of contracts/src, such as judge/events', PARTS)
    .addHelpText('after', '\nExample:\n  npm run mutate -- judge/events')
    .action(async (files: readonly string[]) => {
      strykerTools.install();
      const { Stryker } = await strykerTools.load<StrykerCore>('@stryker-mutator/core');
      process.chdir(PROJECT);
      await new Stryker({
        mutate: files.map((file) => `contracts/src/${file}${file.endsWith('.ts') ? '' : '/**/!(*.test).ts'}`),
        plugins: [strykerTools.path('@stryker-mutator/vitest-runner/dist/src/index.js')],
        testRunner: 'vitest',
        vitest: { dir: 'contracts/src' },
        // Mutants of what runs while modules load are few, and each would run every test.
        ignoreStatic: true,
        reporters: ['clear-text', 'progress-append-only', 'html'],
        htmlReporter: { fileName: join('reports', 'mutation.html') },
        ignorePatterns: ['reports', '.git'],
        cleanTempDir: 'always',
        thresholds: { high: 95, low: LEAST, break: LEAST },
      }).runMutationTest();
    }),
);
