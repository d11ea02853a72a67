// How the gate compares whole releases: packed or not, with an artefact missing, unreadable, or changed twice.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTarGzip } from 'nanotar';
import { afterAll, expect, test } from 'vitest';
import { writeSamplePackage } from '../../test-support/sample-package.ts';
import { comparePackages } from './compare-packages.ts';
import { readPackage } from './release.ts';

const ground = mkdtempSync(join(tmpdir(), 'gate-'));
const sample = join(ground, 'sample');
writeSamplePackage(sample);
const before = await readPackage(sample);
afterAll(() => rmSync(ground, { recursive: true }));

async function changed(name: string, change: (folder: string) => void) {
  const folder = join(ground, name);
  cpSync(sample, folder, { recursive: true });
  change(folder);
  return readPackage(folder);
}

test('a packed tarball is the folder it was packed from', async () => {
  const files = [...before.files].map(([path, text]) => ({ name: `package/${path}`, data: text }));
  const tarball = join(ground, 'sample.tgz');
  writeFileSync(tarball, await createTarGzip(files));
  expect(await comparePackages(before, await readPackage(tarball))).toEqual([]);
  expect((await readPackage(tarball)).files.size).toBe(before.files.size);
});

test('an artefact that the earlier release lacks is added as a whole, and one that the later lacks is gone', async () => {
  const without = await changed('no-fixtures', (folder) => {
    for (const name of ['fixtures', 'vectors']) rmSync(join(folder, 'dist', name), { recursive: true });
  });
  expect(await comparePackages(without, before)).toMatchObject([
    { artefact: 'fixtures', change: 'the earlier release has none: all of it is added', bump: 'minor' },
  ]);
  expect(await comparePackages(before, without)).toMatchObject([
    { artefact: 'fixtures', change: 'all of it is gone', bump: 'major', breaks: 'readers' },
  ]);
});

test('of a folder only what npm would publish is read', async () => {
  const after = await changed('more', (folder) => writeFileSync(join(folder, 'not-shown.yaml'), 'facts: []'));
  expect(await comparePackages(before, after)).toEqual([]);
});

