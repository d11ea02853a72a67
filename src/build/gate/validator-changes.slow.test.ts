// How the gate judges validators that cannot be run: as a breaking change, never as none.
import { expect, test } from 'vitest';
import { samplePackage } from '../../test-support/sample-package.ts';
import { comparePackages } from './compare-packages.ts';

const VALIDATOR = 'dist/validators/createUser.request.js';
const breaking = { artefact: 'validator createUser.request', bump: 'major', breaks: 'importers' };

test('a validator that did not run before is a major change', async () => {
  const broken = samplePackage({ [VALIDATOR]: "import 'nothing';\nexport const validate = () => [];\n" });
  expect(await comparePackages(broken, samplePackage())).toContainEqual(expect.objectContaining(breaking));
});

test('a validator that ends its process is an input error with one clear line', async () => {
  const ending = samplePackage({ [VALIDATOR]: 'export const validate = () => process.exit(0);\n' });
  await expect(comparePackages(samplePackage(), ending)).rejects.toMatchObject({
    name: 'InputError',
    message: 'the validators of bank-access-contracts 0.1.0 cannot be run',
  });
});
