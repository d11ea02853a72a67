// How the gate judges validators that cannot be run: as a breaking change, never as none.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeSamplePackage } from '../../test-support/sample-package.ts';
import { comparePackages } from './compare-packages.ts';
import { readPackage } from './release.ts';

const ground = mkdtempSync(join(tmpdir(), 'validators-'));
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

const VALIDATOR = 'dist/validators/createUser.request.js';

test('a validator that did not run before is a major change', async () => {
  const broken = await changed('broken-validator', (folder) =>
    writeFileSync(join(folder, VALIDATOR), "import 'nothing';\nexport const validate = () => [];\n"),
  );
  expect(await comparePackages(broken, before)).toContainEqual(
    expect.objectContaining({ artefact: 'validator createUser.request', bump: 'major', breaks: 'importers' }),
  );
});

test('a validator without a schema cannot be compared', async () => {
  const alone = (name: string, ending: string) =>
    changed(name, (folder) => {
      rmSync(join(folder, 'dist/schemas/createUser.request.json'));
      writeFileSync(join(folder, VALIDATOR), readFileSync(join(folder, VALIDATOR), 'utf8') + ending);
    });
  const [old, now] = [await alone('alone', ''), await alone('alone-next', '// Anew.\n')];
  expect(await comparePackages(old, now)).toContainEqual(
    expect.objectContaining({ artefact: 'validator createUser.request', bump: 'major', breaks: 'importers' }),
  );
});

test('a validator that ends its process is an input error with one clear line', async () => {
  const ending = await changed('ending', (folder) =>
    writeFileSync(join(folder, VALIDATOR), 'export const validate = () => process.exit(0);\n'),
  );
  await expect(comparePackages(before, ending)).rejects.toMatchObject({
    name: 'InputError',
    message: 'the validators of bank-access-contracts 0.1.0 cannot be run',
  });
});
