/** The data decryption key that the environment gives a sandbox. */
import { InputError } from '../../contracts/src/base/errors.ts';

/** Nothing where it gives none; throws InputError for one that cannot be used. */
export function givenKey(): { dataDecryptionKey?: string } {
  const dataDecryptionKey = process.env['DATA_DECRYPTION_KEY'];
  if (dataDecryptionKey === undefined || dataDecryptionKey === '') return {};
  if (/^[0-9a-f]{32}$/i.test(dataDecryptionKey)) return { dataDecryptionKey };
  throw new InputError('DATA_DECRYPTION_KEY is not a key of 32 hex digits');
}
