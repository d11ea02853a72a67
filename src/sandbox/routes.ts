/** Which operation a method and path mean, on which door and in which API version. */
import { operations } from '../../contracts/generated/operations.ts';
import type { Door } from './door.ts';
import type { OperationId } from './operation.ts';
import type { ApiVersion, Settings } from './settings.ts';

export interface Route {
  readonly operationId: OperationId;
  readonly apiVersion: ApiVersion;
}

/** By path and then by method. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>;

/**
 * The access endpoints stand at the documented paths and under the prefixes of both API versions, all of that once more
 * under the extra prefix. The bare path means v2; the V1 flows have their version in their own path.
 */
export function routesOf(
  door: Exclude<Door, 'control'>,
  settings: Pick<Settings, 'accessPrefix' | 'apiVersionPrefixes'>,
): Routes {
  const routes = new Map<string, Map<string, Route>>();
  for (const [id, { document, method, path }] of Object.entries(operations)) {
    if ((document === 'access') !== (door === 'access')) continue;
    for (const [prefix, apiVersion] of prefixesOf(path, door, settings)) {
      const methods = routes.get(prefix + path) ?? new Map<string, Route>();
      routes.set(prefix + path, methods.set(method, { operationId: id as OperationId, apiVersion }));
    }
  }
  return routes;
}

function prefixesOf(
  path: string,
  door: Door,
  { accessPrefix, apiVersionPrefixes: { v1, v2 } }: Pick<Settings, 'accessPrefix' | 'apiVersionPrefixes'>,
): [string, ApiVersion][] {
  if (door !== 'access') return [['', 'v2']];
  const own: [string, ApiVersion][] = path.startsWith('/api/v1/')
    ? [['', 'v1']]
    : [
        ['', 'v2'],
        [v1, 'v1'],
        [v2, 'v2'],
      ];
  const extra = accessPrefix.replace(/\/+$/, '');
  return extra === ''
    ? own
    : [...own, ...own.map(([prefix, version]): [string, ApiVersion] => [extra + prefix, version])];
}
