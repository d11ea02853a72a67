/** A cipher that has nothing in common with the published one: AES-256-GCM, a nonce for each text, in hex. */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { CipherError, type CipherMaker } from '../../../contracts/src/messages/cipher.ts';
import { only } from '../../base/errors.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

const anotherCipher: CipherMaker = async (dataDecryptionKey) => {
  const key = createHash('sha256').update(dataDecryptionKey).digest();
  return {
    encrypt: async (plain) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const body = [cipher.update(plain, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...body, cipher.getAuthTag()]).toString('hex');
    },
    decrypt: async (encrypted) => {
      const bytes = Buffer.from(encrypted, 'hex');
      if (bytes.toString('hex') !== encrypted || bytes.length < NONCE + TAG)
        throw new CipherError('the text is not hex, or too short');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE));
      decipher.setAuthTag(bytes.subarray(-TAG));
      try {
        return decipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
      } catch (error) {
        only(error, Error);
        throw new CipherError('the text was not encrypted with this key');
      }
    },
  };
};

export default anotherCipher;
