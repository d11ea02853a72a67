/** Builds, encrypts and decrypts notification messages. The documentation shows no cipher, so callers can pass their own. */
export { type BuildOptions, buildMessage } from './messages/build-message.ts';
export { type Cipher, CipherError, type CipherMaker, defaultCipher, TEST_KEY } from './messages/cipher.ts';
export { type EdgeCase, edgeCases } from './messages/edge-cases.ts';
export {
  type DecryptedMessage,
  type DecryptionProblem,
  decryptMessage,
  encryptMessage,
} from './messages/message-encryption.ts';
