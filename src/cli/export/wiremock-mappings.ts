/** The generated fixtures as stub mappings of WireMock. */
import { exchanges } from '../../../contracts/generated/exchanges.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';

/** Below the rank of 5 that a mapping has without one. */
const FIRST = 1;

/**
 * Files by name. The first fixture of an operation answers its call; any other one answers a call with its name in the
 * header that chooses examples of Prism too: `Prefer: example=refused`.
 */
export function wiremockMappings(): Map<string, string> {
  const files = Object.entries(exchanges).flatMap(([operationId, fixtures]) =>
    Object.entries(fixtures).map(([example, { request, response }], index) => {
      const { status, headers, body } = response;
      const mapping = {
        name: `${operationId} ${example}`,
        ...(index > 0 && { priority: FIRST }),
        request: {
          method: request.method,
          urlPath: request.path,
          ...(index > 0 && { headers: { prefer: { contains: `example=${example}` } } }),
        },
        response: {
          status,
          headers,
          ...(typeof body === 'string' ? { body } : { jsonBody: body }),
        },
      };
      return [`${operationId}-${example}.json`, `${writeJson(mapping, 2)}\n`] as const;
    }),
  );
  return new Map(files);
}
