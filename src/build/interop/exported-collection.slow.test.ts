// The check of the exported collection fails where a call, an expected answer or a variable is wrong.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import collection from '../../../contracts/generated/postman.json' with { type: 'json' };
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { interopTools } from './interop-check.ts';
import { wrongInRun } from './package-tools.ts';

beforeAll(interopTools.install, 300_000);

/** By hand: the fault, and what Newman has to say. */
test.each([
  ['nothing', '', '', []],
  [
    'another status of the V1 import',
    'have.status(451)',
    'have.status(201)',
    ['importBankConnectionV1: expected response to have status code 201 but got 451'],
  ],
  [
    'a wrong secret of the client',
    '"sandbox-secret"',
    '"another"',
    expect.arrayContaining([
      expect.stringMatching(/^createToken of the client: expected 4\d\d to be within 200\.\.299$/),
    ]),
  ],
  [
    'a call without its operation',
    '"name": "createUser"',
    '"name": "somebody"',
    ['createUser is not called'],
  ],
  [
    'an address of the web form in another field',
    'pm.response.json().url)',
    'pm.response.json().link)',
    [expect.stringMatching(/^createBankConnectionImport: /)],
  ],
] as const)(
  'a collection with %s',
  async (_, good, bad, said) => {
    const folder = temporaryFolder();
    const text = JSON.stringify(collection, null, 2);
    expect(text).toContain(good);
    writeFileSync(join(folder, 'calls.json'), text.replace(good, bad));
    const run = async (command: string, args: readonly string[]) =>
      promisify(execFile)(command, args, { cwd: folder }).then(
        (outcome) => ({ exitCode: 0, ...outcome }),
        ({ code, stdout, stderr }) => ({ exitCode: code, stdout, stderr }),
      );
    expect(await wrongInRun({ folder, installed: '', run }, 'calls.json')).toEqual(said);
  },
  60_000,
);
