// The default cipher against vectors made by OpenSSL, in both directions, and what it says of texts it did not make.
import { expect, test } from 'vitest';
import vectorFile from '../../vectors/default-cipher.json' with { type: 'json' };
import { CipherError, defaultCipher, TEST_KEY } from './cipher.ts';

const { vectors } = vectorFile;
const OTHER_KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';

test('the vectors cover more than one key', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(12);
  expect(new Set(vectors.map(({ aesKey }) => aesKey)).size).toBe(3);
});

for (const { says, key, plain, encrypted } of vectors) {
  test(`encrypts and decrypts as OpenSSL does: ${says}`, async () => {
    const cipher = await defaultCipher(key);
    expect(await cipher.encrypt(plain)).toBe(encrypted);
    expect(await cipher.decrypt(encrypted)).toBe(plain);
  });
}

test('a key that is not 32 hex digits is refused and not repeated', async () => {
  for (const key of [
    '',
    TEST_KEY.slice(1),
    `${TEST_KEY}0`,
    `${TEST_KEY}${TEST_KEY}`,
    TEST_KEY.replace('f', 'g'),
    `${TEST_KEY}\n`,
  ]) {
    expect(await errorOf(defaultCipher(key))).toEqual(
      new CipherError('the data decryption key is not 32 hex digits'),
    );
  }
});

test('a text it did not make is refused with a reason that repeats nothing', async () => {
  const cipher = await defaultCipher(TEST_KEY);
  const long = vectors.find(({ says }) => says === 'long details')?.encrypted ?? '';
  const blocksOf = (text: string, blocks: number) =>
    Buffer.from(text, 'base64')
      .subarray(0, 16 * blocks)
      .toString('base64');
  const cases: [text: string, reason: string][] = [
    ['Example Account', 'the text is not Base64'],
    ['DE89370400440532013000', 'the text is not Base64'],
    ['Girokonto für Größe', 'the text is not Base64'],
    ['zkorP/Pa3/pHoGQjHTcgtA', 'the text is not Base64'],
    ['zkorP_Pa3_pHoGQjHTcgtA==', 'the text is not Base64'],
    ['zkorP/Pa3/pH\noGQjHTcgtA==', 'the text is not Base64'],
    [long.slice(0, -1), 'the text is not Base64'],
    ['', 'the text holds 0 bytes, not whole blocks of 16'],
    ['Girokonto123', 'the text holds 9 bytes, not whole blocks of 16'],
    [long.slice(0, 40), 'the text holds 30 bytes, not whole blocks of 16'],
    [blocksOf(long, 3), 'the text was not encrypted with this key'],
    [Buffer.alloc(48, 7).toString('base64'), 'the text was not encrypted with this key'],
  ];
  for (const [text, reason] of cases)
    expect(await errorOf(cipher.decrypt(text)), text).toEqual(new CipherError(reason));
});

test('every text of another key is refused, also the one in 256 whose padding fits by chance', async () => {
  const [ours, theirs] = await Promise.all([defaultCipher(TEST_KEY), defaultCipher(OTHER_KEY)]);
  const texts = Array.from({ length: 1000 }, (_, index) => `Übungskonto der Familie ${index}`);
  const errors = await Promise.all(
    texts.map(async (text) => errorOf(ours.decrypt(await theirs.encrypt(text)))),
  );
  expect(new Set(errors.map(String))).toEqual(
    new Set(['CipherError: the text was not encrypted with this key']),
  );
  expect(errors.every((error) => error instanceof CipherError)).toBe(true);
});

function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error) => error,
  );
}
