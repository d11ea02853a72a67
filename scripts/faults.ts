/** Runs the cases against a sandbox with each fault, and reports which faults they catch: `npm run faults`. */
import { run } from '../src/cli/exit-codes.ts';
import { faultsCommand } from './faults/faults-command.ts';

await run(faultsCommand());
