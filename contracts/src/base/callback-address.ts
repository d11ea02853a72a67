/** Which addresses a message is sent to: http and https, but no link-local and no metadata address. */

/** `message` says in one line why nothing is sent to an address, and repeats no more of it than the host. */
export class RefusedAddress extends Error {}

const METADATA_NAMES = ['metadata.google.internal', 'metadata.goog'];

/** The closed addresses as 32 hex digits, those of IPv4 as IPv6 maps them. */
const CLOSED = [
  // 169.254.0.0/16 and 100.100.100.200: mapped, compatible, behind NAT64, and in 6to4.
  /^(0{20}(ffff|0000)|0064ff9b0{16})(a9fe|646464c8)/,
  /^2002(a9fe|646464c8)/,
  // fe80::/10
  /^fe[89ab]/,
  /^fd000ec20{20}0254$/,
  /^fd2000ce0{20}0254$/,
];

/** The address as a URL; `new URL` writes decimal, octal and hexadecimal IPv4 as dotted. Throws RefusedAddress. */
export function callbackAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new RefusedAddress('it is no http or https address');
  if (url.username !== '' || url.password !== '') throw new RefusedAddress('it carries credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (METADATA_NAMES.includes(host)) throw closedAddress(host);
  refuseClosed([host]);
  return url;
}

/** Throws RefusedAddress when one of the IP addresses that a name resolves to is closed. Ignores names. */
export function refuseClosed(addresses: readonly string[]): void {
  const found = addresses.find((address) => {
    const digits = digitsOf(address);
    return CLOSED.some((closed) => closed.test(digits));
  });
  if (found !== undefined) throw closedAddress(found);
}

function closedAddress(host: string): RefusedAddress {
  return new RefusedAddress(`${host} is a link-local or metadata address`);
}

/** The 32 hex digits of an IP address without its zone; empty for a name. */
function digitsOf(address: string): string {
  const isIpv4 = /^\d+(\.\d+){3}$/.test(address);
  const written = `http://[${isIpv4 ? `::ffff:${address}` : address.replace(/%.*/, '')}]`;
  if (!URL.canParse(written)) return '';
  // The URL has turned dotted groups into hexadecimal ones, and zeros into one `::` where there are several.
  const [before = [], after = []] = new URL(written).hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
}
