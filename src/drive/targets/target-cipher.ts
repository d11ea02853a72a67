/** The cipher of a target whose file stands in a folder. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import { type CipherChoice, cipherOfTarget } from '../../../contracts/src/messages/cipher-of-target.ts';

/** `folder` is what the path of a module is relative to. Throws Stop(2) for a cipher or a key that cannot be used. */
export function targetCipher({
  folder,
  ...choice
}: Omit<CipherChoice, 'url'> & { readonly folder: string }): Promise<Cipher> {
  return cipherOfTarget({ ...choice, url: pathToFileURL(resolve(folder, choice.cipher)).href });
}
