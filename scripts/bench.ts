/** Measures what the project promises of its speed, as ratios against a baseline in the same run. */
import { Command, Option } from 'commander';
import { type Figure, figureLine, figuresTable } from '../src/bench/bench-figure.ts';
import {
  assessFigure,
  checkFigures,
  mappingFigure,
  messageFigures,
  validatorsFigure,
} from '../src/bench/judging-figures.ts';
import { faultFigures, recordingLoadFigures, verifyFigures } from '../src/bench/recording-load.ts';
import { sandboxFigures } from '../src/bench/sandbox-load.ts';
import { run } from '../src/cli/exit-codes.ts';
import { writeFigures } from '../src/faults/strength.ts';

const FIGURES = {
  // First: the same code is a third slower in a process that has started others before.
  mapping: mappingFigure,
  verify: verifyFigures,
  check: checkFigures,
  assess: assessFigure,
  recording: recordingLoadFigures,
  messages: messageFigures,
  validators: validatorsFigure,
  sandbox: sandboxFigures,
  faults: faultFigures,
};

await run(
  new Command('bench')
    .description(
      'Measure the promised figures; a line that begins with ! misses its limit, and the exit code is 1.',
    )
    .addOption(new Option('--only <names...>', 'measure these alone').choices(Object.keys(FIGURES)))
    .option('--megabytes <number>', 'size of the large recording (default: 400)', Number)
    .addHelpText('after', '\nExample:\n  npm run -s bench -- --only check')
    .action(async ({ only, megabytes }: { only?: string[]; megabytes?: number }) => {
      const measured: Figure[] = [];
      const measure = async (name: keyof typeof FIGURES): Promise<void> => {
        for (const figure of [await FIGURES[name](megabytes)].flat()) {
          measured.push(figure);
          process.stdout.write(`${figureLine(figure)}\n`);
          if (!figure.isMet) process.exitCode = 1;
        }
      };
      for (const name of (only ?? Object.keys(FIGURES)) as (keyof typeof FIGURES)[]) await measure(name);
      if (!only) writeFigures('bench', figuresTable(measured));
    }),
);
