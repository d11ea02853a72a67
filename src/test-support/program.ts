/** Where the program is, for tests that start it: `spawn(process.execPath, [PROGRAM, verb, ...args])`. */
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
