/** The steps before a case: time that passes, a client that is set up; and what counts as a refusal. */
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import type { Control } from '../calls/control.ts';
import type { Target } from '../targets/target.ts';
import { defaultTargetSettings } from '../targets/target-settings.ts';
import type { Case } from './case.ts';
import { runCase } from './run-case.ts';

const ROW: Case = {
  ...{ clause: 'AUTH-TOKEN-NEEDED', says: 'refuses the call', given: 'no access token' },
  ...{ when: 'importBankConnectionV1', as: 'nobody', send: { bankId: 1 }, then: 'refused' },
};

/** Answers every call with this status. */
function told(status: number, control: Partial<Control> = {}): Target {
  return {
    ...{ name: 'told', chosenBy: 'told.yaml', accessUrl: 'http://a.example', webFormUrl: 'http://b.example' },
    ...{ settings: defaultSettings, wire: defaultTargetSettings, lacks: {}, deviations: [] },
    ...{ takesPreferences: false, timeLimit: 2_000, control: control as Control },
    carry: async () => new Response('{}', { status }),
    session: async () => ({
      values: { clientId: 'c', clientSecret: 's', userName: 'u', userPassword: 'p', fresh: 'f' },
      token: async () => 'token',
      createUser: async () => {},
      lifetime: async (of) => (of === 'client' ? 7200 : 3600),
    }),
  };
}

test('time passes until the named second of the lifetime, however much has passed before', async () => {
  const advanced: string[] = [];
  const advance = async (duration: string) => void advanced.push(duration);
  const first = [{ secondsAfterExpiry: -1 }, { secondsAfterExpiry: 1, of: 'client' }] as const;
  await runCase(told(401, { advance }), { ...ROW, first }, 'a.ts');
  expect(advanced).toEqual(['PT3599S', 'PT3602S']);
});

test('a client that is set up otherwise stands in a world of its own', async () => {
  const worlds: unknown[] = [];
  const replaceWorld = async (world: unknown) => void worlds.push(world);
  const client = { isAutoCategorizationEnabled: false };
  await runCase(told(401, { replaceWorld }), { ...ROW, first: [{ client }] }, 'a.ts');
  expect(worlds).toEqual([{ client, categories: [], users: [] }]);
});

test('a case that ends without an answer keeps what was exchanged before', async () => {
  const statuses = [200, undefined];
  const target: Target = {
    ...told(200),
    carry: async () => {
      const status = statuses.shift();
      if (status === undefined) throw new TypeError('nobody is there');
      return new Response('{}', { status });
    },
  };
  const first = [{ when: 'getClientConfiguration', then: '2XX' }] as const;
  const { verdict, exchanges } = await runCase(target, { ...ROW, first }, 'a.ts');
  expect(verdict).toBe('unproven');
  expect(exchanges.map(({ request }) => request.url)).toEqual(['http://a.example/clientConfiguration']);
});

test('the 451 that hands out a web form is no refusal', async () => {
  expect((await runCase(told(451), ROW, 'a.ts')).findings[0]).toEqual({
    clause: 'AUTH-TOKEN-NEEDED',
    pointer: '/response/status',
    message: 'the status is 451, not a refusal, 4xx or 5xx',
  });
  expect(await runCase(told(401), ROW, 'a.ts')).toMatchObject({ verdict: 'upheld' });
});
