/** Judges recorded exchanges and messages, as the verb `check` does. */
export { type Checked, check } from '../record/check.ts';
