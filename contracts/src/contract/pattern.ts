/** Whether a text is a regular expression, as a target file may hold them. */

export function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}
