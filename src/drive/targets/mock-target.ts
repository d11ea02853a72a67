/** The mocks as a target: they answer in documented shapes and neither read nor remember what they are asked. */
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import { type MockPlaces, startMock } from './mock.ts';
import type { Session, Target } from './target.ts';
import { defaultTargetSettings } from './target-settings.ts';

const EXAMPLE_SESSION: Session = {
  values: {
    clientId: 'example-client',
    clientSecret: 'example-secret',
    userName: 'example-user',
    userPassword: 'example-password',
    fresh: 'example-user',
  },
  token: async (caller) => (caller === 'nobody' ? undefined : `${caller}-token-of-the-mock`),
  createUser: async () => {},
  lifetime: async () => 3600,
};

export const MOCK_LACKS: Target['lacks'] = {
  judgement: 'a mock answers from the documents and judges requests by nothing else',
  memory: 'a mock remembers nothing',
  clock: 'a mock has no clock',
  messages: 'a mock runs no batch update and sends no messages',
};

/** The addresses of the examples lie on a host that nobody owns. */
export const mockSettings: Target['settings'] = {
  ...defaultSettings,
  readsRequests: false,
  webFormHosts: ['webform.example'],
};

export interface Started {
  readonly target: Target;
  stop(): Promise<void>;
}

export async function startMockTarget(places: MockPlaces = { port: 0, webFormPort: 0 }): Promise<Started> {
  const { accessUrl, webFormUrl, stop } = await startMock(places);
  const target: Target = {
    name: 'mock',
    chosenBy: 'mock',
    accessUrl,
    webFormUrl,
    settings: mockSettings,
    lacks: MOCK_LACKS,
    wire: defaultTargetSettings,
    deviations: [],
    takesPreferences: true,
    timeLimit: 10_000,
    session: async () => EXAMPLE_SESSION,
  };
  return { target, stop };
}
