/** A wrong address, prefix or secret ends the run in one line, and a provider's own faults do not. The sender is replaced. */

import { expect, test } from 'vitest';
import { InputError } from '../base/errors.ts';
import { NoResponse, type SendHttp } from '../http/http-sender.ts';
import { answering } from '../test-support/scripted-provider.ts';
import type { Control } from './control.ts';
import { preflight } from './preflight.ts';
import type { Target } from './session/session.ts';
import { NotAnswered, Unproven } from './unproven.ts';

const ACCESS = 'http://access.example';
const FORMS = 'http://forms.example';

/** A target that answers each path with a status, and 200 where none is named. */
function target(
  statuses: Readonly<Record<string, number | 'ECONNREFUSED' | 'ECONNRESET'>>,
  from: Partial<Target> = {},
  headers: Record<string, string> = {},
): Target {
  const sendHttp: SendHttp = async (url) => {
    const place = Object.keys(statuses).find((part) => url.startsWith(part) || url.endsWith(part));
    const status = place === undefined ? 200 : statuses[place];
    if (typeof status === 'string') throw new NoResponse('fetch failed', status);
    const good = { access_token: 'token', expires_in: 60, isAutoCategorizationEnabled: true };
    const words = status === 200 ? good : { error: 'invalid_client' };
    return new Response(JSON.stringify(words), { status: status ?? 200, headers });
  };
  return { ...answering(200, { sendHttp }), accessUrl: ACCESS, webFormUrl: FORMS, name: 'bank', ...from };
}

const FILE: Target['file'] = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  accessUrl: ACCESS,
  webFormUrl: FORMS,
  credentials: { clientId: { env: 'BANK_ID' }, clientSecret: { env: 'BANK_SECRET' } },
};
const ASKS = { 'www-authenticate': 'Basic realm="x"' };
const whose = (now: Control['now']) => ({ control: { now } as Control });
const silent = whose(() => Promise.reject(new Unproven('it says no time')));

/** A target that answers calls of this place with this status and text, which is of no API. */
function strange(
  place: string,
  status: number,
  text: string,
  others: Parameters<typeof target>[0] = {},
): Target {
  const sender = target(others);
  const sendHttp: SendHttp = async (url, request) => {
    if (!url.startsWith(place) && !url.endsWith(place)) return sender.sendHttp?.(url, request) as never;
    return new Response(text || null, {
      status,
      headers: { location: 'https://login.example/sso?token=canary' },
    });
  };
  return { ...sender, sendHttp };
}

test('a wrong address, prefix or secret ends the run in one line', async () => {
  let screen = '';
  for (const [what, from] of [
    ...[
      { '/oauth/token': 401 },
      { '/oauth/token': 500 },
      { '/oauth/token': 503 },
      { [ACCESS]: 'ECONNREFUSED' as const },
      { [ACCESS]: 'ECONNRESET' as const },
      { [FORMS]: 'ECONNREFUSED' as const },
      { [ACCESS]: 404, [FORMS]: 404 },
      { [ACCESS]: 404 },
      { '/clientConfiguration': 404 },
      { [FORMS]: 404 },
    ].map((statuses) => [JSON.stringify(statuses), target(statuses)] as const),
    ['401 asks for Basic', target({ '/oauth/token': 401 }, {}, ASKS)] as const,
    ['401, with a target file', target({ '/oauth/token': 401 }, { file: FILE })] as const,
    ...(
      [
        ['', 302, 'x'],
        ['', 200, '<!doctype html>'],
        ['', 200, 'ok'],
        ['', 200, '{}'],
        ['', 200, '{"status":"ok"}'],
        ['', 403, '<html><title>Blocked by the firewall</title></html>'],
        ['', 400, '<html><head><title>400 No required SSL certificate was sent</title></head></html>'],
        ['/clientConfiguration', 302, ''],
        ['/bankConnectionImport', 200, ' <html>'],
        [FORMS, 204, ''],
        [FORMS, 302, ''],
      ] as const
    ).map(([at, status, text]) => [`${at} ${status} ${text}`, strange(at, status, text)] as const),
    [
      'no control plane',
      target(
        {},
        whose(() => Promise.reject(new NotAnswered('no control plane'))),
      ),
    ] as const,
  ]) {
    const error = await preflight(from).catch((reason: unknown) => reason);
    expect(error, what).toBeInstanceOf(InputError);
    expect(String(error)).not.toContain('canary');
    screen += `${what}\n    ${(error as InputError).message}\n`;
  }
  await expect(screen).toMatchFileSnapshot('screens/preflight.txt');
});

test('no line of it repeats a secret of the addresses or of the token request', async () => {
  const sender = { ...target({ '': 401 }), accessUrl: 'http://anna:canary-one@access.example' };
  const byQuery = { ...sender, settings: { ...sender.settings, tokenEncoding: 'query' as const } };
  const session = await sender.session();
  const values = { ...session.values, clientSecret: 'canary-two' };
  const found = await preflight({ ...byQuery, session: async () => ({ ...session, values }) }).catch(String);
  expect(found).toContain('http://access.example/oauth/token');
  expect(found).not.toContain('canary');
});

/** The checks that are reported; a dash before one that is not right. */
async function reported(from: Target): Promise<string[]> {
  const found: string[] = [];
  await preflight(from, (check, _, isRight = true) => void found.push(`${isRight ? '' : '- '}${check}`));
  return found;
}

test.each([
  ['knows everything', {}, {}, ['prefix']],
  ['refuses a client token', { '/clientConfiguration': 403 }, {}, ['prefix']],
  // It may refuse a token before it looks for the path.
  ['refuses the token as unknown', { '/clientConfiguration': 401 }, {}, []],
  ['hides a path from a caller without a token', { '/bankConnectionImport': 404 }, {}, ['prefix']],
  ['says no time', {}, silent, ['prefix']],
])('a provider that %s is left to the cases', async (_, statuses, own, prefix) => {
  const found = await reported(target(statuses, own));
  expect(found).toEqual(['access API', 'credentials', ...prefix, 'Web Form V2']);
});

test.each([
  ['issues no token', strange('/oauth/token', 200, '{}'), ['- credentials', 'prefix']],
  [
    'issues no token and demands one',
    strange('/oauth/token', 200, '{}', { '/clientConfiguration': 401 }),
    ['- credentials'],
  ],
  [
    'responds to every call with an empty object, but with tokens',
    strange('/clientConfiguration', 200, '{}'),
    ['credentials', 'prefix'],
  ],
  ['does not respond to every call', target({ '/clientConfiguration': 'ECONNRESET' }), ['credentials']],
])('a provider that %s is left to the cases, and not called right', async (_, from, checks) => {
  expect(await reported(from)).toEqual(['access API', ...checks, 'Web Form V2']);
});
