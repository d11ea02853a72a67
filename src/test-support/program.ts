/** Where the program is, for tests that start it: `spawn(process.execPath, [PROGRAM, verb, ...args])`. */
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/** For `--import` before the program: prints the most memory that the process had, in kilobytes. */
export const PRINT_MEMORY =
  'data:text/javascript,process.on("exit",()=>console.error("memory",process.resourceUsage().maxRSS))';