test('a mapping row that has no V1 field is named by its V2 field', async () => {
  const after = await changed('born', (folder) => {
    const path = join(folder, 'dist/migration/payment.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^,born,.*\n/m, ''));
  });
  expect(await comparePackages(before, after)).toMatchObject([
    { artefact: 'migration/payment.csv', place: 'born orders[].amount.currency', change: 'row is gone' },
  ]);
});

test('a body that changes in its schema and in its document is one row, named by its fingerprint', async () => {
  const after = await changed('twice', (folder) => {
    for (const path of ['dist/schemas/createUser.2XX.json', 'dist/openapi/access.json']) {
      const value = JSON.parse(readFileSync(join(folder, path), 'utf8'));
      const { properties } = path.includes('schemas') ? value : value.components.schemas.user;
      properties.phone.type = ['string', 'null'];
      writeFileSync(join(folder, path), JSON.stringify(value));
    }
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

const USERS = 'POST /users';
const SUBMIT = 'POST /api/v1/payments/submit';
const PROMISED: [title: string, place: string, breaks: string, change: (paths: Paths) => void][] = [
  [
    'the name of an operation',
    USERS,
    'senders',
    ({ '/users': { post } }) => Object.assign(post, { operationId: 'a' }),
  ],
  [
    'that a call needs no token',
    'POST /oauth/token',
    'senders',
    ({ '/oauth/token': { post } }) => Object.assign(post, { security: [{ userToken: [] }] }),
  ],
  [
    'the token of a call',
    USERS,
    'senders',
    ({ '/users': { post } }) => Object.assign(post, { security: [] }),
  ],
  [
    'the 451 of V1',
    SUBMIT,
    'readers',
    ({ '/api/v1/payments/submit': { post } }) => Reflect.deleteProperty(post.responses, '451'),
  ],
];
type Paths = Record<'/oauth/token' | '/users' | '/api/v1/payments/submit', { post: { responses: object } }>;

for (const [title, place, breaks, change] of PROMISED) {
  test(`${title} is a promise, though oasdiff thinks little of it`, async () => {
    const after = await changed(title, (folder) => {
      const path = join(folder, 'dist/openapi/access.json');
      const document = JSON.parse(readFileSync(path, 'utf8'));
      change(document.paths);
      writeFileSync(path, JSON.stringify(document));
    });
    const rows = (await comparePackages(before, after)).filter(({ artefact }) =>
      artefact.startsWith('openapi/'),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ artefact: 'openapi/access.json', place, bump: 'major', breaks }),
    );
  });
}

test('a default that is a list or an object is the same in any order of keys', async () => {
  const facts = (fact: string, value: object) => (folder: string) => {
    const entry = { id: 'A', fact, source: 'B', setting: 'c', default: value, choices: ['d'] };
    writeFileSync(
      join(folder, 'dist/ledgers/not-shown.js'),
      `export const facts = [${JSON.stringify(entry)}];`,
    );
  };
  const old = await changed('facts', facts('One.', { a: [1], b: 2 }));
  const now = await changed('facts-next', facts('Two.', { b: 2, a: [1] }));
  expect(await comparePackages(old, now)).toMatchObject([
    { artefact: 'open facts', place: 'A', change: 'fact in other words' },
    { artefact: 'modules', bump: 'patch' },
  ]);
});

test('a class with private members fits its own next release', async () => {
  const path = 'dist/client.d.ts';
  const secret = (folder: string) =>
    writeFileSync(join(folder, path), 'export declare class Client {\n    #private;\n    private key;\n}\n');
  const old = await changed('private', secret);
  const now = await changed('private-next', (folder) => {
    secret(folder);
    writeFileSync(
      join(folder, path),
      `${readFileSync(join(folder, path))}export declare const more: string;\n`,
    );
  });
  expect(await comparePackages(old, now)).toMatchObject([
    { place: 'more', change: 'name is new', bump: 'minor' },
  ]);
});

test('a ledger module reads nothing outside its release', async () => {
  const code =
    "import { readFileSync } from 'node:fs';\nexport const clauses = [readFileSync('/etc/passwd', 'utf8')];";
  const evil = await changed('evil', (folder) =>
    writeFileSync(join(folder, 'dist/ledgers/clauses.js'), code),
  );
  await expect(comparePackages(before, evil)).rejects.toThrow(
    /^dist\/ledgers\/clauses.js of bank-access-contracts .* is no ledger: Error: Access to this API has been restricted/,
  );
});

const UNREADABLE: [title: string, path: string, text: string, says: RegExp][] = [
  ['a schema that is no JSON', 'dist/schemas/createUser.request.json', '{', /is not a JSON object$/],
  ['a table with an open quote', 'dist/migration/import.csv', 'a,"b', /^migration\/import.csv is no table: /],
  [
    'a document without paths',
    'dist/openapi/access.json',
    '{}',
    /^the OpenAPI documents of .* cannot be read: /,
  ],
  [
    'a pact without interactions',
    'dist/pacts/consumer-service.json',
    '{}',
    /is no pact: it has no interactions$/,
  ],
  [
    'another package',
    'package.json',
    '{"name":"other","version":"1.0.0"}',
    /are two packages, not two releases/,
  ],
];

for (const [title, path, text, says] of UNREADABLE) {
  test(`${title} stops with 2 and one clear line`, async () => {
    const after = await changed(title, (folder) => writeFileSync(join(folder, path), text));
    await expect(comparePackages(before, after)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(says),
    });
  });
}

const NO_PACKAGE: [title: string, make: (path: string) => void, says: string][] = [
  ['nothing', () => undefined, 'there is none'],
  ['a text', (path) => writeFileSync(path, 'no tarball'), 'neither a packed tarball nor a readable folder'],
  ['an empty folder', (path) => mkdirSync(path), 'is no package: it has no package.json'],
  [
    'a folder that is not built',
    (path) => {
      mkdirSync(path);
      writeFileSync(join(path, 'package.json'), '{"name":"a","version":"1.0.0"}');
    },
    'is no built package: it has no dist',
  ],
  [
    'a package without a version',
    (path) => {
      mkdirSync(path);
      writeFileSync(join(path, 'package.json'), '{"name":"a"}');
    },
    'its package.json has no name or no version',
  ],
];

for (const [title, make, says] of NO_PACKAGE) {
  test(`${title} is no package`, async () => {
    const path = join(ground, `no package, ${title}`);
    make(path);
    await expect(readPackage(path)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining(says),
    });
  });
}
