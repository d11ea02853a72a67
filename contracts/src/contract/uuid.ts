/** A UUID in its usual spelling, of any version (web form `id`). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
