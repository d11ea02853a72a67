// The cipher that remembers is the default one: the same texts, and the same refusals, the second time too.
import { expect, test } from 'vitest';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../contracts/src/messages/default-cipher.ts';
import { rememberedCipher } from './remembered-cipher.ts';

const OTHER_KEY = 'ffeeddccbbaa99887766554433221100';

test('a text is encrypted and decrypted as by the default cipher, each key its own', async () => {
  for (const key of [TEST_KEY, OTHER_KEY, TEST_KEY]) {
    const cipher = await rememberedCipher(key);
    const encrypted = await (await defaultCipher(key)).encrypt('Girokonto');
    for (const _ of [1, 2]) {
      expect(await cipher.encrypt('Girokonto')).toBe(encrypted);
      expect(await cipher.decrypt(encrypted)).toBe('Girokonto');
    }
  }
});

test('what is no text of the key is refused every time', async () => {
  const cipher = await rememberedCipher(TEST_KEY);
  for (const _ of [1, 2]) await expect(cipher.decrypt('Girokonto')).rejects.toThrow('the text');
});
