/** Whether Redocly finds a fault in the published OpenAPI documents, their examples included. */
import { join } from 'node:path';
import { PROJECT } from '../generate/project.ts';
import type { InteropCheck } from './check.ts';
import { OPENAPI, published } from './published.ts';
import { tool } from './tool.ts';

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

const CLI = join(PROJECT, 'node_modules/@redocly/cli/bin/cli.js');
const OPTIONS = ['--config', join(PROJECT, 'redocly.yaml'), '--format', 'json'];

export const redoclyLint: InteropCheck = {
  tool: tool('@redocly/cli'),
  says: 'both OpenAPI documents pass its recommended rules and those of redocly.yaml, warnings included',
  run: async (ground) => {
    const found: Problem[] = [];
    for (const document of OPENAPI) {
      const args = [CLI, 'lint', published(ground, document), ...OPTIONS];
      const { stdout } = await ground.consumer.run(process.execPath, args);
      found.push(...(JSON.parse(stdout) as { readonly problems: readonly Problem[] }).problems);
    }
    return found.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
  },
};
