/** Encrypts and decrypts the fields of messages. The algorithm is not shown (CIPHER-ALGORITHM), so it is an adapter. */

/** Texts in, texts out; asynchronous, so that WebCrypto and other teams' adapters fit. */
export interface Cipher {
  encrypt(plain: string): Promise<string>;
  /** Throws CipherError for text that this cipher and key did not make. */
  decrypt(encrypted: string): Promise<string>;
}

/** Makes the cipher of a key. A target names a module whose default export is one. Throws CipherError for a bad key. */
export type CipherMaker = (dataDecryptionKey: string) => Promise<Cipher>;

/**
 * How a cipher refuses a key or a text. `message` is told: one line that says what is wrong, and repeats neither. Of any
 * other error it is only told that the cipher threw.
 */
export class CipherError extends Error {
  override readonly name = 'CipherError';
}

/** The published test key: messages and vectors of this project are encrypted with it. */
export const TEST_KEY = '00112233445566778899aabbccddeeff';
