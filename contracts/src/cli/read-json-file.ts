/** Reads a JSON file that the user named, every number with its digits, or stops with one line that says why not. */
import { JsonError, readJson } from '../contract/exact-json.ts';
import { Stop } from '../contract/stop.ts';
import { inputBytes } from './input-bytes.ts';

/** The parsed JSON of the file, numbers as LosslessNumbers. Throws Stop 2 for what is no readable JSON file up to 64 MB. */
export async function readJsonFile(path: string): Promise<unknown> {
  const bytes = await inputBytes(path);
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { keepSource: true }).exact;
  } catch (error) {
    if (error instanceof JsonError) throw new Stop(2, `${path} is not valid JSON: ${error.message}.`);
    if (error instanceof TypeError) throw new Stop(2, `${path} is not UTF-8 text; JSON files are.`);
    throw error;
  }
}
