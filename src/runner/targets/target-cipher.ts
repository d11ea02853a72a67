/** The cipher that a target names in its settings: the built-in one, or a module of the team that runs the target. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Cipher,
  CipherError,
  type CipherMaker,
  defaultCipher,
} from '../../../contracts/src/messages/cipher.ts';
import { despiteAnyError, InputError, moduleError } from '../../base/errors.ts';

/** The name of the default cipher in the settings of a target. */
export const DEFAULT_CIPHER = 'aes-128-cbc-pbkdf2';

interface CipherChoice {
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
  let made: Cipher | undefined;
  try {
    made = await make(key);
  } catch (error) {
    if (!(error instanceof CipherError)) throw isBuiltIn ? error : moduleError(name, error);
    const hint = isBuiltIn ? '; settings.cipher can name another cipher' : '';
    throw new InputError(`${target}: the data decryption key cannot be used: ${error.message}${hint}.`);
  }
  if (typeof made?.encrypt !== 'function' || typeof made.decrypt !== 'function')
    throw new InputError(`${name} returns an object without encrypt and decrypt.`);
  return isBuiltIn ? made : guardedCipher(made, name);
}

async function loaded(url: string, name: string): Promise<CipherMaker> {
  const { default: make } = await despiteAnyError(
    () => import(/* @vite-ignore */ url) as Promise<{ default?: unknown }>,
    (error) => {
      const { code, name: kind } = error as NodeJS.ErrnoException;
      throw new InputError(`${name} cannot be loaded (${code ?? kind}).`);
    },
  );
  if (typeof make === 'function') return make as CipherMaker;
  throw new InputError(`${name} has no function as its default export.`);
}

/** A module may return something that is no text, and its errors may repeat the key or the text. */
function guardedCipher(cipher: Cipher, name: string): Cipher {
  const textOf = async (work: () => Promise<unknown>, failure: (error: unknown) => Error) => {
    const done = await despiteAnyError(work, (error) => {
      throw error instanceof CipherError ? error : failure(error);
    });
    if (typeof done === 'string') return done;
    throw new InputError(`${name} returned something that is not text.`);
  };
  const thrown = (error: unknown) => moduleError(name, error);
  // The errors of a cryptography library for a text.
  const refused = (error: unknown) =>
    isBug(error)
      ? thrown(error)
      : new CipherError('the cipher threw while decrypting: a wrong key, or a text of another cipher');
  return {
    encrypt: (plain) => textOf(async () => cipher.encrypt(plain), thrown),
    decrypt: (encrypted) => textOf(async () => cipher.decrypt(encrypted), refused),
  };
}

/** What JavaScript throws for wrong code; an error of a library has a code, or a class of its own. */
function isBug(error: unknown): boolean {
  const ofWrongCode = [TypeError, ReferenceError, RangeError, SyntaxError];
  return (
    !(error instanceof Error) || (!('code' in error) && ofWrongCode.some((kind) => error instanceof kind))
  );
}
