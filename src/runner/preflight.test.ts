/** A wrong address, prefix or secret ends the run in one line, and a provider's own faults do not. */

import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import type { SendHttp } from '../../contracts/src/node/http-sender.ts';
import { NoResponse } from '../../contracts/src/node/http-sender.ts';
import { answering } from '../test-support/scripted-provider.ts';
import type { Control } from './control.ts';
import { preflight } from './preflight.ts';
import type { Target } from './targets/target.ts';

const ACCESS = 'http://access.example';
const FORMS = 'http://forms.example';

/** A target that answers each path with a status, and 200 where none is named, and with this Date header. */
function target(
  statuses: Readonly<Record<string, number | 'down'>>,
  { date, ...from }: Partial<Target> & { readonly date?: string } = {},
): Target {
  const sendHttp: SendHttp = async (url) => {
    const place = Object.keys(statuses).find((part) => url.startsWith(part) || url.endsWith(part));
    const status = place === undefined ? 200 : statuses[place];
    if (status === 'down') throw new NoResponse('fetch failed', 'ECONNREFUSED');
    const words = status === 200 ? { access_token: 'token', expires_in: 60 } : { error: 'invalid_client' };
    return new Response(JSON.stringify(words), { status: status ?? 200, headers: date ? { date } : {} });
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

test.each([
  [['', 302, 'x'], `bank: POST ${ACCESS}/oauth/token is redirected to https://login.example/sso (302)`],
  [['', 200, '<!doctype html>'], `bank: POST ${ACCESS}/oauth/token is answered with HTML, not JSON`],
  [
    ['/clientConfiguration', 302, ''],
    `bank: GET ${ACCESS}/clientConfiguration is redirected to https://login`,
  ],
  [
    ['/bankConnectionImport', 200, ' <html>'],
    `bank: POST ${FORMS}/api/webForms/bankConnectionImport is answered`,
  ],
  [[FORMS, 302, ''], `bank: POST ${FORMS}/api/webForms/bankConnectionImport is redirected`],
] as const)('what is no API ends the run in one line: %j', async ([place, status, text], message) => {
  const sender = target({});
  const sendHttp: SendHttp = async (url, request) => {
    if (!url.startsWith(place) && !url.endsWith(place)) return sender.sendHttp?.(url, request) as never;
    return new Response(text, { status, headers: { location: 'https://login.example/sso?token=canary' } });
  };
  const found = await preflight({ ...sender, sendHttp }).catch((error: Error) => error);
  expect(found).toMatchObject({ name: 'InputError', message: expect.stringContaining(message) });
  expect(String(found)).not.toContain('canary');
});

test('what could not be compared is not reported as right', async () => {
  const found = new Map<string, boolean>();
  await preflight(target({}), (check, _, isRight = true) => void found.set(check, isRight));
  expect([...found]).toEqual([
    ...['access API', 'credentials', 'prefix', 'Web Form V2'].map((check) => [check, true]),
    ['clock', false],
  ]);
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

// The clock: the default execution dates are 14 and 45 days from today by ours.

const NOW = Date.parse('2026-11-20T09:00:00Z');
const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000];

async function clock(difference: number, from: Partial<Target> = {}): Promise<string | undefined> {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const found = new Map<string, string>();
  const date = new Date(NOW + difference).toUTCString();
  await preflight(target({}, { date, ...from }), (check, text) => void found.set(check, text));
  return found.get('clock');
}

test.each([
  [0, 'as ours; it matters from 14 days on'],
  [-SECOND, 'as ours; it matters from 14 days on'],
  [90 * SECOND, '90 seconds ahead of ours; it matters from 14 days on'],
  [-3 * HOUR, '3 hours behind ours; it matters from 14 days on'],
  [14 * DAY - SECOND, '14 days ahead of ours; it matters from 14 days on'],
])('a clock that differs by %d ms does not end the run', async (difference, words) => {
  expect(await clock(difference)).toBe(words);
});

test.each([
  [14 * DAY, {}, '14 days ahead of', '14 days'],
  [-15 * DAY, {}, '15 days behind', '14 days'],
  [2 * HOUR, { testData: { ...defaultTestData, executionDays: [30, 0] } }, '2 hours ahead of', '60 minutes'],
])(
  'a clock that differs by %d ms makes execution dates wrong and ends the run',
  async (difference, from, is, limit) => {
    await expect(clock(difference, from)).rejects.toMatchObject({
      name: 'InputError',
      message: `bank: its clock is ${is} ours, and payments are executed ${limit} from today by our clock; set the clock that is wrong, or testData.executionDays.`,
    });
  },
);

test('where a control plane says the time, or no header does, no difference ends the run', async () => {
  const control = {} as Control;
  expect(await clock(400 * DAY, { control })).toBe(
    '400 days ahead of ours; dates are taken from the control plane',
  );
  const found: string[] = [];
  await preflight(target({}), (check, text) => void found.push(`${check} ${text}`));
  expect(found).toEqual([
    'access API answers',
    'credentials the client gets a token',
    'prefix GET /clientConfiguration is there',
    'Web Form V2 answers',
    'clock not compared with ours: the answers have no Date header',
  ]);
});

test('a configuration that is refused with 401 does not show that the prefix is right', async () => {
  const found: string[] = [];
  await preflight(target({ '/clientConfiguration': 401 }), (check) => void found.push(check));
  expect(found).toEqual(['access API', 'credentials', 'Web Form V2', 'clock']);
});
