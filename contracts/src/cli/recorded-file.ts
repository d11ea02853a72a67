/** Reads the records of a file that the user named, or stops with one line that says why the file is none. */
import { JsonError } from '../contract/exact-json.ts';
import { Stop } from '../contract/stop.ts';
import { type Found, recordsIn } from '../record/records.ts';
import { inputBytes } from './input-bytes.ts';

/** The records, broken ones too. Throws Stop 2 for a file that is neither NDJSON nor a JSON document. */
export async function recordsOfFile(path: string): Promise<Iterable<Found>> {
  const bytes = await inputBytes(path);
  const refused = refusal(bytes);
  if (refused !== undefined) throw new Stop(2, `${path} is ${refused}.`);
  try {
    return recordsIn(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new Stop(
      2,
      `${path} is not valid JSON: ${error.message}. Records are written one a line, or exported as HAR.`,
    );
  }
}

/** What the first bytes show that no JSON text begins with. */
function refusal(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) return 'compressed: unpack it first (gunzip)';
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'UTF-16 text: save it as UTF-8';
  return bytes.subarray(0, 4096).includes(0) ? 'not text: records are NDJSON or a HAR export' : undefined;
}
