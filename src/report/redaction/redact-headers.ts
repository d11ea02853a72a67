/** Headers without credentials: only those that are known to hold none keep their value. */
import type { Headers } from '../../../contracts/src/judge/exchange.ts';
import type { Redaction } from './mark.ts';
import { redactLink, redactText } from './redact-text.ts';

const READABLE = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'allow', 'cache-control', 'connection'],
  ...['content-encoding', 'content-language', 'content-length', 'content-type', 'date', 'expires', 'host'],
  ...['keep-alive', 'pragma', 'prefer', 'retry-after', 'server', 'transfer-encoding', 'user-agent', 'vary'],
  ...['www-authenticate', 'x-correlation-id', 'x-request-id'],
]);
/** Names that begin with a colon repeat the request line. */
const CREDENTIAL = /^(?!:).*(auth|cookie|credential|key|passw|secret|session|signature|token)/;

/** `authorization` keeps its scheme, `location` the host of its address; any other name keeps only itself. */
export function redactHeaders(headers: Headers, redaction: Redaction): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactHeader(name, value, redaction)]),
  );
}

function redactHeader(name: string, value: string, redaction: Redaction): string {
  const { mark } = redaction;
  const [, scheme, credentials] = /^(bearer|basic) +(.+)$/is.exec(value) ?? [];
  if (name.endsWith('authorization') && scheme !== undefined) {
    return `${scheme} ${mark('secret', /bearer/i.test(scheme) ? 'token' : 'credentials', credentials)}`;
  }
  if (name === 'location') return redactLink(value, redaction);
  if (READABLE.has(name)) return redactText(value, redaction);
  return mark(CREDENTIAL.test(name) ? 'secret' : 'undocumented', name, value);
}
