/** Measures what the project promises of its speed, as ratios against a baseline in the same run. */
import { Command } from 'commander';
import { run } from '../contracts/src/cli/run.ts';
import { checkFigure } from '../src/bench/check.ts';
import { figureLine, isMet } from '../src/bench/figure.ts';
import { mappingFigure } from '../src/bench/mapping.ts';
import { verifyFigures } from '../src/bench/verify.ts';

await run(
  new Command('bench')
    .description(
      'Measure the promised figures; a line that begins with ! misses its limit, and the exit code is 1.',
    )
    .addHelpText('after', '\nExample:\n  npm run -s bench')
    .action(async () => {
      for (const measure of [verifyFigures, mappingFigure, checkFigure]) {
        for (const figure of [await measure()].flat()) {
          process.stdout.write(`${figureLine(figure)}\n`);
          if (!isMet(figure)) process.exitCode = 1;
        }
      }
    }),
);
