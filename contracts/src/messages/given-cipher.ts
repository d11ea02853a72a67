/** How callers name the cipher of their messages: by the key of the default one, or as a cipher of their own. */
import type { Cipher } from './cipher.ts';
import { defaultCipher } from './default-cipher.ts';

/** The data decryption key for the default cipher, or a cipher of one's own. */
export type GivenCipher = { readonly key: string } | { readonly cipher: Cipher };

/** `asker` is who needs it, for the message. Throws when neither is given, and CipherError for a key that is none. */
export function givenCipher(
  asker: string,
  given: Partial<GivenCipher> | undefined,
): Cipher | Promise<Cipher> {
  if (given !== undefined && 'cipher' in given && given.cipher) return given.cipher;
  if (given !== undefined && 'key' in given && typeof given.key === 'string') return defaultCipher(given.key);
  throw new Error(`${asker} needs { key }, the data decryption key, or { cipher }.`);
}
