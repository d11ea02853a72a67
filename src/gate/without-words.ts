/** Tells in schemas and documents what only people and reports read from what binds. */

/** Keys under which every key is a name, even `title`. */
const NAMES = /^((pattern)?properties|schemas|parameters|headers|responses|\$defs)$/i;
/** Keys under which a value stands as it is sent. */
const VALUES = ['const', 'enum', 'default'];
const FOR_PEOPLE =
  /^(title|summary|description|examples?|deprecated|readOnly|writeOnly|info|externalDocs|\$(comment|schema|id))$/;

export function isForPeople(key: string): boolean {
  return FOR_PEOPLE.test(key);
}

/** Citations and marks for reports too. That a field is encrypted binds who reads it. */
export function isWords(key: string): boolean {
  return isForPeople(key) || (key.startsWith('x-') && key !== 'x-encrypted');
}

/** A copy of a schema or document without the keys that are left out, words and citations unless told otherwise. */
export function withoutWords(value: unknown, isLeftOut = isWords, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item, isLeftOut));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !isLeftOut(key));
  return Object.fromEntries(
    kept.map(([key, part]) => [
      key,
      !areNames && VALUES.includes(key) ? part : withoutWords(part, isLeftOut, !areNames && NAMES.test(key)),
    ]),
  );
}
