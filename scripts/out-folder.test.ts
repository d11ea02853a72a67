// Where the reports cannot go, a verb that runs for long says so before it starts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'out-folder-'));
  writeFileSync(join(folder, 'file'), '');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function called(verb: string, ...args: string[]) {
  const { INIT_CWD: _, ...env } = process.env;
  const script = join(import.meta.dirname, `${verb}.ts`);
  // A run of all faults takes longer.
  const ended = spawnSync(process.execPath, [script, ...args], {
    ...{ cwd: folder, env, encoding: 'utf8', timeout: 20_000 },
  });
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

for (const verb of ['verify', 'faults']) {
  for (const out of ['file', 'file/below']) {
    test(`${verb} --out ${out}, where file is no folder, ends with 2 before anything runs`, () => {
      const { status, stdout, stderr } = called(verb, '--out', out);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(/^The reports cannot be written to \S+ \(E[A-Z]+\); name another .* --out\.\n$/);
    }, 30_000);
  }
}

test('faults of a part has no report, and says so of --out', () => {
  const { status, stdout, stderr } = called('faults', '--only', 'STATUS-V1-IMPORT-200', '--out', 'there');
  expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
  expect(stderr).toMatch(/^error: option '--out <folder>' cannot be used with option '--only <names...>'\n$/);
  expect(existsSync(join(folder, 'there'))).toBe(false);
});

test('nothing is made where verify sends nothing', () => {
  expect(called('verify', '--dry-run', '--target', 'mock').status).toBe(0);
  expect(existsSync(join(folder, 'reports'))).toBe(false);
});
