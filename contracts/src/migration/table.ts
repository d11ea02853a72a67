/** The migration table as data, generated from `contracts/migration/*.csv`. */
import json from '../../generated/migration.json' with { type: 'json' };
import type { MigrationTable } from './row.ts';

export const table = json as unknown as MigrationTable;
