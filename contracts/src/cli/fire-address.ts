/** The address that `fire` sends to. */
import { BlockList, isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';

const closed = new BlockList();
closed.addSubnet('169.254.0.0', 16, 'ipv4');
closed.addSubnet('fe80::', 10, 'ipv6');
closed.addAddress('fd00:ec2::254', 'ipv6');

/** Throws InvalidArgumentError for what is no http or https address, or one of the machine's own link and metadata. */
export function fireAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new InvalidArgumentError('It is no http or https address, such as http://localhost:3000/hook.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isClosed = isIP(host) !== 0 && closed.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  if (isClosed || host === 'metadata.google.internal')
    throw new InvalidArgumentError('It is a link-local or metadata address, where no handler listens.');
  return url;
}
