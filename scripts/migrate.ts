/** Writes the Web Form V2 request that replaces a V1 request. */
import { migrateCommand } from '../contracts/src/cli/migrate.ts';
import { run } from '../contracts/src/cli/run.ts';

await run(migrateCommand());
