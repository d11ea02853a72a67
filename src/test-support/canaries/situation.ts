/** A situation that a verb is called in with canaries, and parts that several of them share. */

import { canaries as it } from './canaries.ts';
import type { Manner } from './canary-provider.ts';
import { echo } from './canary-records.ts';

export interface Situation {
  readonly verb: string;
  readonly when: string;
  /** A verb and its arguments: it is called first, and writes what this one reads; `printed` is its stdout. */
  readonly before?: readonly string[];
  /** {provider} is the address of the provider, {hook} of a handler that answers with 500 and all that it receives. */
  readonly args: readonly string[];
  /** In the folder that the verb is called from: text as it is, anything else as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly exit: number;
  /** How the provider answers that {provider} stands for; sandbox is that of this project, holding the canaries. */
  readonly provider?: Manner | 'sandbox';
  /** A server: what is posted to each of its addresses before it is ended. Messages are encrypted with the canary key. */
  readonly posts?: readonly unknown[];
  /** The documentation makes the canaries the answer there. */
  readonly answer?: 'stdout';
  /** Runs before the verb and makes it break off. */
  readonly sabotage?: string;
}

/** Of the arguments as one text, with spaces between them. */
export function situation(
  verb: string,
  when: string,
  args: string,
  exit: number,
  files: Situation['files'] = {},
  more: Partial<Situation> = {},
): Situation {
  return { verb, when, args: args.split(' '), exit, files, ...more };
}

export const NO_JSON = `{"iban": "${it.iban}", "purpose": ${it.purpose}}`;
/** An error of JavaScript that repeats what it stumbles over. */
export const BREAKS = `TypeError('${echo}')`;
/** Makes what no verb expects to fail break off on the first text with a canary. */
export const NO_JSON_PARSER = `const { parse } = JSON;
JSON.parse = (text, ...rest) => {
  if (/canary/i.test(text)) throw new ${BREAKS};
  return parse(text, ...rest);
};`;

/** A target file; {provider} is the address of the provider. */
export const target = (settings: object = {}, more: object = {}) => ({
  'bank.yaml': {
    name: 'bank',
    environment: 'sandbox',
    writes: 'allowed',
    accessUrl: '{provider}',
    webFormUrl: '{provider}',
    credentials: {
      clientId: { env: 'CANARY_ID' },
      clientSecret: { env: 'CANARY_SECRET' },
      dataDecryptionKey: { env: 'DATA_DECRYPTION_KEY' },
    },
    settings,
    ...more,
  },
});
