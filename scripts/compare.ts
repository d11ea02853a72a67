/** Judges a Web Form V2 request against the V1 request it replaces. */
import { compareCommand } from '../src/cli/compare.ts';
import { run } from '../src/cli/exit-codes.ts';

await run(compareCommand());
