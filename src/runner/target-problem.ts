/** Finds in the settings of a target file what its schema cannot know: names that are no documented field. */
import open from '../../contracts/generated/validators/open.js';
import { validate } from '../../contracts/generated/validators/target-file.js';
import type { SchemaError, SchemaNode } from '../../contracts/src/base/compiled-schema.ts';
import { nearest } from '../../contracts/src/base/text.ts';

/** The settings that name fields. */
export interface NamingSettings {
  readonly fieldAliases?: Readonly<Record<string, readonly string[]>>;
  readonly nullAsAbsent?: readonly string[];
  readonly toleratedTimeFormats?: Readonly<Record<string, readonly string[]>>;
}

const TIME = /"format":"(date|envelope-time|german-time|web-form-time)"/;

/** One clause of a sentence; undefined when there is nothing to find. A mistyped name would else tolerate nothing, silently. */
export function settingsProblem(settings: NamingSettings = {}): string | undefined {
  const { fieldAliases = {}, nullAsAbsent = [], toleratedTimeFormats = {} } = settings;
  const named: [setting: string, names: readonly string[]][] = [
    ['fieldAliases', Object.keys(fieldAliases)],
    ['nullAsAbsent', nullAsAbsent],
    ['toleratedTimeFormats', Object.keys(toleratedTimeFormats)],
  ];
  const fields = receivedFields();
  for (const [setting, names] of named) {
    const unknown = names.find((name) => !fields.has(name));
    if (unknown !== undefined)
      return `/settings/${setting} names ${unknown}, which is no field of a documented answer or message`;
  }
  const timeless = Object.keys(toleratedTimeFormats).find((name) => !TIME.test(fields.get(name) ?? ''));
  return timeless === undefined
    ? undefined
    : `/settings/toleratedTimeFormats names ${timeless}, which holds no time`;
}

/** Every field of an answer, a message or decrypted details, and what the schemas say of it, as text. */
function receivedFields(): Map<string, string> {
  const fields = new Map<string, string>();
  const gather = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, part] of Object.entries(node)) {
      if (key === 'properties') {
        for (const [name, field] of Object.entries(part as object))
          fields.set(name, (fields.get(name) ?? '') + JSON.stringify(field));
      }
      gather(part);
    }
  };
  for (const [name, { schema }] of Object.entries(open)) if (!name.endsWith('.request')) gather(schema);
  return fields;
}

/** Says what is wrong with the content of a target file. */

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
