// Cases share the token that creates users, and a user for calls that leave nothing with it, and no case fails by it. The clock is replaced, and what a sandbox answers is changed on its way.

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import type { SendHttp } from '../../http/http-sender.ts';
import { resultOfBaseline } from '../baseline.ts';
import { selection } from '../choose-cases.ts';
import { runTarget } from '../run.ts';
import { Unproven } from '../unproven.ts';
import { startSandboxInProcess } from './sandbox-target.ts';
import type { Target } from './session.ts';

afterEach(() => void vi.useRealTimers());

const SHARED = { own: 'case 1', user: 'user 1', other: 'user 2', isOwn: false, isGiven: false };

type Sent = Parameters<SendHttp>[1] & { readonly url: string };
type Answer = Awaited<ReturnType<SendHttp>>;

/** A sandbox behind `between`, which may pass a request on; `sent` counts the requests by the end of their path. */
async function sandbox(
  between: (pass: () => Promise<Answer>, sent: Sent) => Promise<Answer> | Answer = (pass) => pass(),
) {
  const { target, stop } = await startSandboxInProcess();
  onTestFinished(stop);
  const sent = new Map<string, number>();
  const { sendHttp } = target;
  if (!sendHttp) throw new Error('it is in this process');
  const changed: SendHttp = async (url, request) => {
    const end = url.split('/').at(-1) ?? '';
    sent.set(end, (sent.get(end) ?? 0) + 1);
    return between(() => sendHttp(url, request), { ...request, url });
  };
  // In place: its sessions call it itself.
  Object.assign(target, { sendHttp: changed });
  return { target, sent };
}

const verdicts = async (target: Target, ...only: string[]) =>
  (await runTarget(target, catalogue, { only: selection(...only) })).clauses.map(({ verdict }) => verdict);

const refusal = (status: number): Answer => ({ status, headers: [], text: async () => '{}' });

test('a token is asked for again once half of its lifetime is over, and each time where it has none', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { target, sent } = await sandbox();
  const creating = async () => (await target.session()).createUser();
  await creating();
  vi.setSystemTime(Date.now() + 1_799_000);
  await creating();
  expect(sent.get('token')).toBe(1);
  vi.setSystemTime(Date.now() + 2_000);
  await creating();
  expect(sent.get('token')).toBe(2);

  const noLifetime: Answer = {
    status: 200,
    headers: [],
    text: async () => '{"access_token":"text-of-a-token"}',
  };
  const endless = await sandbox((pass, { url }) => (url.endsWith('/token') ? noLifetime : pass()));
  for (let at = 0; at < 2; at++) await (await endless.target.session()).createUser().catch(() => undefined);
  expect(endless.sent.get('token')).toBeGreaterThan(2);
});

test('time that passes and a world that is replaced end what is shared', async () => {
  const { target, sent } = await sandbox();
  const calling = async () => (await target.session(SHARED)).token('user');
  const changes: [() => Promise<void> | undefined, users: number, tokens: number][] = [
    [async () => {}, 1, 2],
    [() => target.control?.advance('PT1H'), 0, 1],
    [() => target.control?.reset(), 1, 2],
    [() => target.control?.replaceWorld({ client: {}, categories: [], users: [] }), 1, 2],
  ];
  for (const [change, users, tokens] of changes) {
    await change();
    const [usersBefore, tokensBefore] = [sent.get('users') ?? 0, sent.get('token') ?? 0];
    expect(await calling()).toBe(await calling());
    expect([sent.get('users'), sent.get('token')]).toEqual([usersBefore + users, tokensBefore + tokens]);
  }
});

test('where a new token ends the earlier one of its client, users are created all the same', async () => {
  let latest = '';
  const { target } = await sandbox(async (pass, { url, body = '', headers = {} }) => {
    if (url.endsWith('/users') && headers['authorization'] !== `Bearer ${latest}`) return refusal(401);
    const answer = await pass();
    if (!url.endsWith('/token') || !body.includes('client_credentials')) return answer;
    const text = await answer.text();
    latest = JSON.parse(text).access_token;
    return { ...answer, text: async () => text };
  });
  const session = await target.session();
  await session.createUser();
  await session.token('client');
  await expect((await target.session()).createUser()).resolves.toBeUndefined();
});

test('a user makes the same payment in one case alone: a provider may refuse the second', async () => {
  const paid = new Set<unknown>();
  const { target } = await sandbox((pass, { url, headers = {}, body }) => {
    if (!url.endsWith('/standalonePayment')) return pass();
    const payment = `${headers['authorization']} ${body}`;
    const isSecond = paid.has(payment);
    paid.add(payment);
    return isSecond ? refusal(409) : pass();
  });
  expect(await verdicts(target, 'V2-PAYMENT-201', 'MIGRATION-AMOUNT')).toEqual(['upheld', 'upheld']);
  expect(paid.size).toBeGreaterThan(2);
});

test('a set-up or a baseline call that fails once is made again by the next case', async () => {
  const failing = new Map([
    ['/users', 500],
    ['/clientConfiguration', 503],
  ]);
  const { target } = await sandbox((pass, { url }) => {
    const [end, status] = [...failing].find(([path]) => url.endsWith(path)) ?? [];
    return end && failing.delete(end) && status ? refusal(status) : pass();
  });
  const token = async () => (await target.session(SHARED)).token('user');
  await expect(token()).rejects.toBeInstanceOf(Unproven);
  await expect(token()).resolves.toEqual(expect.any(String));
  const calls = [{ when: 'getClientConfiguration', as: 'client', then: '2XX' }] as const;
  const baseline = { calls, callers: SHARED };
  await expect(resultOfBaseline(target, baseline)).rejects.toBeInstanceOf(Unproven);
  await expect(resultOfBaseline(target, baseline)).resolves.toMatchObject({
    exchange: { response: { status: 200 } },
  });
});

test('a token response that repeats a key issues no token, and the key is named', async () => {
  const { target } = await sandbox((pass, { url }) =>
    url.endsWith('/oauth/token')
      ? {
          status: 200,
          headers: [],
          text: async () =>
            '{"access_token":"a","_links":1,"_links":2,"token_type":"bearer","expires_in":60,"scope":"all"}',
        }
      : pass(),
  );
  const { clauses } = await runTarget(target, catalogue, { only: selection('CONFIG-AUTO-CATEGORIZATION') });
  expect(clauses.map(({ reason }) => reason).join()).toContain('key "_links" is repeated');
});
