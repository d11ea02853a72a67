/** Whether the official parser accepts the published AsyncAPI document. */
import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import type { InteropCheck } from './check.ts';
import { ASYNCAPI, published } from './published.ts';
import { tool } from './tool.ts';

/** Errors and warnings; that there is a later version of AsyncAPI than 3.0.0 is information. */
const WARNING = 1;

export const asyncapiParser: InteropCheck = {
  tool: tool('@asyncapi/parser'),
  says: 'the AsyncAPI document is one, without a warning, and has a message for every trigger event',
  run: async (ground) => {
    const text = readFileSync(published(ground, ASYNCAPI), 'utf8');
    const { document, diagnostics } = await new Parser().parse(text);
    const wrong = diagnostics
      .filter(({ severity }) => severity <= WARNING)
      .map(({ code, path, message }) => `${code} at /${path.join('/')}: ${message}`);
    const sent = document?.operations().filterBySend() ?? [];
    const events = sent.flatMap((operation) => operation.messages().map((message) => message.name()));
    const missing = triggerEvents.filter((event) => !events.includes(event));
    return [...wrong, ...missing.map((event) => `no operation sends ${event}`)];
  },
};
