/** Times a verb as a user starts it: a cold process, until its first line and until its end. */
import { spawn } from 'node:child_process';

/** In seconds of wall time. */
export interface VerbTimes {
  readonly first: number;
  readonly end: number;
}

/** Rejects for a verb that does not end with 0. */
export function timedVerb(verb: string, options: readonly string[]): Promise<VerbTimes> {
  const args = ['run', '-s', verb, '--', ...options];
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let first: number | undefined;
    child.stdout.on('data', () => {
      first ??= seconds();
    });
    child.on('close', (code) => {
      if (code === 0 && first !== undefined) resolve({ first, end: seconds() });
      else reject(new Error(`npm ${args.join(' ')} ended with ${code}`));
    });
  });
}
