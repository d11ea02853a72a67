/** The cipher of encrypted fields: an adapter, since the algorithm is not shown (CIPHER-ALGORITHM), and the default one. */

import { only } from '../base/only.ts';

/** Encrypts and decrypts texts; asynchronous, so that WebCrypto and other teams' adapters fit. */
export interface Cipher {
  encrypt(plain: string): Promise<string>;
  /** Throws CipherError for text that this cipher and key did not make. */
  decrypt(encrypted: string): Promise<string>;
}

/** Makes a cipher from a key; the default export of the module that a target names. Throws CipherError for a bad key. */
export type CipherMaker = (dataDecryptionKey: string) => Promise<Cipher>;

/**
 * The error of a cipher for a bad key or text. `message` is printed: one line that says what is wrong and repeats neither. The
 * message of any other error is not printed.
 */
export class CipherError extends Error {
  override readonly name = 'CipherError';
}

/** The published test key of this project's messages and vectors. */
export const TEST_KEY = '00112233445566778899aabbccddeeff';

const AES = 'AES-CBC';
const BLOCK = 16;
const ROUNDS = 1000;

const encoder = new TextEncoder();
// A byte order mark belongs to the encrypted text.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The cipher that services of this kind publish: AES-128-CBC with PKCS#7 padding, as Base64. The key is 32 hex digits.
 * Its text is the password and its bytes are the salt of PBKDF2-HMAC-SHA1, which makes the AES key, once for all texts;
 * its bytes are the initialization vector too, so one text always has one cipher text. Rejects with CipherError for another key.
 *
 * @example
 * import { defaultCipher, TEST_KEY } from 'bank-access-contracts/messages';
 * const cipher = await defaultCipher(TEST_KEY);
 * cipher.decrypt(await cipher.encrypt('Girokonto')); // 'Girokonto'
 */
export const defaultCipher: CipherMaker = async (dataDecryptionKey) => {
  if (!/^[0-9a-f]{32}$/i.test(dataDecryptionKey))
    throw new CipherError('the data decryption key is not 32 hex digits');
  const iv = Uint8Array.from(dataDecryptionKey.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const { subtle } = globalThis.crypto;
  const password = encoder.encode(dataDecryptionKey);
  const material = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-1', salt: iv, iterations: ROUNDS };
  const made = { name: AES, length: 128 };
  const key = await subtle.deriveKey(derivation, material, made, false, ['encrypt', 'decrypt']);
  const algorithm = { name: AES, iv };
  return {
    async encrypt(plain) {
      const bytes = new Uint8Array(await subtle.encrypt(algorithm, key, encoder.encode(plain)));
      return btoa(bytes.reduce((characters, byte) => characters + String.fromCharCode(byte), ''));
    },
    async decrypt(encrypted) {
      const bytes = cipherBytes(encrypted);
      try {
        // About one in 256 texts of another key has valid padding, but its bytes are no UTF-8.
        return decoder.decode(await subtle.decrypt(algorithm, key, bytes));
      } catch (error) {
        only(error, DOMException, TypeError);
        throw new CipherError('the text was not encrypted with this key');
      }
    },
  } satisfies Cipher;
};

function cipherBytes(encrypted: string): Uint8Array<ArrayBuffer> {
  if (encrypted.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encrypted))
    throw new CipherError('the text is not Base64');
  const bytes = Uint8Array.from(atob(encrypted), (character) => character.charCodeAt(0));
  if (bytes.length === 0 || bytes.length % BLOCK !== 0)
    throw new CipherError(`the text holds ${bytes.length} bytes, not whole blocks of ${BLOCK}`);
  return bytes;
}

/** A data decryption key for the default cipher, or another cipher. */
export type GivenCipher = { readonly key: string } | { readonly cipher: Cipher };

/** Throws an Error that names `caller` if neither is given, and CipherError for an invalid key. */
export function givenCipher(
  caller: string,
  given: Partial<GivenCipher> | undefined,
): Cipher | Promise<Cipher> {
  const { key, cipher } = (given ?? {}) as { readonly key?: string; readonly cipher?: Cipher };
  if (cipher) return cipher;
  if (typeof key === 'string') return defaultCipher(key);
  throw new Error(`${caller} needs { key }, the data decryption key, or { cipher }.`);
}
