/** Decides whether the API version of a call allows the rule that it creates (Errors 5, Versioning 2). */
import { Refusal } from '../refusal.ts';
import type { ApiVersion } from '../settings.ts';

/** `params` as they were sent: to specify waitForCategorization is the mistake, with whatever value. */
export function versionRefusal(version: ApiVersion, params: unknown): Refusal | undefined {
  const specified =
    typeof params === 'object' && params !== null && Object.hasOwn(params, 'waitForCategorization');
  if (version !== 'v1' || !specified) return undefined;
  return new Refusal(400, 'waitForCategorization needs API v2 or greater');
}
