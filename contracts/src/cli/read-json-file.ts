/** Reads a JSON file that the user named, every number with its digits, or stops with one line that says why not. */
import { JsonError, type JsonText, readJson } from '../contract/exact-json.ts';
import { Stop } from '../contract/stop.ts';
import { inputBytes } from './input-bytes.ts';

/** Both views of the JSON of the file, the exact one with every digit. Throws Stop 2 for what is no readable JSON file up to 64 MB. */
export async function readJsonFile(path: string): Promise<JsonText> {
  const bytes = await inputBytes(path);
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { keepSource: true });
  } catch (error) {
    if (error instanceof JsonError) throw new Stop(2, `${path} is not valid JSON: ${error.message}.`);
    if (error instanceof TypeError) throw new Stop(2, `${path} is not UTF-8 text; JSON files are.`);
    throw error;
  }
}
