/** Tells what the contract says of a clause, a field, a fault or a setting, and what the documentation leaves open. */

import { run } from '../src/cli/exit-codes.ts';
import { explainCommand } from '../src/cli/explain.ts';
import { workbench } from '../src/cli/workbench.ts';

await run(explainCommand(async () => workbench((await import('../suites/catalogue.ts')).catalogue)));
