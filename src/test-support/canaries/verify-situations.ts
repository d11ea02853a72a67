/** `verify` against providers that hold canaries, and with target files that hold them by mistake. */

import { canaries as it } from './canaries.ts';
import type { Manner } from './canary-provider.ts';
import { BREAKS, type Situation, target } from './situation.ts';

const NO_GROUPS = `Map.groupBy = () => { throw new ${BREAKS}; };`;

const bank = (provider: Manner, exit: number, only: string): Situation => ({
  verb: 'verify',
  when: `the provider answers: ${provider}, for ${only}`,
  args: ['--target', 'bank.yaml', '--out', 'reports', '--only', only],
  files: target({ webFormHosts: ['other.example'] }),
  exit,
  provider,
});
/** The sandbox of this project, with its control plane, so that messages come too. */
const sandbox = (when: string, exit: number, settings: object = {}, args: string[] = []): Situation => ({
  verb: 'verify',
  when,
  args: ['--target', 'bank.yaml', '--out', 'reports', ...args],
  files: {
    ...target(settings, {
      accessUrl: '{accessUrl}',
      webFormUrl: '{webFormUrl}',
      controlUrl: '{controlUrl}',
      callback: { host: '127.0.0.1', port: 0 },
    }),
    'leaky.mjs': LEAKY_CIPHER,
  },
  exit,
  provider: 'sandbox',
});
const wrongTarget = (when: string, content: unknown, exit = 2): Situation => ({
  verb: 'verify',
  when,
  args: ['--target', 'bank.yaml', '--out', 'reports'],
  files: { 'bank.yaml': content },
  exit,
});
const LEAKY_CIPHER = `export default async (key) => ({
  encrypt: async (text) => { throw new Error(key + text); },
  decrypt: async (text) => { throw new Error(key + text); },
});`;

export const verifySituations: readonly Situation[] = [
  sandbox('the provider keeps its word', 0, {}, ['--only', 'auth']),
  sandbox('the provider keeps its word in messages', 0, {}, ['--only', 'MESSAGE-BALANCE-DETAILS-IBAN']),
  bank('documented', 1, 'v2'),
  bank('echoing', 1, 'v1'),
  bank('echoing', 1, 'auth'),
  {
    ...bank('echoing', 1, 'v1'),
    when: 'the provider is echoing, and run.json is printed',
    args: ['--target', 'bank.yaml', '--out', 'reports', '--only', 'v1', '--json'],
  },
  bank('personal words', 1, 'users'),
  bank('no JSON', 1, 'v1'),
  bank('a token in two lines', 1, 'auth'),
  sandbox('a cipher repeats its key', 1, { cipher: './leaky.mjs' }, [
    '--only',
    'MESSAGE-BALANCE-DETAILS-IBAN',
  ]),
  { ...bank('documented', 2, 'users'), when: 'it breaks off', sabotage: NO_GROUPS },
  {
    ...bank('documented', 0, 'users'),
    when: 'nothing is sent',
    args: ['--target', 'bank.yaml', '--dry-run'],
  },
  wrongTarget('a secret is in the target file', {
    ...target()['bank.yaml'],
    credentials: { clientId: it.clientId, clientSecret: it.clientSecret },
  }),
  wrongTarget('a secret is in the address', {
    ...target()['bank.yaml'],
    accessUrl: `http://${it.clientId}:${it.clientSecret}@127.0.0.1:9`,
  }),
  wrongTarget('the target file is not YAML', `secret: *${it.clientSecret}\nsecret: ${it.clientSecret}: x`),
  wrongTarget('the target file has an alias of nothing', `secret: *${it.clientSecret}`),
  wrongTarget('the target file is a list', [it.clientSecret]),
];
