/** The cipher that a target names in its settings: the built-in one, or a module of the team that runs the target. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError, moduleError } from '../../../contracts/src/base/errors.ts';
import {
  type Cipher,
  CipherError,
  type CipherMaker,
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
  const hint = isBuiltIn ? '; settings.cipher can name another cipher' : '';
  const made = await madeOf(make, key, { name, target, hint });
  if (typeof made?.encrypt === 'function' && typeof made.decrypt === 'function')
    return isBuiltIn ? made : checked(made, name);
  throw new InputError(`${name} returns an object without encrypt and decrypt.`);
}

/** A module may return something that is no text, and its errors may repeat the key or the text. */
function checked(cipher: Cipher, name: string): Cipher {
  const textOf = async (work: () => Promise<unknown>): Promise<string> => {
    const text = await work();
    if (typeof text === 'string') return text;
    throw new InputError(`${name} returned something that is not text.`);
  };
  return {
    encrypt: async (plain) => {
      try {
        return await textOf(async () => cipher.encrypt(plain));
      } catch (error) {
        throw isAnswer(error) ? error : moduleError(name, error);
      }
    },
    decrypt: async (encrypted) => {
      try {
        return await textOf(async () => cipher.decrypt(encrypted));
      } catch (error) {
        if (isAnswer(error)) throw error;
        if (isBug(error)) throw moduleError(name, error);
        // So a library of cryptography refuses a text.
        throw new CipherError('the cipher threw while decrypting: a wrong key, or a text of another cipher');
      }
    },
  };
}

function isAnswer(error: unknown): boolean {
  return error instanceof CipherError || error instanceof InputError;
}

/** What JavaScript throws for wrong code; an error of a library has a code, or a class of its own. */
function isBug(error: unknown): boolean {
  const ofWrongCode = [TypeError, ReferenceError, RangeError, SyntaxError];
  return (
    !(error instanceof Error) || (!('code' in error) && ofWrongCode.some((kind) => error instanceof kind))
  );
}

async function madeOf(
  make: CipherMaker,
  key: string,
  { name, target, hint }: { readonly name: string; readonly target: string; readonly hint: string },
): Promise<Cipher | undefined> {
  try {
    return await make(key);
  } catch (error) {
    if (!(error instanceof CipherError)) throw moduleError(name, error);
    throw new InputError(`${target}: the data decryption key cannot be used: ${error.message}${hint}.`);
  }
}

async function loaded(url: string, name: string): Promise<CipherMaker> {
  const [module] = await Promise.allSettled([
    import(/* @vite-ignore */ url) as Promise<{ default?: unknown }>,
  ]);
  if (module.status === 'rejected') {
    const { code, name: kind } = module.reason as NodeJS.ErrnoException;
    throw new InputError(`${name} cannot be loaded (${code ?? kind}).`);
  }
  const { default: make } = module.value;
  if (typeof make === 'function') return make as CipherMaker;
  throw new InputError(`${name} has no function as its default export.`);
}
