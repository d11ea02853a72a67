/** A target file is read, and refused with every problem if it is not one; its cipher can be a module of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { defaultTargetSettings } from '../../../contracts/generated/settings.ts';
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

function file(text: string, name = `${written++}.yaml`): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const opened = async (path: string) => openTarget(await describeTarget(path));
const refusalOf = (path: string) => readTargetFile(path).then(String, errorLine);

test('the example of a remote target is one, holds every default, and shows a deviation in comments', async () => {
  const path = 'suites/generated/remote.example.yaml';
  const target = await readTargetFile(path);
  expect(target).toMatchObject({ name: 'example-sandbox', environment: 'sandbox', writes: 'allowed' });
  expect(target.settings).toEqual(defaultTargetSettings);
  // A provider that keeps its word would fail by an entry that it does not need.
  expect(target.deviations).toBeUndefined();
  const shown = readFileSync(path, 'utf8').replace(/^# (?=deviations:| {2})/gm, '');
  expect((await readTargetFile(file(shown))).deviations).toEqual([
    {
      clause: 'V2-NO-LOCATION',
      reason: 'A gateway adds the header; it goes with the next release.',
      until: '2026-12-31',
    },
  ]);
});

test('every problem of a file is reported at once with what to write, and no value is repeated', async () => {
  const path = file(`environment: sandbx
accessUrl: s3cret
controlUrl: http://127.0.0.1:59999/bank?key=s3cret
accessPrefix: /bank
secret: s3cret
Ada Lovelace: s3cret
credentials: { clientId: s3cret, clientSecret: { env: ID } }
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
`);
  expect((await refusalOf(path)).split('\n')).toEqual([
    `${path} is not a target file, for 21 reasons:`,
    '- name is missing; write name: my-bank.',
    '- writes is missing; write writes: allowed.',
    '- webFormUrl is missing; write webFormUrl: "https://webform.sandbox.example".',
    '- it has the unknown field "accessPrefix"; it belongs under settings.',
    '- it has the unknown field "secret".',
    '- it has a field whose name is unknown.',
    '- environment must be "sandbox" or "production"; did you mean sandbox?',
    '- accessUrl must be an absolute http or https URL, such as "https://sandbox.example".',
    '- controlUrl must be a URL without ? and #.',
    '- credentials.clientId must be an object, such as { env: CLIENT_ID }.',
    '- settings has the unknown field "tokenEncodin"; did you mean tokenEncoding?',
    '- settings.webFormHosts[0] must be text of the pattern ^[^/\\s]+$.',
    '- settings.tokenEncoding must be "form" or "json" or "query".',
    '- settings.toleratedTimeFormats.createdAt[0] must be a regular expression.',
    '- testData has the unknown field "bank"; did you mean banks?',
    '- testData.banks must be a list of at least 1, such as [277672, 24353].',
    '- deviations[0].until is missing; write until: "2026-12-31".',
    '- settings.fieldAliases names creatdAt, which is not a field of a documented response or message; did you mean createdAt?',
    '- settings.toleratedTimeFormats names status, which is not a time.',
    '- the deviation V9 is not a clause.',
    '- the deviation V2-FORM-URI is not a clause; did you mean V2-FORM-URL?',
  ]);
});

test.each([
  ['', 'is not a target file: it is empty; init writes one'],
  ['a,b\n1,2\n', 'is not a target file: it has no keys with values; init writes one'],
  ['- name: bank\n', 'is not a target file: it has no keys with values; init writes one'],
  // A key that JavaScript gives a meaning is a key.
  [`${GOOD}__proto__: { polluted: true }\n`, 'is not a target file: it has the unknown field "__proto__"'],
  ['['.repeat(500_000), expect.stringMatching(/is not YAML: nesting exceeded/)],
  ['- '.repeat(500_000), expect.stringMatching(/is not YAML: nesting exceeded/)],
  ['a: !!js/function "() => process.exit()"', 'is not YAML: unknown tag (line 1, column 40)'],
  ['name: *s3cret', 'is not YAML: unidentified alias (line 1, column 14)'],
  ['name: &s3cret [*s3cret]', 'is not YAML: its aliases cannot be followed'],
  [bomb(), 'is not YAML: its aliases cannot be followed'],
  ['s3cret: 1\ns3cret: 2', 'is not YAML: duplicated mapping key (line 2, column 1)'],
  [
    '"s3cret" s3cret',
    'is not YAML: end of the stream or a document separator is expected (line 1, column 10)',
  ],
])(
  'what is no target file is refused in one line, and its words are not repeated: %#',
  async (text, words) => {
    const path = file(text);
    expect(await refusalOf(path)).toEqual(typeof words === 'string' ? `${path} ${words}.` : words);
    expect({}).not.toHaveProperty('polluted');
  },
);

/** A list of nine lists of nine lists, and so on: a billion in a few lines. */
function bomb(): string {
  const nine = (at: number) =>
    `a${at}: &a${at} [${Array(9)
      .fill(`*a${at - 1}`)
      .join(', ')}]`;
  return ['name: &a0 [x]', ...Array.from({ length: 9 }, (_, at) => nine(at + 1))].join('\n');
}

