/** Writes the Web Form V2 request that replaces a V1 request. */

import { run } from '../src/cli/exit-codes.ts';
import { migrateCommand } from '../src/cli/migrate.ts';

await run(migrateCommand());
