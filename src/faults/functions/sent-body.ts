/** The body of a request as a fault looks at it: JSON, or the parameters of a form. */
import type { Request } from '../../sandbox/door.ts';

/** Undefined for a body that is neither. */
export function sentBody({ body = '', headers }: Request): unknown {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
