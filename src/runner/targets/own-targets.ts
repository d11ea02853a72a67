/** The targets that a run starts itself. */
import type { Urls } from '../../sandbox/http-server.ts';
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import type { TargetDescription } from './target.ts';
import { targetSettings } from './target-file.ts';

/** URLs of a sandbox without a socket: no request leaves the process. */
export const IN_PROCESS: Urls = {
  accessUrl: 'http://127.0.0.1:4020',
  webFormUrl: 'http://127.0.0.1:4021',
  controlUrl: 'http://127.0.0.1:4022',
};

export const describedSandbox: TargetDescription = {
  name: 'sandbox',
  chosenBy: 'sandbox',
  accessUrl: IN_PROCESS.accessUrl,
  webFormUrl: IN_PROCESS.webFormUrl,
  settings: targetSettings(OWN_VERSIONS, IN_PROCESS.webFormUrl),
  lacks: {},
  testData: OWN_TEST_DATA,
  isOwn: true,
  hasControl: true,
};

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
