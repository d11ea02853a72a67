/** Finds names of banks that are encrypted, though they stand in plain text (Events, common item fields). */
import type { Cipher } from '../../messages/cipher.ts';
import { member } from '../exchange.ts';

/** Whether some name needs a closer look: no cipher text has blanks, and most names of banks do. */
export function mayBeEncrypted(item: unknown): boolean {
  const name = member(item, 'bankName');
  return typeof name === 'string' && !name.includes(' ');
}

/**
 * The indexes of the items whose bankName is encrypted: it decrypts to another text with the key of the client. A cipher
 * that decrypts whatever it is given (which CipherError is there to prevent) would find every name encrypted.
 */
export async function encryptedBankNames(items: readonly unknown[], cipher: Cipher): Promise<number[]> {
  const encrypted = new Set<unknown>();
  const names = items.map((item) => (mayBeEncrypted(item) ? member(item, 'bankName') : undefined));
  for (const name of new Set(names)) if (await isEncrypted(name, cipher)) encrypted.add(name);
  return [...names.keys()].filter((index) => encrypted.has(names[index]));
}

async function isEncrypted(name: unknown, cipher: Cipher): Promise<boolean> {
  if (typeof name !== 'string') return false;
  try {
    return (await cipher.decrypt(name)) !== name;
  } catch {
    return false;
  }
}
