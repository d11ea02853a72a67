/** How the settings of a target select an API version of the rule endpoint (RULE-API-VERSION): by a path, a header or a query. */

export type ApiVersion = 'v1' | 'v2';

/** The setting that selects each version; absent where it is unknown. */
export type VersionSelectors = { readonly [Version in ApiVersion]?: string };

interface VersionSelection {
  /** The path in front of the endpoint; undefined where the path does not select the version. */
  readonly prefix?: string;
  readonly header?: { readonly name: string; readonly value: string };
  readonly query?: { readonly name: string; readonly value: string };
}

/** Reads `/api/v2`, `Api-Version: 2` or `?api-version=2`. */
export function versionSelection(written: string): VersionSelection {
  const header = /^([A-Za-z0-9-]+): (.+)$/.exec(written);
  if (header) return { header: { name: header[1] ?? '', value: header[2] ?? '' } };
  const query = /^\?([^=]+)=(.*)$/.exec(written);
  if (query) return { query: { name: query[1] ?? '', value: query[2] ?? '' } };
  return { prefix: written };
}

/** The path prefix of the endpoint and its query, beginning with `?`; `accessPrefix` where no path selects the version. */
export function versionedUrl(
  { prefix = '', header, query }: VersionSelection,
  accessPrefix: string,
): { readonly prefix: string; readonly query: string } {
  const isInPath = !header && !query;
  return { prefix: isInPath ? prefix : accessPrefix, query: query ? `?${query.name}=${query.value}` : '' };
}

type SentRequest = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The version that a request selects, if any: a header or query counts before a path, a longer path before a shorter. */
export function selectedVersion(
  selectors: VersionSelectors,
  request: SentRequest,
  path: string,
): ApiVersion | undefined {
  const selected = (['v2', 'v1'] as const).flatMap((version) => {
    const { [version]: written } = selectors;
    const selection = written === undefined ? undefined : versionSelection(written);
    if (!selection || !isSelected(selection, request, path)) return [];
    return [{ version, length: selection.prefix?.length ?? Number.POSITIVE_INFINITY }];
  });
  return selected.sort((one, other) => other.length - one.length)[0]?.version;
}

function isSelected({ prefix, header, query }: VersionSelection, request: SentRequest, path: string) {
  if (header) return request.headers[header.name.toLowerCase()] === header.value;
  if (query) {
    const start = request.url.indexOf('?');
    const sent = new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1));
    return sent.get(query.name) === query.value;
  }
  return path.endsWith(`${prefix}/notificationRules`);
}
