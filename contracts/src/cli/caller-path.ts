/** Resolves a path against the folder the user stood in, which `npm run` leaves in INIT_CWD. */
import { resolve } from 'node:path';

export function callerPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}
