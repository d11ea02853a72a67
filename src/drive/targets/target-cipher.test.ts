// A target reads its messages with the built-in cipher or with a module of its own; what cannot be used is refused in one line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Stop } from '../../../contracts/src/contract/stop.ts';
import { CipherError, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { targetCipher } from './target-cipher.ts';

const folder = mkdtempSync(join(tmpdir(), 'cipher-'));

afterAll(() => rmSync(folder, { recursive: true }));

function moduleOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return `./${name}`;
}

const choice = (cipher: string, key = TEST_KEY) => ({ cipher, folder, key, target: 'bank.yaml' });

test('the built-in cipher reads what openssl made', async () => {
  const cipher = await targetCipher(choice('aes-128-cbc-pbkdf2'));
  // The account name of the example in openapi/messages/new-transactions.yaml.
  expect(await cipher.decrypt('zbPoKo7J7JjD65NRrfGQGA==')).toBe('Girokonto');
});

test('a module is found beside the target file and is given the key', async () => {
  const path = moduleOf(
    'own.mjs',
    'export default async (key) => ({ encrypt: async (text) => key + text, decrypt: async (text) => text.slice(key.length) });',
  );
  const cipher = await targetCipher(choice(path, 'own-key'));
  expect(await cipher.decrypt(await cipher.encrypt('plain'))).toBe('plain');
  expect(await cipher.encrypt('plain')).toBe('own-keyplain');
});

test.each([
  [
    'that is missing',
    './none.mjs',
    'bank.yaml: the cipher ./none.mjs cannot be loaded (ERR_MODULE_NOT_FOUND).',
  ],
  [
    'that is no code',
    moduleOf('broken.mjs', 'export default ='),
    // Node calls it SyntaxError, the test runner otherwise.
    expect.stringMatching(/^bank\.yaml: the cipher \.\/broken\.mjs cannot be loaded \(\w+\)\.$/),
  ],
  [
    'without a default export',
    moduleOf('bare.mjs', 'export const cipher = 1;'),
    'bank.yaml: the cipher ./bare.mjs has no function as its default export.',
  ],
  [
    'that makes no cipher',
    moduleOf('empty.mjs', 'export default async () => ({});'),
    'bank.yaml: the cipher ./empty.mjs makes an object without encrypt and decrypt.',
  ],
])('a module %s ends the run', async (_, path, message) => {
  const failure = targetCipher(choice(path));
  await expect(failure).rejects.toBeInstanceOf(Stop);
  await expect(failure).rejects.toMatchObject({ exitCode: 2, message });
});

test.each([
  [
    'throws words of its own',
    'throw new Error(text)',
    'threw while encrypting',
    'threw while decrypting: a wrong key, or a text of another cipher',
  ],
  [
    'gives a number',
    'return 7',
    'makes of the text something that is no text',
    'makes of the text something that is no text',
  ],
])('a cipher that %s is told without the text', async (name, body, encrypting, decrypting) => {
  const own = `async (text) => { ${body}; }`;
  const path = moduleOf(`${name}.mjs`, `export default () => ({ encrypt: ${own}, decrypt: ${own} });`);
  const cipher = await targetCipher(choice(path));
  for (const [failed, words] of [
    [cipher.encrypt('sesame'), encrypting],
    [cipher.decrypt('sesame'), decrypting],
  ] as const) {
    await expect(failed).rejects.toBeInstanceOf(CipherError);
    await expect(failed).rejects.toThrow(new CipherError(`the cipher ${words}`));
  }
});

test('a key that the cipher refuses ends the run and is not repeated', async () => {
  await expect(targetCipher(choice('aes-128-cbc-pbkdf2', 'too-short'))).rejects.toMatchObject({
    exitCode: 2,
    message:
      'bank.yaml: the data decryption key cannot be used: the data decryption key is not 32 hex digits.',
  });
  const chatty = moduleOf('chatty.mjs', 'export default (key) => { throw new Error(key); };');
  await expect(targetCipher(choice(chatty, 'sesame'))).rejects.toMatchObject({
    exitCode: 2,
    message: 'bank.yaml: the data decryption key cannot be used: its cipher makes nothing of it.',
  });
});
