/** Decides which URLs get messages: http and https, but no link-local and no metadata address. */
import { BlockList, isIP } from 'node:net';

/** `message` says in one line why nothing is sent, and repeats no more of the URL than the host. */
export class RefusedUrl extends Error {}

const METADATA_NAMES = ['metadata.google.internal', 'metadata.goog'];

/** Also matches IPv4 addresses that are mapped to IPv6. */
const closed = new BlockList();
closed.addSubnet('169.254.0.0', 16);
closed.addAddress('100.100.100.200');
closed.addSubnet('fe80::', 10, 'ipv6');
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) closed.addAddress(address, 'ipv6');
// The two IPv4 entries as compatible addresses, behind NAT64, and as 6to4.
for (const before of ['::', '64:ff9b::']) {
  closed.addSubnet(`${before}a9fe:0`, 112, 'ipv6');
  closed.addAddress(`${before}6464:64c8`, 'ipv6');
}
closed.addSubnet('2002:a9fe::', 32, 'ipv6');
closed.addSubnet('2002:6464:64c8::', 48, 'ipv6');

/** Parses a callback URL; `new URL` turns decimal, octal and hexadecimal IPv4 into dotted. Throws RefusedUrl. */
export function callbackUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new RefusedUrl('the URL must be http or https');
  if (url.username !== '' || url.password !== '') throw new RefusedUrl('the URL must not carry credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (METADATA_NAMES.includes(host)) throw closedAddress(host);
  refuseClosed([host]);
  return url;
}

/** Throws RefusedUrl when one of the IP addresses that a name resolves to is closed. Ignores names. */
export function refuseClosed(addresses: readonly string[]): void {
  const found = addresses.find((address) => {
    const [bare = ''] = address.split('%');
    return isIP(bare) !== 0 && closed.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
  });
  if (found !== undefined) throw closedAddress(found);
}

function closedAddress(host: string): RefusedUrl {
  return new RefusedUrl(`${host} is a link-local or metadata address`);
}
