// What the users of the action see of a run on GitHub without a verdict: a line with its reason, at a file that they have.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { PROGRAM } from '../../test-support/program.ts';
import { BANK } from '../../test-support/target-file-of-sandbox.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

/** Runs verify in another repository, with its target file in a folder. */
function verified(env: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  mkdirSync(join(root, 'ci'));
  writeFileSync(join(root, 'ci/bank.yaml'), JSON.stringify(BANK));
  const args = ['--target', 'ci/bank.yaml', '--only', 'V1-IMPORT-451', '--out', 'reports'];
  const github = {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: root,
    GITHUB_STEP_SUMMARY: join(root, 'summary.md'),
  };
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'verify', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...github, ...env },
  });
  const lines = stderr.split('\n').filter((line) => line.startsWith('::'));
  return { status, lines, summary: readFileSync(github.GITHUB_STEP_SUMMARY, 'utf8') };
}

test.each([
  ['missing credentials', {}, 'ci/bank.yaml: set TARGET_SECRET in the environment.'],
  [
    'a target that is down',
    { TARGET_SECRET: 'secret' },
    `bank does not respond at ${BANK.accessUrl} (ECONNREFUSED); check accessUrl.`,
  ],
])('%s', (_, env, reason) => {
  const { status, lines, summary } = verified({ TARGET_ID: 'id', TARGET_KEY: TEST_KEY, ...env });
  expect(status).toBe(2);
  expect(lines).toEqual([`::error title=verify gives no verdict::${reason}`]);
  expect(summary).toMatch(/^### verify gives no verdict\n\n.+\n\n$/);
});
