/** A wrong address, prefix or secret ends the run in one line, and a provider's own faults do not. */

import { expect, test } from 'vitest';
import { InputError } from '../../contracts/src/base/errors.ts';
import { NoResponse, type SendHttp } from '../http/http-sender.ts';
import { answering } from '../test-support/scripted-provider.ts';
import type { Control } from './control.ts';
import { preflight } from './preflight.ts';
import type { Target } from './targets/target.ts';
import { NotAnswered, Unproven } from './unproven.ts';

const ACCESS = 'http://access.example';
const FORMS = 'http://forms.example';

/** A target that answers each path with a status, and 200 where none is named. */
function target(statuses: Readonly<Record<string, number | 'down'>>, from: Partial<Target> = {}): Target {
  const sendHttp: SendHttp = async (url) => {
    const place = Object.keys(statuses).find((part) => url.startsWith(part) || url.endsWith(part));
    const status = place === undefined ? 200 : statuses[place];
    if (status === 'down') throw new NoResponse('fetch failed', 'ECONNREFUSED');
    const words = status === 200 ? { access_token: 'token', expires_in: 60 } : { error: 'invalid_client' };
    return new Response(JSON.stringify(words), { status: status ?? 200 });
  };
  return { ...answering(200, { sendHttp }), accessUrl: ACCESS, webFormUrl: FORMS, name: 'bank', ...from };
}

test.each<[Parameters<typeof target>[0], string]>([
  [
    { '/oauth/token': 401 },
    `POST ${ACCESS}/oauth/token responds with 401, "invalid_client"; check the client credentials and settings.tokenEncoding`,
  ],
  [{ '/oauth/token': 500 }, `POST ${ACCESS}/oauth/token responds with 500, "invalid_client"`],
  [
    { [ACCESS]: 404, [FORMS]: 404 },
    `POST ${ACCESS}/oauth/token responds with 404; check accessUrl, settings.accessPrefix and settings.tokenPrefix`,
  ],
  [{ [ACCESS]: 404 }, `accessUrl and webFormUrl are swapped: ${FORMS} issues the tokens`],
  [
    { '/clientConfiguration': 404 },
    `GET ${ACCESS}/clientConfiguration is not there; check settings.accessPrefix`,
  ],
  [{ [FORMS]: 404 }, `${FORMS} knows no call of Web Form V2; check webFormUrl`],
])('what answers with %j ends the run in one line', async (statuses, words) => {
  await expect(preflight(target(statuses))).rejects.toEqual(new InputError(`bank: ${words}.`));
});

test('a provider that is down or busy ends the run in one line', async () => {
  const failures = [target({ [ACCESS]: 'down' }), target({ '/oauth/token': 503 })].map((it) => preflight(it));
  await expect(failures[0]).rejects.toEqual(
    new InputError(`bank does not respond at ${ACCESS} (ECONNREFUSED).`),
  );
  await expect(failures[1]).rejects.toEqual(
    new InputError('bank is busy: it responds to POST /oauth/token with 503.'),
  );
});

test.each([
  ['', 302, 'x', `POST ${ACCESS}/oauth/token is redirected to https://login.example/sso (302)`],
  ['', 200, '<!doctype html>', `POST ${ACCESS}/oauth/token responds with HTML, not JSON`],
  ['/clientConfiguration', 302, '', `GET ${ACCESS}/clientConfiguration is redirected to https://login`],
  ['/bankConnectionImport', 200, ' <html>', `POST ${FORMS}/api/webForms/bankConnectionImport responds`],
  [FORMS, 302, '', `POST ${FORMS}/api/webForms/bankConnectionImport is redirected`],
] as const)('what is no API ends the run in one line: %s %i %s', async (place, status, text, message) => {
  const sender = target({});
  const sendHttp: SendHttp = async (url, request) => {
    if (!url.startsWith(place) && !url.endsWith(place)) return sender.sendHttp?.(url, request) as never;
    return new Response(text, { status, headers: { location: 'https://login.example/sso?token=canary' } });
  };
  const found = await preflight({ ...sender, sendHttp }).catch((error: Error) => error);
  expect(found).toMatchObject({ name: 'InputError', message: expect.stringContaining(`bank: ${message}`) });
  expect(String(found)).not.toContain('canary');
});

test('no line of it repeats a secret of the addresses or of the token request', async () => {
  const sender = { ...target({ '': 401 }), accessUrl: 'http://anna:canary-one@access.example' };
  const byQuery = { ...sender, wire: { ...sender.wire, tokenEncoding: 'query' as const } };
  const session = await sender.session();
  const values = { ...session.values, clientSecret: 'canary-two' };
  const found = await preflight({ ...byQuery, session: async () => ({ ...session, values }) }).catch(String);
  expect(found).toContain('POST http://access.example/oauth/token responds with 401');
  expect(found).not.toContain('canary');
});

/** What is reported, each check with its words; a dash before one that is not right. */
async function reported(from: Target): Promise<string[]> {
  const found: string[] = [];
  await preflight(from, (check, text, isRight = true) => {
    found.push(`${isRight ? '' : '- '}${check} ${text}`);
  });
  return found;
}

const TOKENS = ['access API reachable', 'credentials the client gets a token'];
const PREFIX = 'prefix GET /clientConfiguration is there';
const REST = ['Web Form V2 reachable'];

test.each([
  ['knows everything', {}, [PREFIX]],
  ['refuses a client token', { '/clientConfiguration': 403 }, [PREFIX]],
  // It may refuse a token before it looks for the path.
  ['refuses the token as unknown', { '/clientConfiguration': 401 }, []],
  ['hides a path from a caller without a token', { '/bankConnectionImport': 404 }, [PREFIX]],
])('a provider that %s is left to the cases', async (_, statuses, prefix) => {
  expect(await reported(target(statuses))).toEqual([...TOKENS, ...prefix, ...REST]);
});

test('a control plane that does not answer ends the run, and one that says no time does not', async () => {
  const whose = (now: Control['now']) => ({ control: { now } as Control });
  const none = whose(() => Promise.reject(new NotAnswered('no control plane')));
  await expect(reported(target({}, none))).rejects.toThrow('no control plane; check controlUrl.');
  const silent = whose(() => Promise.reject(new Unproven('it says no time')));
  expect(await reported(target({}, silent))).toEqual([...TOKENS, PREFIX, ...REST]);
});
