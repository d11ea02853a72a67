// How the gate compares whole releases: packed or not, with an artefact missing, unreadable, or changed twice.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTarGzip } from 'nanotar';
import { afterAll, expect, test } from 'vitest';
import { samplePackage, writeSamplePackage } from '../../test-support/sample-package.ts';
import { comparePackages } from './compare-packages.ts';
import { readPackage } from './release.ts';

const ground = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(ground, { recursive: true }));
const before = samplePackage();

/** A change of a file of JSON, in place. */
function json<Document>(edit: (value: Document) => void) {
  return (text: string) => {
    const value = JSON.parse(text);
    edit(value);
    return JSON.stringify(value);
  };
}

test('a packed tarball and its folder are the same release, and of a folder only what npm would publish is read', async () => {
  const [tarball, folder] = [join(ground, 'sample.tgz'), join(ground, 'sample')];
  const packed = [...before.files].map(([path, text]) => ({ name: `package/${path}`, data: text }));
  writeFileSync(tarball, await createTarGzip(packed));
  writeSamplePackage(folder);
  writeFileSync(join(folder, 'not-shown.yaml'), 'facts: []');
  for (const place of [tarball, folder]) {
    const { manifest, files } = readPackage(place);
    expect([manifest, Object.fromEntries(files)]).toEqual([
      before.manifest,
      Object.fromEntries(before.files),
    ]);
  }
});

test('an artefact that the earlier release lacks is added as a whole, and one that the later lacks is gone', async () => {
  const paths = [...before.files.keys()].filter((path) => /^dist\/(fixtures|vectors)\//.test(path));
  const without = samplePackage(Object.fromEntries(paths.map((path) => [path, undefined])));
  expect(await comparePackages(without, before)).toMatchObject([
    { artefact: 'fixtures', change: 'the earlier release has none: all of it is added', bump: 'minor' },
  ]);
  expect(await comparePackages(before, without)).toMatchObject([
    { artefact: 'fixtures', change: 'all of it is gone', bump: 'major', breaks: 'readers' },
  ]);
});

test('a body that changes in its schema and in its document is one row, named by its fingerprint', async () => {
  type Body = { properties: { phone: object } };
  type Access = { components: { schemas: { user: Body } } };
  const nullable = ({ properties }: Body) => Object.assign(properties.phone, { type: ['string', 'null'] });
  const after = samplePackage({
    'dist/schemas/createUser.2XX.json': json<Body>(nullable),
    'dist/openapi/access.json': json<Access>(({ components }) => nullable(components.schemas.user)),
  });
  const rows = await comparePackages(before, after);
  expect(rows.filter(({ bump }) => bump === 'major')).toEqual([
    {
      artefact: 'createUser.2XX',
      place: 'phone',
      change: 'type: +null',
      bump: 'major',
      breaks: 'readers',
      // sha256 of ["createUser.2XX","phone","type: +null"], by sha256sum.
      fingerprint: '142a20028fca',
    },
  ]);
});

test('a default that is a list or an object is the same in any order of keys', async () => {
  const facts = (fact: string, value: object) => {
    const entry = { id: 'A', fact, source: 'B', setting: 'c', default: value, choices: ['d'] };
    return samplePackage({
      'dist/ledgers/not-shown.js': `export const facts = [${JSON.stringify(entry)}];`,
    });
  };
  const [old, now] = [facts('One.', { a: [1], b: 2 }), facts('Two.', { b: 2, a: [1] })];
  expect(await comparePackages(old, now)).toMatchObject([
    { artefact: 'open facts', place: 'A', change: 'fact in other words' },
    { artefact: 'modules', bump: 'patch' },
  ]);
});

test('a class with private members fits its own next release', async () => {
  const secret = 'export declare class Client {\n    #private;\n    private key;\n}\n';
  const old = samplePackage({ 'dist/client.d.ts': secret });
  const now = samplePackage({ 'dist/client.d.ts': `${secret}export declare const more: string;\n` });
  expect(await comparePackages(old, now)).toMatchObject([
    { place: 'more', change: 'name is new', bump: 'minor' },
  ]);
});

const READS_OUTSIDE =
  "import { readFileSync } from 'node:fs';\nexport const clauses = [readFileSync('/etc/passwd', 'utf8')];";
const RESTRICTED =
  /^dist\/ledgers\/clauses.js of bank-access-contracts .* is no ledger: Error: Access to this API has been restricted/;
const OTHER = '{"name":"other","version":"1.0.0"}';

test.each<[title: string, path: string, text: string, says: RegExp]>([
  ['a schema that is no JSON', 'dist/schemas/createUser.request.json', '{', /is not a JSON object$/],
  ['a table with an open quote', 'dist/migration/import.csv', 'a,"b', /^migration\/import.csv is no table: /],
  ['a document without paths', 'dist/openapi/access.json', '{}', /^the documents of .* cannot be/],
  ['a pact without interactions', 'dist/pacts/consumer-service.json', '{}', /is no pact: it has no/],
  ['another package', 'package.json', OTHER, /are two packages, not two releases/],
  ['a ledger that reads outside its release', 'dist/ledgers/clauses.js', READS_OUTSIDE, RESTRICTED],
])('%s stops with 2 and one clear line', async (_title, path, text, says) => {
  await expect(comparePackages(before, samplePackage({ [path]: text }))).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(says),
  });
});

/** Makes a folder with this manifest. */
const unbuilt = (manifest?: string) => (path: string) => {
  mkdirSync(path);
  if (manifest !== undefined) writeFileSync(join(path, 'package.json'), manifest);
};

test.each<[title: string, make: (path: string) => void, says: string]>([
  ['nothing', () => undefined, 'there is none'],
  ['a text', (path) => writeFileSync(path, 'no tarball'), 'neither a packed tarball nor a readable folder'],
  ['an empty folder', unbuilt(), 'is no package: it has no package.json'],
  ['a folder that is not built', unbuilt(OTHER), 'is no built package: it has no dist'],
  ['a package without a version', unbuilt('{"name":"a"}'), 'its package.json has no name or no version'],
  ['a bomb', (path) => writeFileSync(path, gzipSync(Buffer.alloc(100 << 20))), 'more than 64 MB'],
  ['a text of 65 MB', (path) => writeFileSync(path, Buffer.alloc(65 << 20)), 'more than 64 MB'],
])('%s is no package', (title, make, says) => {
  const path = join(ground, `no package, ${title}`);
  make(path);
  expect(() => readPackage(path)).toThrow(expect.objectContaining({ name: 'InputError' }));
  expect(() => readPackage(path)).toThrow(says);
});
