/** Judges a Web Form V2 request against the V1 request it replaces. */
import { compareCommand } from '../contracts/src/cli/compare.ts';
import { run } from '../contracts/src/cli/run.ts';

await run(compareCommand());
