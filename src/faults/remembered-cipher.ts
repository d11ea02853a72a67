/** The default cipher, which remembers its texts: the same messages come and go in every run, and a run spends a fifth of its time on them. */
import type { Cipher, CipherMaker } from '../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../contracts/src/messages/default-cipher.ts';

const ciphers = new Map<string, Promise<Cipher>>();

/** One key and one text always have one cipher text. What is no text of the key is refused anew each time. */
export const rememberedCipher: CipherMaker = (key) => {
  const known = ciphers.get(key) ?? defaultCipher(key).then(remembering);
  ciphers.set(key, known);
  return known;
};

function remembering({ encrypt, decrypt }: Cipher): Cipher {
  return { encrypt: remembered(encrypt), decrypt: remembered(decrypt) };
}

function remembered(write: (text: string) => Promise<string>): (text: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (text) => {
    const written = known.get(text) ?? (await write(text));
    known.set(text, written);
    return written;
  };
}
