// The default cipher against vectors made by OpenSSL, in both directions, and what it says of texts it did not make.
import { expect, test } from 'vitest';
import vectorFile from '../../vectors/default-cipher.json' with { type: 'json' };
import { CipherError, defaultCipher, TEST_KEY } from './cipher.ts';

const { vectors } = vectorFile;
const OTHER_KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';

for (const { says, key, plain, encrypted } of vectors) {
  test(`encrypts and decrypts as OpenSSL does: ${says}`, async () => {
    const cipher = await defaultCipher(key);
    expect(await cipher.encrypt(plain)).toBe(encrypted);
    expect(await cipher.decrypt(encrypted)).toBe(plain);
  });
}

test('a key that is not 32 hex digits is refused and not repeated', async () => {
  for (const key of ['', TEST_KEY.slice(1), `${TEST_KEY}0`, TEST_KEY.replace('f', 'g'), `${TEST_KEY}\n`]) {
    const error = await defaultCipher(key).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CipherError);
    if (key !== '') expect(String(error)).not.toContain(key);
  }
});

test('a text it did not make is refused and not repeated', async () => {
  const cipher = await defaultCipher(TEST_KEY);
  const long = vectors.find(({ says }) => says === 'long details')?.encrypted ?? '';
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  const noBase64 = ['Girokonto für Größe', 'zkorP/Pa3/pHoGQjHTcgtA', 'zkorP_Pa3_pHoGQjHTcgtA=='];
  const ofBlocks = [base64(Buffer.from(long, 'base64').subarray(0, 48)), base64(Buffer.alloc(48, 7))];
  const damaged = ['zkorP/Pa3/pH\noGQjHTcgtA==', long.slice(0, -1), long.slice(0, 40)];
  for (const text of [...noBase64, ...damaged, ...ofBlocks]) {
    const error = await cipher.decrypt(text).catch((reason: unknown) => reason);
    expect(error, text).toBeInstanceOf(CipherError);
    expect(String(error)).not.toContain(text);
  }
  await expect(cipher.decrypt('')).rejects.toBeInstanceOf(CipherError);
});

test('every text of another key is refused, also the one in 256 whose padding fits by chance', async () => {
  const [ours, theirs] = await Promise.all([defaultCipher(TEST_KEY), defaultCipher(OTHER_KEY)]);
  const texts = Array.from({ length: 1000 }, (_, index) => `Übungskonto der Familie ${index}`);
  for (const text of await Promise.all(texts.map(theirs.encrypt)))
    await expect(ours.decrypt(text)).rejects.toBeInstanceOf(CipherError);
});
