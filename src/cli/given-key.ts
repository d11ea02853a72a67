/** The data decryption key that the environment gives a sandbox. */
import { Stop } from '../../contracts/src/base/stop.ts';

/** Nothing where it gives none; throws Stop(2) for one that cannot be used. */
export function givenKey(): { dataDecryptionKey?: string } {
  const dataDecryptionKey = process.env['DATA_DECRYPTION_KEY'];
  if (dataDecryptionKey === undefined || dataDecryptionKey === '') return {};
  if (/^[0-9a-f]{32}$/i.test(dataDecryptionKey)) return { dataDecryptionKey };
  throw new Stop(2, 'DATA_DECRYPTION_KEY is not a key of 32 hex digits');
}
