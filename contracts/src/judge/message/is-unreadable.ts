/** Whether nothing of what is encrypted in a message could be decrypted: then the own key may be another one. */
import { encryptedPlaces } from '../../messages/encrypted-places.ts';
import type { JudgedMessage } from './judged-message.ts';

export function isUnreadable({ findings, decrypted }: JudgedMessage): boolean {
  if (!findings.some(({ clause }) => clause === 'MESSAGE-ENCRYPTION')) return false;
  // What could not be decrypted is absent.
  return encryptedPlaces(decrypted?.value).places.every(
    ({ holder, field }) => (holder[field] ?? null) === null,
  );
}
