/** A target file is read, and refused with every problem if it is not one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { errorLine, InputError } from '../../../contracts/src/base/errors.ts';
import { CipherError, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { describeTarget, openTarget } from './open-target.ts';
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

function file(text: string): string {
  const path = join(folder, `${written++}.yaml`);
  writeFileSync(path, text);
  return path;
}

const opened = async (path: string) => openTarget(await describeTarget(path));

test('the example of a remote target is one', async () => {
  const target = await readTargetFile('suites/targets/remote.example.yaml');
  expect(target).toMatchObject({ name: 'example-sandbox', environment: 'sandbox', writes: 'allowed' });
  // A provider that keeps its word would fail by an entry that it does not need.
  expect(target.deviations).toBeUndefined();
});

test('the deviation that the example shows in comments is one', async () => {
  const example = readFileSync('suites/targets/remote.example.yaml', 'utf8');
  const target = await readTargetFile(file(example.replace(/^# (?=deviations:| {2})/gm, '')));
  expect(target.deviations).toEqual([
    {
      clause: 'V2-NO-LOCATION',
      reason: 'A gateway adds the header; it goes with the next release.',
      until: '2026-12-31',
    },
  ]);
});

test.each([
  [GOOD.replace('name: bank\n', ''), 'name is missing; write name: my-bank'],
  [`${GOOD}secret: abc\n`, 'it has the unknown field "secret"'],
  [`${GOOD}Ada Lovelace: abc\n`, 'it has a field whose name is unknown'],
  [`${GOOD}clientId: abc\n`, 'it has the unknown field "clientId"; it belongs under credentials'],
  [GOOD.replace('allowed', 'allow'), 'writes is none of allowed, forbidden; did you mean allowed?'],
  [`${GOOD}testData: { bank: [1] }\n`, 'testData has the unknown field "bank"; did you mean banks?'],
  [`${GOOD}testData: { banks: [] }\n`, 'testData.banks has fewer items than 1, such as [277672, 24353]'],
  [
    `${GOOD}settings: { tokenEncodin: form }\n`,
    'settings has the unknown field "tokenEncodin"; did you mean tokenEncoding?',
  ],
  [`${GOOD}settings: { tokenEncoding: xml }\n`, 'settings.tokenEncoding is none of form, json, query'],
  [
    `${GOOD}settings: { toleratedTimeFormats: { createdAt: ['('] } }\n`,
    'settings.toleratedTimeFormats.createdAt[0] is no regular expression',
  ],
  [
    `${GOOD}settings: { toleratedTimeFormats: { status: ['.*'] } }\n`,
    'settings.toleratedTimeFormats names status, which is not a time',
  ],
  [
    `${GOOD}settings: { fieldAliases: { creatdAt: [created] } }\n`,
    'settings.fieldAliases names creatdAt, which is not a field of a documented answer or message; did you mean createdAt?',
  ],
  [
    `${GOOD}settings: { webFormHosts: ['https://form.example'] }\n`,
    'settings.webFormHosts[0] is not of the form ^[^/\\s]+$',
  ],
  [
    GOOD.replace('{ env: NO_SUCH_ID }', 'abc'),
    'credentials.clientId is not of the type object, such as { env: CLIENT_ID }',
  ],
  [
    GOOD.replace('http://127.0.0.1:59999', 'bank'),
    'accessUrl is no absolute address, such as "https://sandbox.example"',
  ],
  [
    GOOD.replace('http://127.0.0.1:59999', 'http://127.0.0.1:59999/bank?key=s3cret'),
    'accessUrl has a query, which no call keeps; end it before the ? or #',
  ],
  ['', 'it is empty; init writes one'],
  ['a,b\n1,2\n', 'it has no keys with values; init writes one'],
  ['- name: bank\n', 'it has no keys with values; init writes one'],
  [
    `${GOOD}deviations: [{ clause: V9, reason: x, until: '2026-12-31' }]\n`,
    'the deviation V9 is not a clause',
  ],
  [
    `${GOOD}deviations: [{ clause: V2-FORM-URI, reason: x, until: '2026-12-31' }]\n`,
    'the deviation V2-FORM-URI is not a clause; did you mean V2-FORM-URL?',
  ],
])('a file is refused: $1', async (text, words) => {
  const path = file(text);
  await expect(readTargetFile(path)).rejects.toThrow(
    `${path} is not a target file: ${words}${words.endsWith('?') ? '' : '.'}`,
  );
});

test('every problem of a file is reported at once, each on a line of its own, and no value is repeated', async () => {
  const path = file(`environment: sandbx
accessUrl: s3cret
accessPrefix: /bank
credentials: { clientId: s3cret, clientSecret: { env: ID } }
settings: { tokenEncodin: form, fieldAliases: { creatdAt: [created] } }
deviations: [{ clause: V9, reason: x }]
`);
  const error = await readTargetFile(path).catch((error) => error);
  expect(errorLine(error).split('\n')).toEqual([
    `${path} is not a target file, for 11 reasons:`,
    '- name is missing; write name: my-bank.',
    '- writes is missing; write writes: allowed.',
    '- webFormUrl is missing; write webFormUrl: "https://webform.sandbox.example".',
    '- it has the unknown field "accessPrefix"; it belongs under settings.',
    '- environment is none of sandbox, production; did you mean sandbox?',
    '- accessUrl is no absolute address, such as "https://sandbox.example".',
    '- credentials.clientId is not of the type object, such as { env: CLIENT_ID }.',
    '- settings has the unknown field "tokenEncodin"; did you mean tokenEncoding?',
    '- deviations[0].until is missing; write until: "2026-12-31".',
    '- settings.fieldAliases names creatdAt, which is not a field of a documented answer or message; did you mean createdAt?',
    '- the deviation V9 is not a clause.',
  ]);
});

test('the error suggests mock or sandbox for a name like it, and names both for any other', async () => {
  await expect(opened('sandbx')).rejects.toThrow(/^There is no file sandbx; did you mean sandbox\?$/);
  await expect(opened('bank')).rejects.toThrow(/^There is no file bank; built in: mock, sandbox\.$/);
});

test('a file that is missing or no YAML is refused in one line', async () => {
  await expect(readTargetFile(join(folder, 'none.yaml'))).rejects.toThrow(
    /^There is no file .*none\.yaml\.$/,
  );
  await expect(readTargetFile(file('a: [b'))).rejects.toThrow(/is not YAML: /);
});

test('only a regular file of at most 1 MB is read', async () => {
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const refusals: [path: string, why: string][] = [
    [fifo, 'it is no regular file'],
    ['/dev/zero', 'it is no regular file'],
    [folder, 'it is a folder'],
    [file(`${GOOD}#${'x'.repeat(1024 * 1024)}`), 'it is larger than 1 MB'],
  ];
  for (const [path, why] of refusals)
    await expect(readTargetFile(path)).rejects.toThrow(new InputError(`${path} cannot be read: ${why}.`));
  const large = file(`${GOOD}#${'x'.repeat(1024 * 1024 - GOOD.length - 1)}`);
  expect((await readTargetFile(large)).name).toBe('bank');
});

test('a file that nests too deep is refused in one line', async () => {
  for (const deep of ['['.repeat(500_000), '- '.repeat(500_000)])
    await expect(readTargetFile(file(deep))).rejects.toThrow(/is not YAML: nesting exceeded/);
});

test('a secret that is too short to be kept out of reports is refused in one line', async () => {
  const path = file(`${GOOD}testData: { passwords: ['x{short}', '--x--'] }\n`);
  vi.stubEnv('NO_SUCH_ID', 'a');
  vi.stubEnv('NO_SUCH_SECRET', 'a b-c');
  onTestFinished(() => void vi.unstubAllEnvs());
  const needs = 'needs 4 characters other than blanks, hyphens and quotes, to be kept out of reports.';
  await expect(opened(path)).rejects.toMatchObject({
    problems: [`the value of NO_SUCH_SECRET ${needs}`, `each of testData.passwords ${needs}`],
  });
  vi.stubEnv('NO_SUCH_SECRET', 'a b-c=');
  await expect(opened(path)).rejects.toThrow(`: each of testData.passwords ${needs}`);
});

test('the plan of a run loads no code, and the run does', async () => {
  const cipher = moduleOf('loud.mjs', 'globalThis.loudCipher = true; export default async () => ({});');
  const path = file(`${GOOD}  dataDecryptionKey: { env: HOME }
controlUrl: http://127.0.0.1:59999
callback: { host: 127.0.0.1, port: 0 }
settings: { cipher: ${cipher} }
`);
  expect((await describeTarget(path)).lacks).toEqual({});
  expect(globalThis).not.toHaveProperty('loudCipher');
  vi.stubEnv('NO_SUCH_ID', 'a');
  vi.stubEnv('NO_SUCH_SECRET', 'long enough');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(opened(path)).rejects.toThrow('returns an object without encrypt and decrypt');
  expect(globalThis).toHaveProperty('loudCipher');
});

test.each([
  [
    'a tag that would be code',
    'name: !!js/function "() => process.exit()"',
    'unknown tag (line 1, column 43)',
  ],
  ['an alias of nothing', 'name: *s3cret', 'unidentified alias (line 1, column 14)'],
  ['a list that holds itself', 'name: &s3cret [*s3cret]', 'its aliases cannot be followed'],
  ['aliases of aliases', bomb(), 'its aliases cannot be followed'],
  ['a key twice', 's3cret: 1\ns3cret: 2', 'duplicated mapping key (line 2, column 1)'],
  [
    'text behind the end',
    '"s3cret" s3cret',
    'end of the stream or a document separator is expected (line 1, column 10)',
  ],
])('%s is not YAML, and its words are not repeated', async (_, text, words) => {
  const path = file(text);
  await expect(readTargetFile(path)).rejects.toThrow(`${path} is not YAML: ${words}.`);
});

test('a key that JavaScript gives a meaning is a key', async () => {
  await expect(readTargetFile(file(`${GOOD}__proto__: { polluted: true }\n`))).rejects.toThrow(
    'is not a target file',
  );
  expect({}).not.toHaveProperty('polluted');
});

/** A list of nine lists of nine lists, and so on: a billion in a few lines. */
function bomb(): string {
  const lines = ['name: &a0 [x]'];
  for (let at = 1; at < 10; at++)
    lines.push(
      `a${at}: &a${at} [${Array(9)
        .fill(`*a${at - 1}`)
        .join(', ')}]`,
    );
  return lines.join('\n');
}

