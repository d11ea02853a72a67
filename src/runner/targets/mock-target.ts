/** The mocks as a target. They answer in documented shapes, repeat the documented examples and have no memory. */
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { startMock } from './prism-mock.ts';
import type { Started, Target, TargetDescription } from './target.ts';
import { targetSettings } from './target-file.ts';

export const describedMock: TargetDescription = {
  name: 'mock',
  chosenBy: 'mock',
  accessUrl: 'http://127.0.0.1',
  webFormUrl: 'http://127.0.0.1',
  // The addresses of the examples are on a reserved host.
  settings: { ...targetSettings(OWN_VERSIONS), readsRequests: false, webFormHosts: ['webform.example'] },
  lacks: {
    judgement: 'a mock responds from the documents and judges requests by nothing else',
    memory: 'a mock remembers nothing',
    clock: 'a mock has no clock',
    messages: 'a mock runs no batch update and sends no messages',
  },
  takesPreferences: true,
  isOwn: true,
  hasControl: false,
  testData: OWN_TEST_DATA,
};

export async function startMockTarget(): Promise<Started> {
  const { stop, ...urls } = await startMock({ port: 0, webFormPort: 0 });
  const target: Target = {
    ...describedMock,
    ...urls,
    deviations: [],
    baselines: new Map(),
    timeLimit: 10_000,
    ending: new AbortController(),
    session: async () => ({
      values: {
        clientId: 'example-client',
        clientSecret: 'example-secret',
        userName: 'example-user',
        userPassword: 'example-password',
        fresh: 'example-user',
      },
      token: async (caller) => (caller === 'no one' ? undefined : `${caller}-token-of-the-mock`),
      createUser: async () => {},
      lifetime: async () => 3600,
    }),
  };
  return { target, stop };
}
