/** The mocks as a target. They answer in documented shapes, repeat the documented examples and have no memory. */
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { startMock } from './prism-mock.ts';
import type { Session, Started, Target } from './target.ts';
import { withDefaults } from './target-file.ts';

const EXAMPLE_SESSION: Session = {
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
};

export const MOCK_LACKS: Target['lacks'] = {
  judgement: 'a mock answers from the documents and judges requests by nothing else',
  memory: 'a mock remembers nothing',
  clock: 'a mock has no clock',
  messages: 'a mock runs no batch update and sends no messages',
};

/** The addresses of the examples are on a reserved host. */
export const mockSettings: Target['settings'] = {
  ...defaultSettings,
  readsRequests: false,
  webFormHosts: ['webform.example'],
};

export async function startMockTarget(): Promise<Started> {
  const { accessUrl, webFormUrl, stop } = await startMock({ port: 0, webFormPort: 0 });
  const target: Target = {
    name: 'mock',
    chosenBy: 'mock',
    accessUrl,
    webFormUrl,
    settings: mockSettings,
    lacks: MOCK_LACKS,
    wire: withDefaults(OWN_VERSIONS),
    deviations: [],
    takesPreferences: true,
    controls: new Map(),
    testData: OWN_TEST_DATA,
    timeLimit: 10_000,
    session: async () => EXAMPLE_SESSION,
  };
  return { target, stop };
}
