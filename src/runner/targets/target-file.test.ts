/** A target file is read, and refused with every problem if it is not one; its cipher can be a module of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { defaultTargetSettings } from '../../../contracts/generated/settings.ts';
import { CipherError, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { errorLine, InputError } from '../../base/errors.ts';
import { openTarget } from '../session/open-target.ts';
import { describeTarget } from './describe-target.ts';
import { targetCipher } from './target-cipher.ts';
import { missingCredentials, readTargetFile } from './target-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'target-'));

afterAll(() => rmSync(folder, { recursive: true }));

const GOOD = `name: bank
environment: sandbox
writes: allowed
accessUrl: http://127.0.0.1:59999
webFormUrl: http://127.0.0.1:59999
credentials:
  clientId: { env: NO_SUCH_ID }
  clientSecret: { env: NO_SUCH_SECRET }
`;

let written = 0;

function file(text: string, name = `${written++}.yaml`): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const opened = async (path: string) => openTarget(await describeTarget(path));
const refusalOf = (path: string) => readTargetFile(path).then(String, errorLine);

test('the example of a remote target is one, holds every default, and shows tls and a deviation in comments', async () => {
  const path = 'docs/remote.example.yaml';
  const target = await readTargetFile(path);
  expect(target).toMatchObject({ name: 'example-sandbox', environment: 'sandbox', writes: 'allowed' });
  expect(target.settings).toEqual(defaultTargetSettings);
  // A provider that keeps its word would fail by an entry that it does not need.
  expect(target.deviations).toBeUndefined();
  const shown = readFileSync(path, 'utf8').replace(/^#(?=(deviations|tls):| {2})/gm, '');
  const { tls, deviations } = await readTargetFile(file(shown));
  expect(tls?.key).toEqual({ file: 'client.key', passphrase: { env: 'KEY_PASSPHRASE' } });
  expect(deviations).toEqual([
    {
      clause: 'V2-NO-LOCATION',
      reason: 'A gateway adds the header; it goes with the next release.',
      until: '2026-12-31',
    },
  ]);
});

const MANY_PROBLEMS = `environment: sandbx
accessUrl: s3cret
controlUrl: http://127.0.0.1:59999/bank?key=s3cret
accessPrefix: /bank
secret: s3cret
Ada Lovelace: s3cret
credentials: { clientId: s3cret, clientSecret: s3cret }
testData: { bank: [1], banks: [] }
settings:
  tokenEncodin: form
  tokenEncoding: xml
  fieldAliases: { creatdAt: [created] }
  toleratedTimeFormats: { createdAt: ['('], status: ['.*'] }
  webFormHosts: ['https://form.example']
deviations:
  - { clause: V9, reason: x }
  - { clause: V2-FORM-URI, reason: x, until: '2026-12-31' }
`;
const noTargetFiles = [
  MANY_PROBLEMS,
  '',
  'a,b\n1,2\n',
  '- name: bank\n',
  // A key that JavaScript gives a meaning is a key.
  `${GOOD}__proto__: { polluted: true }\n`,
  '['.repeat(500_000),
  '- '.repeat(500_000),
  'a: !!js/function "() => process.exit()"',
  'name: *s3cret',
  'name: &s3cret [*s3cret]',
  bomb(),
  's3cret: 1\ns3cret: 2',
  '"s3cret" s3cret',
  `${GOOD}---\nname: s3cret\n`,
  // Lines are those of the file: a key in quotes, a flow, an alias, a key that is repeated further in.
  `${GOOD}tls: &a\n  "cert":\n    { file: 1 }\ntestData: *a\ncallback:\n  host: 1\n  port:\n    host: 1\n`,
  `${GOOD}tls:\n  settings:\n  accessPrefix: /bank\n`,
];

test('every problem of a file is reported at once, and no value is repeated', async () => {
  let screen = '';
  for (const text of noTargetFiles) {
    const path = file(text);
    const refusal = (await refusalOf(path)).replaceAll(path, 'FILE');
    expect(refusal).not.toMatch(/s3cret|Lovelace/);
    screen += `${JSON.stringify(text).slice(0, 60)}\n    ${refusal}\n`;
  }
  await expect(screen).toMatchFileSnapshot('screens/no-target-files.txt');
  expect({}).not.toHaveProperty('polluted');
});

/** A list of nine lists of nine lists, and so on: a billion in a few lines. */
function bomb(): string {
  const nine = (at: number) =>
    `a${at}: &a${at} [${Array(9)
      .fill(`*a${at - 1}`)
      .join(', ')}]`;
  return ['name: &a0 [x]', ...Array.from({ length: 9 }, (_, at) => nine(at + 1))].join('\n');
}

test('only a regular file of at most 1 MB is read, and a name like one that is built in is told so', async () => {
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  for (const [path, why] of [
    [fifo, 'not a regular file'],
    ['/dev/zero', 'not a regular file'],
    [folder, 'a folder'],
    [file(`${GOOD}#${'x'.repeat(1024 * 1024)}`), '1 MB'],
    [join(folder, 'none.yaml'), 'none.yaml'],
    ['sandbx', 'sandbox?'],
    ['bank', 'mock, sandbox'],
  ] as const)
    await expect(opened(path)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining(why),
    });
  const large = file(`${GOOD}#${'x'.repeat(1024 * 1024 - GOOD.length - 1)}`);
  expect((await readTargetFile(large)).name).toBe('bank');
});

