/** The switch from V1 to Web Form V2: requests there and back, the comparison of two requests, and the table behind both. */
export {
  type ComparedField,
  type Comparison,
  compareImport,
  comparePayment,
} from './migration/compare-requests.ts';
export { comparisonText } from './migration/comparison-text.ts';
export {
  type FieldResult,
  type FieldVerdict,
  isBlocking,
  type MigrationDecisions as Decisions,
} from './migration/mapping-engine.ts';
export {
  type Fate,
  type FieldRow,
  type MappingRow as Row,
  type MigrationTable,
  table,
} from './migration/mapping-table.ts';
export {
  importToV1,
  type MappedToV1,
  type Migrated,
  migrateImport,
  migratePayment,
  paymentToV1,
  submitFields,
} from './migration/migrate-request.ts';
