/** The mocks, one Prism for each OpenAPI document: they show shapes, not behaviour. */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { InputError, only } from '../../base/errors.ts';

/**
 * Starts both mocks on an IPv4 host; port 0 takes any free port. Resolves once both listen. `stop` ends both servers, and
 * connections that are still open. Throws InputError, with the port and its flag, if a port cannot be used.
 */
export async function startMock({
  port,
  webFormPort,
  host = '127.0.0.1',
}: {
  port: number;
  webFormPort: number;
  host?: string;
}) {
  // Loaded only when a mock starts.
  const [access, webForm] = await Promise.all([
    import('../../../contracts/generated/access.json', { with: { type: 'json' } }),
    import('../../../contracts/generated/web-form.json', { with: { type: 'json' } }),
  ]);
  const mock = await served(access.default, host, port, '--port');
  try {
    const formMock = await served(webForm.default, host, webFormPort, '--web-form-port');
    const stop = async () => void (await Promise.all([mock.close(), formMock.close()]));
    return { accessUrl: mock.url, webFormUrl: formMock.url, stop };
  } catch (error) {
    only(error, InputError);
    await mock.close();
    throw error;
  }
}

async function served(document: object, host: string, port: number, flag: string) {
  const { createLogger, createServer, getHttpOperationsFromSpec } = prism();
  const server = createServer(await getHttpOperationsFromSpec(document), {
    cors: false,
    // Prism would log to stdout what its responses say anyway.
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
  const url = await server.listen(port, host).catch((error) => {
    only(error, PrismText);
    throw new InputError(`port ${port} cannot be used (${error}); pass another one with ${flag} (0 = any)`);
  });
  return { url, close: () => server.close() };
}

/** Prism rejects with a string, not an Error: the message of the system error, with host and port. */
abstract class PrismText extends Error {
  static override [Symbol.hasInstance](error: unknown): boolean {
    return typeof error === 'string';
  }
}

/** Prism takes most of a second to load, so it is loaded when a mock is wanted and not when this file is imported. */
function prism() {
  // Prism loads ES modules with require().
  if (!process.features.require_module)
    throw new InputError(`mock needs Node 20.19, 22.12 or later for Prism; this is ${process.version}.`);
  const load = requireOfPrism();
  const core: typeof import('@stoplight/prism-core') = load('@stoplight/prism-core');
  const http: typeof import('@stoplight/prism-http') = load('@stoplight/prism-http');
  const server: typeof import('@stoplight/prism-http-server') = load('@stoplight/prism-http-server');
  return { ...core, ...http, ...server };
}

const PRISM = '@stoplight/prism-cli';

function requireOfPrism(): NodeJS.Require {
  const folders = [import.meta.url, resolve(process.argv[1] ?? ''), join(process.cwd(), 'caller')].flatMap(
    (start) => createRequire(start).resolve.paths(PRISM) ?? [],
  );
  const manifest = folders.map((folder) => join(folder, PRISM, 'package.json')).find(existsSync);
  // A symbolic link is resolved, because the dependencies of Prism are next to its real folder.
  if (manifest !== undefined) return createRequire(realpathSync(manifest));
  throw new InputError('mock needs Prism, which is not installed: npm i -D @stoplight/prism-cli.');
}