test('credentials are named by their variables and never written', async () => {
  const target = await readTargetFile(file(GOOD));
  expect(missingCredentials(target, { NO_SUCH_ID: 'x' })).toEqual(['NO_SUCH_SECRET']);
  await expect(opened(file(GOOD))).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(/set NO_SUCH_ID and NO_SUCH_SECRET in the environment\.$/),
  });
});

test.each([
  ['a production target', GOOD.replace('environment: sandbox', 'environment: production')],
  ['a target that forbids writes', GOOD.replace('writes: allowed', 'writes: forbidden')],
])('%s is not written to', async (_, text) => {
  const failure = await opened(file(text)).catch((error) => error);
  expect(errorLine(failure).split('\n').slice(1)).toEqual([
    '- cases create users, rules and web forms, so they need environment: sandbox and writes: allowed.',
    '- set NO_SUCH_ID and NO_SUCH_SECRET in the environment.',
  ]);
});

// A target reads its messages with the built-in cipher or with a module of its own; what cannot be used is refused in one line.

function moduleOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return `./${name}`;
}

const choice = (cipher: string, key = TEST_KEY) => ({
  cipher,
  folder,
  key,
  target: 'bank.yaml',
});

test('the built-in cipher reads what openssl made', async () => {
  const cipher = await targetCipher(choice('aes-128-cbc-pbkdf2'));
  // The account name of the example in openapi/messages/new-transactions.yaml.
  expect(await cipher.decrypt('zbPoKo7J7JjD65NRrfGQGA==')).toBe('Girokonto');
});

