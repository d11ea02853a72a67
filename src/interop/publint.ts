/** Whether publint finds a mistake in how the package is published. */
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { InteropCheck } from './check.ts';
import { tool } from './tool.ts';

export const publintCheck: InteropCheck = {
  tool: tool('publint'),
  says: 'the package is published as every bundler and runtime reads it, suggestions included',
  run: async ({ consumer }) => {
    const { messages, pkg } = await publint({ pkgDir: consumer.installed, pack: false, strict: true });
    return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
  },
};
