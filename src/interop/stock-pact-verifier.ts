/** Whether the stock Pact verifier finds that the sandbox keeps every pact. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../generate/project.ts';
import { pactPaths } from '../pact/pact-folder.ts';
import type { InteropCheck } from './check.ts';
import { tool } from './tool.ts';

export const stockPactVerifier: InteropCheck = {
  tool: tool('@pact-foundation/pact'),
  says: 'the stock verifier plays every pact against the sandbox, and each interaction is upheld',
  run: async () => {
    // In a process of its own: the verifier writes on stdout, which belongs to the matrix.
    const args = [join(PROJECT, 'scripts/pact.ts'), '--pacts', ...pactPaths()];
    const env = { ...process.env, PACT_DO_NOT_TRACK: 'true' };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    if (status === 0) return [];
    const violated = stdout.split('\n').filter((line) => line.startsWith('  violated: '));
    if (violated.length === 0) throw new Error(`it ends with ${status}: ${stderr.trim()}`);
    return violated.map((line) => line.trim());
  },
};