test('a module is found beside the target file and is given the key', async () => {
  const path = moduleOf(
    'own.mjs',
    'export default async (key) => ({ encrypt: async (text) => key + text, decrypt: async (text) => text.slice(key.length) });',
  );
  const cipher = await targetCipher(choice(path, 'own-key'));
  expect(await cipher.decrypt(await cipher.encrypt('plain'))).toBe('plain');
  expect(await cipher.encrypt('plain')).toBe('own-keyplain');
});

test.each([
  [
    'that is missing',
    './none.mjs',
    'bank.yaml: the cipher ./none.mjs cannot be loaded (ERR_MODULE_NOT_FOUND).',
  ],
  [
    'that is no code',
    moduleOf('broken.mjs', 'export default ='),
    // Node calls it SyntaxError, the test runner otherwise.
    expect.stringMatching(/^bank\.yaml: the cipher \.\/broken\.mjs cannot be loaded \(\w+\)\.$/),
  ],
  [
    'without a default export',
    moduleOf('bare.mjs', 'export const cipher = 1;'),
    'bank.yaml: the cipher ./bare.mjs has no function as its default export.',
  ],
  [
    'that makes no cipher',
    moduleOf('empty.mjs', 'export default async () => ({});'),
    'bank.yaml: the cipher ./empty.mjs returns an object without encrypt and decrypt.',
  ],
])('a module %s ends the run', async (_, path, message) => {
  const failure = targetCipher(choice(path));
  await expect(failure).rejects.toBeInstanceOf(InputError);
  await expect(failure).rejects.toMatchObject({ name: 'InputError', message });
});