test('only a regular file of at most 1 MB is read', async () => {
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  for (const [path, why] of [
    [fifo, 'it is not a regular file'],
    ['/dev/zero', 'it is not a regular file'],
    [folder, 'it is a folder'],
    [file(`${GOOD}#${'x'.repeat(1024 * 1024)}`), 'it is larger than 1 MB'],
  ] as const)
    expect(await refusalOf(path)).toBe(`${path} cannot be read: ${why}.`);
  expect(await refusalOf(join(folder, 'none.yaml'))).toMatch(/^There is no file .*none\.yaml\.$/);
  const large = file(`${GOOD}#${'x'.repeat(1024 * 1024 - GOOD.length - 1)}`);
  expect((await readTargetFile(large)).name).toBe('bank');
});

test('the error suggests mock or sandbox for a name like it, and names both for any other', async () => {
  await expect(opened('sandbx')).rejects.toThrow(/^There is no file sandbx; did you mean sandbox\?$/);
  await expect(opened('bank')).rejects.toThrow(/^There is no file bank; built in: mock, sandbox\.$/);
});

/** Credentials for the variables of GOOD. */
function credentials(secret: string) {
  vi.stubEnv('NO_SUCH_ID', 'a').stubEnv('NO_SUCH_SECRET', secret);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('a secret that is too short to be kept out of reports is refused', async () => {
  const path = file(`${GOOD}testData: { passwords: ['x{short}', '--x--'] }\n`);
  const needs = 'needs 4 characters other than blanks, hyphens and quotes, to be kept out of reports.';
  credentials('a b-c');
  await expect(opened(path)).rejects.toMatchObject({
    problems: [`the value of NO_SUCH_SECRET ${needs}`, `each of testData.passwords ${needs}`],
  });
  credentials('a b-c=');
  await expect(opened(path)).rejects.toThrow(`: each of testData.passwords ${needs}`);
});

test('credentials are named by their variables, and what is missing is said before a target is opened', async () => {
  const target = await readTargetFile(file(GOOD));
  expect(missingCredentials(target, { NO_SUCH_ID: 'x' })).toEqual(['NO_SUCH_SECRET']);
  const missing = 'set NO_SUCH_ID and NO_SUCH_SECRET in the environment.';
  await expect(opened(file(GOOD))).rejects.toThrow(missing);
  const writes =
    'cases create users, rules and web forms, so they need environment: sandbox and writes: allowed.';
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
  await expect(opened(path)).rejects.toThrow('returns an object without encrypt and decrypt');
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
  ['none.mjs', undefined, 'cannot be loaded (ERR_MODULE_NOT_FOUND)'],
  // Node calls it SyntaxError, the test runner otherwise.
  ['broken.mjs', 'export default =', /cannot be loaded \(\w+\)/],
  ['bare.mjs', 'export const cipher = 1;', 'has no function as its default export'],
  ['empty.mjs', 'export default async () => ({});', 'returns an object without encrypt and decrypt'],
  ['chatty.mjs', 'export default (key) => { throw new Error(key); };', 'threw Error'],
])('the module %s ends the run, and the key is not repeated', async (name, text, words) => {
  if (text !== undefined) moduleOf(name, text);
  const failure = await targetCipher(choice(`./${name}`, 'sesame')).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(InputError);
  expect(String(failure)).toMatch(words);
  expect(String(failure)).toMatch(`bank.yaml: the cipher ./${name} `);
  expect(String(failure)).not.toContain('sesame');
});

test('a key that the cipher refuses ends the run and is not repeated', async () => {
  const words = 'the data decryption key is not 32 hex digits; settings.cipher can name another cipher.';
  await expect(targetCipher(choice('aes-128-cbc-pbkdf2', 'too-short'))).rejects.toThrow(
    new InputError(`bank.yaml: the data decryption key cannot be used: ${words}`),
  );
});

test.each([
  ['refuses', 'throw new Error(text)', 'threw Error.', true],
  ['is wrong', 'null.split(text)', 'threw TypeError.', false],
  ['returns a number', 'return 7', 'returned something that is not text.', false],
])('where a cipher %s the text is not repeated', async (name, body, words, isRefusal) => {
  const own = `async (text) => { ${body}; }`;
  const path = moduleOf(`${name}.mjs`, `export default () => ({ encrypt: ${own}, decrypt: ${own} });`);
  const cipher = await targetCipher(choice(path));
  const ended = new InputError(`bank.yaml: the cipher ${path} ${words}`);
  await expect(cipher.encrypt('sesame')).rejects.toThrow(ended);
  const refused = 'the cipher threw while decrypting: a wrong key, or a text of another cipher';
  await expect(cipher.decrypt('sesame')).rejects.toThrow(isRefusal ? new CipherError(refused) : ended);
});
