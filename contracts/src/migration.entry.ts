/** The switch from V1 to Web Form V2: requests there and back, the comparison of two requests, and the table behind both. */

export type { ComparedField } from './migration/compare-requests.ts';
export { type Comparison, compareImport, comparePayment } from './migration/compare-requests.ts';
export type { Fate, FieldRow, MigrationTable, Row } from './migration/converters.ts';
export { comparisonMarkdown, comparisonText } from './migration/field-table.ts';
export type { Decisions } from './migration/mapping-engine.ts';
export { type FieldResult, type FieldVerdict, isBlocking } from './migration/mapping-engine.ts';
export { table } from './migration/mapping-table.ts';
export {
  type BroughtHome,
  importHomeToV1,
  type Migrated,
  migrateImport,
  migratePayment,
  paymentHomeToV1,
  submitFields,
} from './migration/migrate-request.ts';
