/** The cipher that a target names in its settings: the built-in one, or a module of the team that runs the target. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../../../contracts/src/base/errors.ts';
import {
  type Cipher,
  CipherError,
  type CipherMaker,
  cipherThrew,
  DEFAULT_CIPHER,
  defaultCipher,
} from '../../../contracts/src/messages/cipher.ts';

export interface CipherChoice {
  /** The built-in cipher by its name, or the path of a module whose default export is a CipherMaker. */
  readonly cipher: string;
  /** What the path of a module is relative to: the folder of the target file. */
  readonly folder: string;
  readonly key: string;
  /** How an error names the target. */
  readonly target: string;
}

/** Throws InputError for a module that cannot be loaded or makes no cipher, and for a key that it refuses. */
export async function targetCipher({ cipher, folder, key, target }: CipherChoice): Promise<Cipher> {
  const name = `${target}: the cipher ${cipher}`;
  const isBuiltIn = cipher === DEFAULT_CIPHER;
  const make = isBuiltIn ? defaultCipher : await loaded(pathToFileURL(resolve(folder, cipher)).href, name);
  const made = await madeOf(make, key, target, isBuiltIn ? '; settings.cipher can name another cipher' : '');
  if (typeof made?.encrypt === 'function' && typeof made.decrypt === 'function')
    return isBuiltIn ? made : checked(made);
  throw new InputError(`${name} returns an object without encrypt and decrypt.`);
}

/** A module may return something that is no text, and its errors may repeat the key or the text. */
function checked(cipher: Cipher): Cipher {
  return {
    encrypt: (plain) => textOf(async () => cipher.encrypt(plain), cipherThrew.encrypt),
    decrypt: (encrypted) => textOf(async () => cipher.decrypt(encrypted), cipherThrew.decrypt),
  };
}

async function textOf(work: () => Promise<unknown>, threw: string): Promise<string> {
  let text: unknown;
  try {
    text = await work();
  } catch (error) {
    if (error instanceof CipherError) throw error;
    throw new CipherError(threw);
  }
  if (typeof text === 'string') return text;
  throw new CipherError('the cipher returned something that is not text');
}

async function madeOf(
  make: CipherMaker,
  key: string,
  target: string,
  hint: string,
): Promise<Cipher | undefined> {
  try {
    return await make(key);
  } catch (error) {
    // The error of a module may repeat the key.
    const why = error instanceof CipherError ? error.message : 'its cipher makes nothing of it';
    throw new InputError(`${target}: the data decryption key cannot be used: ${why}${hint}.`);
  }
}

async function loaded(url: string, name: string): Promise<CipherMaker> {
  let module: { default?: unknown };
  try {
    module = await import(/* @vite-ignore */ url);
  } catch (error) {
    const { code, name: kind } = error as NodeJS.ErrnoException;
    throw new InputError(`${name} cannot be loaded (${code ?? kind}).`);
  }
  if (typeof module.default === 'function') return module.default as CipherMaker;
  throw new InputError(`${name} has no function as its default export.`);
}
