/** Says what is wrong with the content of a target file. */
import { validate } from '../../generated/validators/target-file.js';
import type { SchemaError, SchemaNode } from './compiled.ts';
import { nearest } from './nearest.ts';
import { type NamingSettings, settingsProblem } from './settings-problem.ts';

/** An error in the words of ajv. */
interface WordedError extends SchemaError {
  readonly message: string;
  readonly parentSchema: SchemaNode;
}

/**
 * One clause of a sentence, which repeats no value; undefined for a good file. `partly`: who calls nobody may leave out
 * what only a run needs, such as the addresses.
 */
export function targetProblem(content: unknown, { partly = false } = {}): string | undefined {
  validate(content);
  const errors = (validate.errors ?? []) as WordedError[];
  const found = partly ? errors.find(({ keyword }) => keyword !== 'required') : errors[0];
  return found ? wordsOf(found) : settingsProblem((content as { settings?: NamingSettings }).settings);
}

function wordsOf({ instancePath, message, params, parentSchema }: WordedError): string {
  const unknown = 'additionalProperty' in params ? String(params['additionalProperty']) : undefined;
  const meant = unknown && nearest(unknown, Object.keys(parentSchema.properties ?? {}));
  const named = unknown === undefined ? '' : ` (${unknown}${meant ? `; did you mean ${meant}?` : ''})`;
  const allowed = 'allowedValues' in params ? ` (${(params['allowedValues'] as string[]).join(', ')})` : '';
  return `${instancePath || 'it'} ${message}${named}${allowed}`;
}
