/** Judges a record that was found in a file, be it an exchange or a message. */
import type { Settings } from '../judge/settings.ts';
import type { Cipher } from '../messages/cipher.ts';
import { checkMessage, isMessageRecord } from './check-message.ts';
import { type CheckedRecord, checkRecord } from './check-record.ts';
import type { Found } from './records.ts';

/**
 * Exchanges are judged at once, since there are many; messages once they are decrypted. `cipher` is called for the first
 * message, so that only who has messages needs a key.
 */
export function checkFound(
  { read }: Found,
  cipher: () => Promise<Cipher>,
  settings?: Settings,
): CheckedRecord | Promise<CheckedRecord> {
  let message: unknown;
  const checked = checkRecord(() => {
    const record = read();
    if (isMessageRecord(record)) message = record;
    return record;
  }, settings);
  if (message === undefined) return checked;
  const json = { value: message, exact: read('exact') };
  return cipher().then((made) => checkMessage(json, made, settings));
}
