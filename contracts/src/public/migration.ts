/** The switch from V1 to Web Form V2: requests there and back, the comparison of two requests, and the table behind both. */
export type { Decisions } from '../migration/carry.ts';
export { type Comparison, compareImport, comparePayment } from '../migration/compare.ts';
export type { ComparedField } from '../migration/compared-fields.ts';
export { comparisonMarkdown, comparisonText } from '../migration/comparison-text.ts';
export { type FieldResult, type FieldVerdict, isBlocking } from '../migration/field.ts';
export { type Migrated, migrateImport, migratePayment, submitFields } from '../migration/migrate.ts';
export type { Fate, FieldRow, MigrationTable, Row } from '../migration/row.ts';
export { table } from '../migration/table.ts';
export { type BroughtHome, importHomeToV1, paymentHomeToV1 } from '../migration/way-home.ts';
