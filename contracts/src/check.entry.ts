/** Judges recorded exchanges and messages, as the verb `check` does. */
export { type Checked, type CheckOptions, check } from './records/check-one.ts';
