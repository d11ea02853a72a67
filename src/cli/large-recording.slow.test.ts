/** A line that fits in no memory, generated. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentedRecords } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const upheld = JSON.stringify(documentedRecords().createUser);
const MEGABYTE = 1024 * 1024;

/** Starts `check` with a heap that no large recording fits in. */
function check(folder: string, ...args: string[]) {
  return spawnSync(process.execPath, ['--max-old-space-size=64', PROGRAM, 'check', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
}

test('a line of 200 MB is a broken record with its line, and the lines around it are judged', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'long.ndjson');
  writeFileSync(file, `${upheld}\n{"a":"`);
  for (let at = 0; at < 20; at++) appendFileSync(file, Buffer.alloc(10 * MEGABYTE, 0x78));
  appendFileSync(file, `"}\n${upheld}\n`);
  for (const workers of ['1', '2']) {
    const { status, stdout, stderr } = check(folder, 'long.ndjson', '--workers', workers);
    expect(stderr).toBe('long.ndjson, record 1 (line 2) is broken: it is longer than 64 MB.\n');
    expect(stdout).toContain('3 records: 2 upheld, 0 violated, 0 refused, 1 not judged (1 broken).');
    expect(status).toBe(2);
  }
}, 120_000);