/** Credentials for the variables of GOOD. */
function credentials(secret: string) {
  vi.stubEnv('NO_SUCH_ID', 'a').stubEnv('NO_SUCH_SECRET', secret);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('a secret that is too short to be kept out of reports is refused', async () => {
  const path = file(`${GOOD}testData: { passwords: ['x{short}', '--x--'] }\n`);
  const problems = ['NO_SUCH_SECRET', 'testData.passwords'].map((name) => expect.stringContaining(name));
  credentials('a b-c');
  await expect(opened(path)).rejects.toMatchObject({ problems });
  credentials('a b-c=');
  await expect(opened(path)).rejects.toThrow('testData.passwords');
});

test('credentials are named by their variables, and what is missing is said before a target is opened', async () => {
  const target = await readTargetFile(file(GOOD));
  credentials('');
  expect(missingCredentials(target)).toEqual(['NO_SUCH_SECRET']);
  vi.unstubAllEnvs();
  const missing = expect.stringContaining('NO_SUCH_ID and NO_SUCH_SECRET');
  await expect(opened(file(GOOD))).rejects.toMatchObject({ message: missing });
  const writes = expect.stringContaining('writes: allowed');
  for (const [from, to] of [
    ['environment: sandbox', 'environment: production'],
    ['allowed', 'forbidden'],
  ] as const)
    await expect(opened(file(GOOD.replace(from, to)))).rejects.toMatchObject({ problems: [writes, missing] });
});

const choice = (cipher: string, key = TEST_KEY) => ({ cipher, folder, key, target: 'bank.yaml' });
const moduleOf = (name: string, text: string) => `./${file(text, name).slice(folder.length + 1)}`;

test('the plan of a run loads no code, and the run does', async () => {
  const cipher = moduleOf('loud.mjs', 'globalThis.loudCipher = true; export default async () => ({});');
  const path = file(`${GOOD}  dataDecryptionKey: { env: HOME }
controlUrl: http://127.0.0.1:59999
callback: { host: 127.0.0.1, port: 0 }
settings: { cipher: ${cipher} }
`);
  expect((await describeTarget(path)).lacks).toEqual({});
  expect(globalThis).not.toHaveProperty('loudCipher');
  credentials('long enough');
  await expect(opened(path)).rejects.toThrow(InputError);
  expect(globalThis).toHaveProperty('loudCipher');
});

test('the built-in cipher reads what openssl made, and a module beside the target file is given the key', async () => {
  const cipher = await targetCipher(choice('aes-128-cbc-pbkdf2'));
  // The account name of the example in openapi/messages/new-transactions.yaml.
  expect(await cipher.decrypt('zbPoKo7J7JjD65NRrfGQGA==')).toBe('Girokonto');
  const path = moduleOf(
    'own.mjs',
    'export default async (key) => ({ encrypt: async (text) => key + text, decrypt: async (text) => text.slice(key.length) });',
  );
  const own = await targetCipher(choice(path, 'own-key'));
  expect(await own.encrypt('plain')).toBe('own-keyplain');
  expect(await own.decrypt('own-keyplain')).toBe('plain');
});

test.each([
  ['none.mjs', undefined, 'ERR_MODULE_NOT_FOUND'],
  ['broken.mjs', 'export default =', 'loaded'],
  ['bare.mjs', 'export const cipher = 1;', 'default export'],
  ['empty.mjs', 'export default async () => ({});', 'encrypt and decrypt'],
  ['chatty.mjs', 'export default (key) => { throw new Error(key); };', 'threw Error'],
])('the module %s ends the run, and the key is not repeated', async (name, text, words) => {
  if (text !== undefined) moduleOf(name, text);
  const failure = await targetCipher(choice(`./${name}`, 'sesame')).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(InputError);
  expect(String(failure)).toMatch(new RegExp(`bank.yaml: .*${words}`));
  expect(String(failure)).not.toContain('sesame');
});

test('a key that the cipher refuses ends the run and is not repeated', async () => {
  const failure = await targetCipher(choice('aes-128-cbc-pbkdf2', 'too-short')).catch(
    (error: Error) => error,
  );
  expect(failure).toBeInstanceOf(InputError);
  expect(String(failure)).not.toContain('too-short');
});

test.each([
  ['refuses', 'throw new Error(text)', CipherError],
  ['is wrong', 'null.split(text)', InputError],
  ['returns a number', 'return 7', InputError],
])('where a cipher %s the text is not repeated', async (name, body, decrypting) => {
  const own = `async (text) => { ${body}; }`;
  const path = moduleOf(`${name}.mjs`, `export default () => ({ encrypt: ${own}, decrypt: ${own} });`);
  const cipher = await targetCipher(choice(path));
  for (const [call, kind] of [
    [cipher.encrypt, InputError],
    [cipher.decrypt, decrypting],
  ] as const) {
    const failure = await call('sesame').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect(String(failure)).not.toContain('sesame');
  }
});
