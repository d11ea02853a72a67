/** Carries calls to a sandbox in this process, without a socket. */
import type { Door } from '../../sandbox/door.ts';
import type { Urls } from '../../sandbox/listen.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Carry } from './carry.ts';

/** `urls` are those that the sandbox is called by. */
export function carryInProcess(sandbox: Sandbox, urls: Urls): Carry {
  const doors = new Map<string, Door>([
    [urls.accessUrl, 'access'],
    [urls.webFormUrl, 'webForm'],
    [urls.controlUrl, 'control'],
  ]);
  return async (url, { method, headers = {}, body }) => {
    const { origin, host, pathname, search } = new URL(url);
    const door = doors.get(origin);
    if (door === undefined) throw new TypeError(`nobody is at ${origin}`);
    const sent = { host, ...lowered(headers) };
    const request = { method, url: pathname + search, headers: sent, ...(body !== undefined && { body }) };
    const answer = await sandbox.call(door, request);
    return {
      status: answer.status,
      headers: Object.entries(lowered(answer.headers)),
      text: async () => answer.body,
    };
  };
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
