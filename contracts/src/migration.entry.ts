/** The switch from V1 to Web Form V2: the requests of V2, the comparison of two requests, and the table behind both. */
export {
  type ComparedField,
  type Comparison,
  compareImport,
  comparePayment,
} from './migration/compare-requests.ts';
export type { FieldResult, FieldVerdict } from './migration/mapping-engine.ts';
export {
  type Fate,
  type FieldRow,
  type MappingRow as Row,
  type MigrationTable,
  table,
} from './migration/mapping-table.ts';
export {
  type Migrated,
  migrateImport,
  migratePayment,
} from './migration/migrate-request.ts';
export type { MigrationDecisions as Decisions } from './migration/migration-decisions.ts';
