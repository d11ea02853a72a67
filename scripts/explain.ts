/** Tells what the contract says of a clause, a field, a fault or a setting, and what the documentation leaves open. */
import { explainCommand } from '../contracts/src/cli/explain.ts';
import { run } from '../contracts/src/cli/run.ts';
import { workbench } from '../src/drive/workbench.ts';

await run(explainCommand(async () => workbench((await import('../suites/catalogue.ts')).catalogue)));
