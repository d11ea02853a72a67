/** The cipher of the verbs that read or write messages: its key comes from the environment, never from an argument. */
import { Option } from 'commander';
import { Stop } from '../contract/stop.ts';
import { type Cipher, CipherError, type CipherMaker, TEST_KEY } from '../messages/cipher.ts';
import { defaultCipher } from '../messages/default-cipher.ts';

const USUAL = 'DATA_DECRYPTION_KEY';

export function keyEnvOption(): Option {
  return new Option(
    '--key-env <name>',
    `environment variable with the data decryption key (default: ${USUAL})`,
  );
}

/** What to say, once, when nothing of a message could be decrypted with `messageCipher(name)`. */
export function keyHint(name = USUAL): string {
  const key = (process.env[name] ?? '') === '' ? 'the published test key' : `the key in ${name}`;
  return `Nothing that is encrypted in a message could be decrypted: ${key} may be another one than the service has.`;
}

/** Without a key it is the published test key, and stderr says so. Throws Stop 2 for a variable that holds no key. */
export async function messageCipher(name?: string, make: CipherMaker = defaultCipher): Promise<Cipher> {
  const key = process.env[name ?? USUAL] ?? '';
  if (key === '' && name !== undefined)
    throw new Stop(2, `${name} is not set, and has to hold the data decryption key.`);
  if (key === '')
    process.stderr.write(`${USUAL} is not set, so the published test key is used: ${TEST_KEY}\n`);
  try {
    return await make(key === '' ? TEST_KEY : key);
  } catch (error) {
    if (error instanceof CipherError) throw new Stop(2, `${name ?? USUAL} cannot be used: ${error.message}.`);
    throw error;
  }
}
