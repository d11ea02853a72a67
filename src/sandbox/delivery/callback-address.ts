/** Which callback addresses the sandbox sends to: any of http and https but those of the machine's own link and metadata. */

const { BlockList, isIP } = process.getBuiltinModule('node:net');

/** `message` is one line that says why nothing is sent there. */
export class RefusedAddress extends Error {}

const METADATA_NAMES = ['metadata.google.internal', 'metadata.goog'];
const CLOSED = 'is a link-local or metadata address';

const closed = new BlockList();
// IPv4 rules hold for the IPv6 addresses that IPv4 is mapped to, too.
closed.addSubnet('169.254.0.0', 16, 'ipv4');
closed.addAddress('100.100.100.200', 'ipv4');
closed.addSubnet('fe80::', 10, 'ipv6');
closed.addAddress('fd00:ec2::254', 'ipv6');
closed.addAddress('fd20:ce::254', 'ipv6');
// 169.254.0.0/16 as IPv6 networks carry it: IPv4-compatible, NAT64 and 6to4.
closed.addSubnet('::169.254.0.0', 112, 'ipv6');
closed.addSubnet('64:ff9b::169.254.0.0', 112, 'ipv6');
closed.addSubnet('2002:a9fe::', 32, 'ipv6');

/** The address as a URL; `new URL` writes decimal, octal and hexadecimal IPv4 as dotted. Throws RefusedAddress. */
export function callbackAddress(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new RefusedAddress('the callback URL is no http or https address');
  if (url.username !== '' || url.password !== '')
    throw new RefusedAddress('the callback URL carries credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (METADATA_NAMES.includes(host)) throw new RefusedAddress(`${host} ${CLOSED}`);
  refuseClosed([host].filter((name) => isIP(name) !== 0));
  return url;
}

/** Throws RefusedAddress when one of the IP addresses that a name resolves to is closed. */
export function refuseClosed(addresses: readonly string[]): void {
  const found = addresses.find((address) => closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
  if (found !== undefined) throw new RefusedAddress(`${found} ${CLOSED}`);
}
