/** The client certificate that a target file names, and the authority that it trusts. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Secrets } from '../../../contracts/src/base/known-values.ts';
import { InputError, only, SystemError, whyUnreadable } from '../../base/errors.ts';
import type { Tls } from '../../http/http-sender.ts';
import { fromEnvironment, type TargetFile } from './target-file.ts';

type WrittenTls = NonNullable<TargetFile['tls']>;

interface TlsChoice {
  readonly tls: WrittenTls | undefined;
  readonly folder: string;
  /** How an error names the target. */
  readonly target: string;
  readonly secrets: Secrets;
}

/** Key and passphrase become secrets. Throws InputError, in one line, for what no connection can use. */
export function targetTls({ tls, folder, target, secrets }: TlsChoice): Tls | undefined {
  if (tls === undefined) return undefined;
  const fail = (part: keyof WrittenTls, why: string): never => {
    throw new InputError(`${target}: tls.${part}.file ${tls[part]?.file} ${why}.`);
  };
  const content = (part: keyof WrittenTls): string | undefined => {
    const { file } = tls[part] ?? {};
    if (file === undefined) return undefined;
    try {
      return readFileSync(resolve(folder, file), 'utf8');
    } catch (error) {
      only(error, SystemError);
      return fail(part, `cannot be read: ${whyUnreadable(error)}`);
    }
  };
  if (!tls.cert !== !tls.key)
    throw new InputError(`${target}: tls has ${tls.cert ? 'cert without key' : 'key without cert'}.`);
  const [cert, key, ca] = [content('cert'), content('key'), content('ca')];
  const { passphrase: named } = tls.key ?? {};
  const passphrase = named && fromEnvironment(named);
  if (passphrase === '') throw new InputError(`${target}: set ${named?.env} in the environment.`);
  for (const secret of [key, passphrase]) if (secret !== undefined) secrets.add(secret, 'secret');
  const used = <Used>(part: keyof WrittenTls, use: () => Used): Used => {
    try {
      return use();
    } catch (error) {
      // OpenSSL has no class of errors.
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!/^ERR_(OSSL_|MISSING_PASSPHRASE|CRYPTO_)/.test(code)) throw error;
      return fail(part, whyUnusable(code, named?.env));
    }
  };
  // A context takes an authority that is none. One after the other, so that an error names its file.
  if (ca !== undefined) used('ca', () => new X509Certificate(ca));
  if (cert !== undefined) used('cert', () => new X509Certificate(cert));
  const own = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const secureContext = used('key', () => createSecureContext({ ...own, cert, key, passphrase }));
  return { secureContext, hasCertificate: cert !== undefined };
}

function whyUnusable(code: string, env: string | undefined): string {
  if (/MISMATCH/.test(code)) return 'is not the key of tls.cert';
  if (/PASSPHRASE|DECRYPT|PASSWORD/.test(code))
    return env === undefined
      ? 'needs its passphrase: name it as passphrase: { env: KEY_PASSPHRASE } beside the file'
      : `is not opened by the passphrase in ${env}`;
  return `holds nothing in PEM that TLS can use (${code})`;
}
