/** Whether JSON.parse reads the text; says nothing about repeated keys. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
