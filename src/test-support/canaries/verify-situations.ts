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
const { street, houseNumber, city, postCode, country } = it;
const address = { street, houseNumber, city, postCode, country };
/** Values that a target file gives its requests. */
const testData = {
  senderIbans: [it.iban],
  recipients: [{ name: it.counterpartName, iban: it.counterpartIban, bic: it.bic, address }],
  purposes: [it.purpose],
  userIds: [`${it.userId}{short}`],
  passwords: [`${it.password}{short}`],
  emails: [`{short}${it.email}`],
  phones: [it.phone],
};
const given = (provider: Manner, exit: number, only: string) =>
  bank(provider, exit, only, {
    when: `requests hold the test data of its file, and the provider answers: ${provider}, for ${only}`,
    files: target({}, { testData }),
  });
const ownUrls = { accessUrl: '{accessUrl}', webFormUrl: '{webFormUrl}', controlUrl: '{controlUrl}' };
/** The sandbox of this project, with its control plane, so that messages come too. */
const sandbox = (when: string, exit: number, only: string, settings: object = {}, more: object = {}) =>
  situation(
    'verify',
    when,
    `${TO_REPORTS} --only ${only}`,
    exit,
    {
      ...target(settings, { ...ownUrls, callback: { host: '127.0.0.1', port: 0 }, ...more }),
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
  sandbox('requests hold the test data of its file', 0, 'users v1 v2 migration rules', {}, { testData }),
  given('echoing', 1, 'v1'),
  given('echoing', 1, 'v2'),
  given('personal words', 2, 'users v2'),
  given('no JSON', 1, 'v2'),
  bank('documented', 0, 'v2', {
    when: 'nothing is sent of the test data of its file',
    args: ['--target', 'bank.yaml', '--dry-run'],
    files: target({}, { testData }),
  }),
  wrongTarget('its test data is wrong', {
    ...target()['bank.yaml'],
    testData: {
      emails: [it.phone],
      userIds: [it.userId],
      senderIbans: it.iban,
      recipients: [{ [it.name]: it.iban }],
    },
  }),
  bank('documented', 70, 'users', { when: 'it breaks off', sabotage: NO_GROUPS }),
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
