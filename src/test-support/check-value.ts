/** Checks a record that is a value, or JSON text whose digits count. */
import { readJson } from '../../contracts/src/base/exact-json.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../contracts/src/messages/cipher.ts';
import { type CheckedRecord, checkRecord } from '../../contracts/src/recordings/check-record.ts';
import { evidenceOf } from '../../contracts/src/recordings/read-evidence.ts';

const noKey = () => Promise.reject(new Error('no message is expected'));

export function checkValue(record: unknown, settings?: Settings, cipher?: Cipher): Promise<CheckedRecord> {
  const read = () => (typeof record === 'string' ? readJson(record) : record);
  return checkRecord(evidenceOf(read), cipher ? async () => cipher : noKey, settings);
}
