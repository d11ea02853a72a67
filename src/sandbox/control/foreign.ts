/** Keeps web pages away from the control plane: a browser names the page's host and origin, and only ours are taken. */
import type { Request } from '../door.ts';
import { Refusal } from '../refusal.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** `host` is the one that the sandbox was told to listen on; a proxy before it may stand on another port. */
export function foreignRefusal({ headers }: Request, host: string | undefined): Refusal | undefined {
  const { host: named, origin } = headers;
  if (named !== undefined && !isOurs(named.replace(/:\d*$/, '').toLowerCase(), host)) {
    return new Refusal(403, 'the Host header names another host than the control plane listens on');
  }
  if (origin !== undefined && origin !== `http://${named}`) {
    return new Refusal(403, 'the Origin header names another origin than the control plane');
  }
  return undefined;
}

function isOurs(name: string, host: string | undefined): boolean {
  if (LOOPBACK.includes(name)) return true;
  if (host === undefined) return false;
  // Names are what a foreign page can bend to this machine; who listens on every address is called by some address.
  const isAddress = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(name);
  return host === '0.0.0.0' || host === '::' ? isAddress : name === host || name === `[${host}]`;
}
