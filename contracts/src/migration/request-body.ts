/** Refuses what is no request body, before anything of it is read. */

import { isObject } from '../contract/is-object.ts';
import { kindOf } from '../contract/show.ts';

/** `asker` is who takes it. Throws TypeError for anything but an object; no message repeats what it is. */
export function requestBody(asker: string, version: 'V1' | 'V2', body: unknown): object {
  if (isObject(body)) return body;
  throw new TypeError(`${asker} takes the body of a ${version} request as an object, not ${kindOf(body)}.`);
}
