/** Tells what the contract says of a clause or a setting, and what the documentation leaves open. */
import { explainCommand } from '../contracts/src/cli/explain.ts';
import { run } from '../contracts/src/cli/run.ts';

await run(explainCommand());
