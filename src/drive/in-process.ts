/** Calls a sandbox as fetch would, without a socket. */
import type { Door } from '../sandbox/door.ts';
import type { Urls } from '../sandbox/listen.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** For calls whose url, headers and body are plain; `urls` are those that the sandbox is called by. */
export function fetchOf(sandbox: Sandbox, urls: Urls): typeof globalThis.fetch {
  const doors = new Map<string, Door>([
    [urls.accessUrl, 'access'],
    [urls.webFormUrl, 'webForm'],
    [urls.controlUrl, 'control'],
  ]);
  return async (input, { method = 'GET', headers, body } = {}) => {
    const { origin, host, pathname, search } = new URL(String(input));
    const door = doors.get(origin);
    if (door === undefined) throw new TypeError(`nobody is at ${origin}`);
    const sent = { host, ...Object.fromEntries(new Headers(headers)) };
    const answer = await sandbox.call(door, {
      method,
      url: pathname + search,
      headers: sent,
      ...(typeof body === 'string' && { body }),
    });
    return new Response(answer.body === '' ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    });
  };
}
