/** Whether nothing of what is encrypted in a message could be decrypted: then the own key may be another one. */
import { isNothingPlain } from '../../messages/encrypted-places.ts';
import type { JudgedMessage } from './judged-message.ts';

export function isUnreadable({ findings, decrypted }: JudgedMessage): boolean {
  return findings.some(({ clause }) => clause === 'MESSAGE-ENCRYPTION') && isNothingPlain(decrypted?.value);
}
