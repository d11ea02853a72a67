/**
 * The mocks, one Prism for each OpenAPI document, and a target of them. They answer in documented shapes, repeat the
 * documented examples and have no memory: they show shapes, not behaviour.
 */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defaultTargetSettings } from '../../../contracts/generated/settings.ts';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import type { Session, Started, Target } from './target.ts';

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
    testData: OWN_TEST_DATA,
    timeLimit: 10_000,
    session: async () => EXAMPLE_SESSION,
  };
  return { target, stop };
}

export interface MockPlaces {
  /** Port of the access API; 0 takes any free one. */
  readonly port: number;
  /** Port of Web Form V2; 0 takes any free one. */
  readonly webFormPort: number;
  /** IPv4 address to listen on; loopback when absent. */
  readonly host?: string;
}

export interface Mock {
  readonly accessUrl: string;
  readonly webFormUrl: string;
  /** Ends both servers and the connections that callers still hold open. */
  stop(): Promise<void>;
}

/** Resolves once both mocks answer; throws InputError naming the port and its flag when a port cannot be had. */
export async function startMock({ port, webFormPort, host = '127.0.0.1' }: MockPlaces): Promise<Mock> {
  const access = await serve('access', host, port, '--port');
  try {
    const webForm = await serve('web-form', host, webFormPort, '--web-form-port');
    return {
      accessUrl: access.url,
      webFormUrl: webForm.url,
      stop: async () => {
        await Promise.all([access.close(), webForm.close()]);
      },
    };
  } catch (error) {
    await access.close();
    throw error;
  }
}

/** Loaded when they are served. */
const DOCUMENTS = {
  access: async () =>
    (await import('../../../contracts/generated/access.json', { with: { type: 'json' } })).default,
  'web-form': async () =>
    (await import('../../../contracts/generated/web-form.json', { with: { type: 'json' } })).default,
};

async function serve(
  document: keyof typeof DOCUMENTS,
  host: string,
  port: number,
  flag: string,
): Promise<Served> {
  const prism = await prismOf(await DOCUMENTS[document]());
  try {
    return { url: await prism.listen(port, host), close: () => prism.close() };
  } catch (reason) {
    // Prism rejects with the bare message of the system error, a string that names address and port.
    throw new InputError(`port ${port} cannot be used (${reason}); pass another one with ${flag} (0 = any)`);
  }
}

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** A mock of an OpenAPI document, or of that in a file, which does not listen yet. */
export async function prismOf(document: object | string) {
  const { createLogger, createServer, getHttpOperationsFromSpec } = prism();
  return createServer(await getHttpOperationsFromSpec(document), {
    cors: false,
    // Prism would log to stdout; its answers say the same.
    components: { logger: createLogger('mock', { level: 'silent' }) },
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
  });
}

/** Of npm, where neither the folder that the program is installed in nor that of the caller has it. */
const HOW_TO_GET_PRISM =
  'npm i -D @stoplight/prism-cli, or npx -p @stoplight/prism-cli -p bank-access-contracts bank-access-contracts mock';

/** Prism takes most of a second to load, so it is loaded when a mock is wanted and not when this file is imported. */
function prism() {
  const load = requireOfPrism();
  const { createLogger }: typeof import('@stoplight/prism-core') = load('@stoplight/prism-core');
  const { getHttpOperationsFromSpec }: typeof import('@stoplight/prism-http') = load('@stoplight/prism-http');
  const { createServer }: typeof import('@stoplight/prism-http-server') = load(
    '@stoplight/prism-http-server',
  );
  return { createLogger, getHttpOperationsFromSpec, createServer };
}

function requireOfPrism(): NodeJS.Require {
  for (const start of [process.argv[1], join(process.cwd(), 'caller')]) {
    try {
      return createRequire(createRequire(start ?? '').resolve('@stoplight/prism-cli/package.json'));
    } catch {
      // The next place may have it.
    }
  }
  throw new InputError(`mock needs Prism, which is not installed: ${HOW_TO_GET_PRISM}.`);
}
