/** `--key-env` and `--target` of the verbs that read or write messages. The key comes from the environment only. */
import { dirname } from 'node:path';
import { Option } from 'commander';
import { secretsIn } from '../../../contracts/src/base/redact.ts';
import {
  type Cipher,
  CipherError,
  type CipherMaker,
  defaultCipher,
  TEST_KEY,
} from '../../../contracts/src/messages/cipher.ts';
import { isOfConnection } from '../../base/call-text.ts';
import { InputError, only, UsageError } from '../../base/errors.ts';
import { callbackUrl, RefusedUrl } from '../../http/callback-url.ts';
import { UNSENDABLE } from '../../http/http-sender.ts';
import { DEFAULT_CIPHER } from '../../runner/targets/target-cipher.ts';
import { callerPath } from '../options.ts';
import { say, screenSecrets } from '../terminal-text.ts';

const USUAL = 'DATA_DECRYPTION_KEY';

export function keyEnvOption(): Option {
  return new Option(
    '--key-env <name>',
    `environment variable with the data decryption key (default: ${USUAL})`,
  );
}

/** The option may be given several times. `headersOfOption` reads the environment. */
export function headerOption(flags: string, description: string): Option {
  const collected = (text: string, before: readonly string[] = []) => [...before, text];
  return new Option(`${flags} <text>`, description).argParser(collected);
}

/** The shortest part of a header value, in characters, that is treated as a secret. */
const SHORTEST_SECRET = 8;
const VARIABLE = /\$(?:\$|\{(\w+)\}|([A-Za-z_]\w*))/g;

/**
 * Reads headers written as NAME: VALUE; the names become lower case. $NAME and ${NAME} in a value are environment variables,
 * $$ is a dollar sign. From now on, output redacts the values. Throws UsageError for text that is not a header, and InputError
 * for a variable that is not set; neither error repeats a value.
 */
export function headersOfOption(flag: string, texts: readonly string[] = []): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const text of texts) {
    const [, written = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):(.*)$/s.exec(text) ?? [];
    const name = written.toLowerCase();
    if (name === '')
      throw new UsageError(`${flag}: expected NAME: VALUE, such as 'Authorization: Bearer $TOKEN'.`);
    if (isOfConnection(name) || name === 'content-length')
      throw new UsageError(`${flag}: ${written} is written for each request; leave it out.`);
    const secrets: string[] = [];
    const sent = value.trim().replace(VARIABLE, (_, braced?: string, bare = braced) => {
      const found = bare === undefined ? '$' : process.env[bare]?.trim();
      secrets.push(found ?? '');
      if (found) return found;
      // The error does not repeat the name: it may be part of a secret that contains a dollar sign.
      throw new InputError(`${flag}: a variable in the value of ${written} is not set; $$ is a dollar sign.`);
    });
    if (/^(|bearer|basic)$/i.test(sent)) throw new UsageError(`${flag}: ${written} has no value.`);
    if (UNSENDABLE.test(sent))
      throw new UsageError(`${flag}: the value of ${written} has a character that no header can hold.`);
    const [credentials = ''] = secretsIn({ token: sent });
    const [, password = ''] = /^basic /i.test(sent)
      ? `${Buffer.from(credentials, 'base64')}`.split(/:(.*)/s)
      : [];
    // A part of the value may be a secret by itself, such as one cookie of several.
    const parts = sent.split(/[\s;,=]+/).filter(({ length }) => length >= SHORTEST_SECRET);
    for (const secret of [sent, credentials, password, ...parts, ...secrets])
      screenSecrets().add(secret, 'secret');
    headers[name] = name in headers ? `${headers[name]}, ${sent}` : sent;
  }
  return headers;
}

/** Reads the URL of a handler. From now on, output redacts the secrets in its query. Throws UsageError without repeating them. */
export function handlerUrl(flag: string): (text: string) => URL {
  return (text) => {
    try {
      const url = callbackUrl(text);
      // A response may repeat the secrets of the query.
      for (const secret of secretsIn(Object.fromEntries(url.searchParams)))
        screenSecrets().add(secret, 'secret');
      return url;
    } catch (error) {
      only(error, RefusedUrl);
      throw new UsageError(`${flag}: ${error.message}; pass one such as http://localhost:3000/hook.`);
    }
  };
}

/** The hint if `messageCipher(name)` could decrypt no field. */
export function keyHint(name = USUAL): string {
  const key = (process.env[name] ?? '') === '' ? 'the published test key' : `the key in ${name}`;
  return `No encrypted field could be decrypted: ${key} may not be the key of the service.`;
}

/** The cipher with the key in this variable, or with the test key. Redacts the key. Throws InputError if `name` has no key. */
export async function messageCipher(name?: string, make: CipherMaker = defaultCipher): Promise<Cipher> {
  const key = process.env[name ?? USUAL] ?? '';
  screenSecrets().add(key, 'secret');
  if (key === '' && name !== undefined)
    throw new InputError(`${name} is not set, and has to hold the data decryption key.`);
  if (key === '') say(`${USUAL} is not set, so the published test key is used: ${TEST_KEY}`);
  try {
    return await make(key === '' ? TEST_KEY : key);
  } catch (error) {
    only(error, CipherError);
    throw new InputError(`${name ?? USUAL} cannot be used: ${error.message}.`);
  }
}

export function targetOption(): Option {
  return new Option('--target <file>', 'a target file: how its provider encrypts and writes, and its key');
}

export type MessageTarget = Partial<Awaited<ReturnType<typeof partsOfTarget>>>;

/** The parts of a target file that these verbs use; other parts may be missing. Empty without a path. Throws InputError. */
export async function messageTarget(named: string | undefined): Promise<MessageTarget> {
  return named === undefined ? {} : partsOfTarget(named);
}

async function partsOfTarget(named: string) {
  const path = callerPath(named);
  // Loaded when they are needed: a verb without --target starts sooner.
  const { readPartOfTarget, targetSettings } = await import('../../runner/targets/target-file.ts');
  const { targetCipher } = await import('../../runner/targets/target-cipher.ts');
  const { targetTls } = await import('../../runner/targets/target-tls.ts');
  const target = await readPartOfTarget(path);
  const { name = named, accessUrl, webFormUrl, callback, settings = {} } = target;
  const { cipher = DEFAULT_CIPHER } = settings;
  return {
    ...callback,
    settings: targetSettings(settings, webFormUrl),
    cipher: (key: string) => targetCipher({ cipher, folder: dirname(path), key, target: name }),
    /** Throws InputError for files that cannot be used. */
    tls: () => targetTls({ tls: target.tls, folder: dirname(path), target: name, secrets: screenSecrets() }),
    keyEnv: target.credentials?.dataDecryptionKey?.env,
    deviations: target.deviations ?? [],
    accessHost: accessUrl === undefined ? undefined : new URL(accessUrl).host,
  };
}