/** A cipher whose two functions have this body. */
async function cipherOf(name: string, body: string) {
  const own = `async (text) => { ${body}; }`;
  const path = moduleOf(name, `export default () => ({ encrypt: ${own}, decrypt: ${own} });`);
  return { path, cipher: await targetCipher(choice(path)) };
}

test('a text that a cipher refuses in its own way is not decrypted, and its words are not repeated', async () => {
  const { cipher, path } = await cipherOf('refuses.mjs', 'throw new Error(text)');
  await expect(cipher.decrypt('sesame')).rejects.toThrow(
    new CipherError('the cipher threw while decrypting: a wrong key, or a text of another cipher'),
  );
  await expect(cipher.encrypt('sesame')).rejects.toThrow(
    new InputError(`bank.yaml: the cipher ${path} threw Error.`),
  );
});

test.each([
  ['a bug', 'null.split(text)', 'threw TypeError.'],
  ['another result', 'return 7', 'returned something that is not text.'],
])('a cipher with %s ends the run, and the text is not repeated', async (name, body, words) => {
  const { cipher, path } = await cipherOf(`${name}.mjs`, body);
  for (const failed of [cipher.encrypt('sesame'), cipher.decrypt('sesame')])
    await expect(failed).rejects.toThrow(new InputError(`bank.yaml: the cipher ${path} ${words}`));
});

test('a key that the cipher refuses ends the run and is not repeated', async () => {
  await expect(targetCipher(choice('aes-128-cbc-pbkdf2', 'too-short'))).rejects.toMatchObject({
    name: 'InputError',
    message:
      'bank.yaml: the data decryption key cannot be used: the data decryption key is not 32 hex digits; settings.cipher can name another cipher.',
  });
  const chatty = moduleOf('chatty.mjs', 'export default (key) => { throw new Error(key); };');
  await expect(targetCipher(choice(chatty, 'sesame'))).rejects.toMatchObject({
    name: 'InputError',
    message: `bank.yaml: the cipher ${chatty} threw Error.`,
  });
});
