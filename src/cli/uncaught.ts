/** From its import on, an error that nothing catches is one of ours: imported first, also one while the program loads. */
import { writeSync } from 'node:fs';
import { internalErrorLine } from './internal-error.ts';

/** The value of EXIT.internal, whose module may be what failed. */
const INTERNAL = 70;
const STDERR = 2;

// The stream is not used: its guard may be what failed. A test runner has a handler of its own.
if (process.listenerCount('uncaughtException') === 0)
  process.on('uncaughtException', (error) => {
    writeSync(STDERR, `${internalErrorLine(error)}\n`);
    process.exit(INTERNAL);
  });
