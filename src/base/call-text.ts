/** How calls are written: their names, their URLs without ids and credentials, and the headers that belong to one connection. */
import { operations } from '../../contracts/generated/operations.ts';

/** The name of a call in the documentation: POST /api/v1/payments/submit */
export function callName(operation: keyof typeof operations): string {
  const { method, path } = operations[operation];
  return `${method} ${path}`;
}

/** Replaces each part of a path that is not a plain word by `{id}`: it may be an id, or a person's name. */
export function foldedPath(path: string): string {
  return path.replace(/(?<=\/)(?!v\d\b|[a-z]{1,30}(?:\/|$))[^/]+/gi, '{id}').slice(0, 200);
}

/** The host of a URL with its port, in lower case; undefined for a path. */
export function hostOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
}

/** The URL without the user and password before its host. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//');
}

const OF_CONNECTION = [
  'connection',
  'host',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
];

/** Whether the header belongs to one connection. `name` is in lower case; it begins with a colon in HTTP/2. */
export function isOfConnection(name: string): boolean {
  return name.startsWith(':') || OF_CONNECTION.includes(name);
}
