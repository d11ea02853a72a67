/** Where the published documents stand in the installed package. */
import { join } from 'node:path';
import type { Ground } from './check.ts';

export const OPENAPI = ['openapi/access.json', 'openapi/web-form.json'] as const;
export const ASYNCAPI = 'asyncapi.json';

export function published(
  { consumer }: Ground,
  document: (typeof OPENAPI)[number] | typeof ASYNCAPI,
): string {
  return join(consumer.installed, 'dist', document);
}
