/** Reads and writes JSON without changing a digit, for amounts and ids that a JavaScript number cannot hold. */
export { exactDigits, JsonError, readJson, writeJson } from './base/exact-json.ts';
export type { Decimal, ExactNumber } from './base/json-value.ts';
