/** A wrong address, prefix or secret ends the run in one line, and a provider's own faults do not. */
import { expect, test } from 'vitest';
import type { SendHttp } from '../../contracts/src/node/http-sender.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { preflight } from './preflight.ts';
import type { Target } from './targets/target.ts';

const ACCESS = 'http://access.example';
const FORMS = 'http://forms.example';

/** A target that answers each path with a status, and 200 where none is named. */
function target(statuses: Readonly<Record<string, number | 'down'>>, from: Partial<Target> = {}): Target {
  const sendHttp: SendHttp = async (url) => {
    const place = Object.keys(statuses).find((part) => url.startsWith(part) || url.endsWith(part));
    const status = place === undefined ? 200 : statuses[place];
    if (status === 'down') throw Object.assign(new Error('fetch failed'), { code: 'ECONNREFUSED' });
    const words = status === 200 ? { access_token: 'token', expires_in: 60 } : { error: 'invalid_client' };
    return new Response(JSON.stringify(words), { status: status ?? 200 });
  };
  return { ...answering(200, { sendHttp }), accessUrl: ACCESS, webFormUrl: FORMS, name: 'bank', ...from };
}

test.each<[string, Target, string]>([
  [
    'a rejected client',
    target({ '/oauth/token': 401 }),
    `bank: POST ${ACCESS}/oauth/token is answered with 401, "invalid_client"; check the client credentials and settings.tokenEncoding.`,
  ],
  [
    'a wrong prefix',
    target({ [ACCESS]: 404, [FORMS]: 404 }),
    `bank: POST ${ACCESS}/oauth/token is answered with 404; check accessUrl, settings.accessPrefix and settings.tokenPrefix.`,
  ],
  [
    'swapped addresses',
    target({ [ACCESS]: 404 }),
    `bank: accessUrl and webFormUrl are swapped: ${FORMS} issues the tokens.`,
  ],
  [
    'another prefix than that of the tokens',
    target({ '/clientConfiguration': 404 }),
    `bank: GET ${ACCESS}/clientConfiguration is not there; check settings.accessPrefix.`,
  ],
  [
    'a wrong address of web forms',
    target({ [FORMS]: 404 }),
    `bank: ${FORMS} knows no call of Web Form V2; check webFormUrl.`,
  ],
  [
    'an address where nothing listens',
    target({ [ACCESS]: 'down' }),
    `bank does not answer at ${ACCESS} (ECONNREFUSED).`,
  ],
  ['a busy provider', target({ '/oauth/token': 503 }), 'bank is busy: it answers createToken with 503.'],
])('%s ends the run in one line', async (_, wrong, message) => {
  await expect(preflight(wrong)).rejects.toMatchObject({ name: 'InputError', message });
});

test('no line of it repeats a secret of the addresses or of the token request', async () => {
  const sender = { ...target({ '': 401 }), accessUrl: 'http://anna:canary-one@access.example' };
  const byQuery = { ...sender, wire: { ...sender.wire, tokenEncoding: 'query' as const } };
  const session = await sender.session();
  const values = { ...session.values, clientSecret: 'canary-two' };
  const found = await preflight({ ...byQuery, session: async () => ({ ...session, values }) }).catch(String);
  expect(found).toContain('POST http://access.example/oauth/token is answered with 401');
  expect(found).not.toContain('canary');
});

test.each([
  ['that knows everything', {}],
  ['that refuses a client token', { '/clientConfiguration': 403 }],
  ['that hides a path from a caller without a token', { '/bankConnectionImport': 404 }],
])('a provider %s is left to the cases', async (_, statuses) => {
  await expect(preflight(target(statuses))).resolves.toBeUndefined();
});
