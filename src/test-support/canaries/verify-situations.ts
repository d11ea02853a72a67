/** `verify` against providers that hold canaries, and with target files that hold them by mistake. */

import { canaries as it } from './canaries.ts';
import type { Manner } from './canary-provider.ts';
import { BREAKS, type Situation, situation, target } from './situation.ts';

const NO_GROUPS = `Map.groupBy = () => { throw new ${BREAKS}; };`;

const TO_REPORTS = '--target bank.yaml --out reports';

const bank = (provider: Manner, exit: number, only: string, more: Partial<Situation> = {}) =>
  situation(
    'verify',
    `the provider answers: ${provider}, for ${only}`,
    `${TO_REPORTS} --only ${only}`,
    exit,
    target({ webFormHosts: ['other.example'] }),
    { provider, ...more },
  );
const ownUrls = { accessUrl: '{accessUrl}', webFormUrl: '{webFormUrl}', controlUrl: '{controlUrl}' };
/** The sandbox of this project, with its control plane, so that messages come too. */
const sandbox = (when: string, exit: number, only: string, settings: object = {}) =>
  situation(
    'verify',
    when,
    `${TO_REPORTS} --only ${only}`,
    exit,
    {
      ...target(settings, { ...ownUrls, callback: { host: '127.0.0.1', port: 0 } }),
      'leaky.mjs': LEAKY_CIPHER,
    },
    { provider: 'sandbox' },
  );
const wrongTarget = (when: string, content: unknown) =>
  situation('verify', when, TO_REPORTS, 2, { 'bank.yaml': content });
const LEAKY_CIPHER = `export default async (key) => ({
  encrypt: async (text) => { throw new Error(key + text); },
  decrypt: async (text) => { throw new Error(key + text); },
});`;

export const verifySituations: readonly Situation[] = [
  sandbox('the provider keeps its word', 0, 'auth'),
  sandbox('the provider keeps its word in messages', 0, 'MESSAGE-BALANCE-DETAILS-IBAN'),
  bank('documented', 1, 'v2'),
  bank('echoing', 1, 'v1'),
  bank('echoing', 1, 'auth'),
  bank('echoing', 1, 'v1 --json', { when: 'the provider is echoing, and run.json is printed' }),
  bank('personal words', 2, 'users'),
  bank('no JSON', 1, 'v1'),
  bank('a token in two lines', 1, 'auth'),
  sandbox('a cipher repeats its key', 2, 'MESSAGE-BALANCE-DETAILS-IBAN', { cipher: './leaky.mjs' }),
  bank('documented', 2, 'users', { when: 'it breaks off', sabotage: NO_GROUPS }),
  bank('documented', 0, 'users', {
    when: 'nothing is sent',
    args: ['--target', 'bank.yaml', '--dry-run'],
  }),
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
