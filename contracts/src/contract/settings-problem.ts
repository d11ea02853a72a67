/** Finds in the settings of a target file what its schema cannot know: names that are no documented field. */
import open from '../../generated/validators/open.js';

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
