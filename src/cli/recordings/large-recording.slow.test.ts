/** Recordings that fit in no memory, generated: a long line, and more users than are compared. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documentedRecords, withFields } from '../../test-support/documented-records.ts';
import { PROGRAM } from '../../test-support/program.ts';
import { ndjson } from '../../test-support/recorded-calls.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

const { createUser, createToken, createNotificationRule } = documentedRecords();
const upheld = JSON.stringify(createUser);
const MEGABYTE = 1024 * 1024;

/** Starts `check` with a heap that no large recording fits in. */
function checkIn(megabytes: number, folder: string, ...args: string[]) {
  return spawnSync(process.execPath, [`--max-old-space-size=${megabytes}`, PROGRAM, 'check', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
}

/** What the real jq makes of the file by the command of a text. */
function jqLines(command: string, file: string): string {
  const { stdout, error } = spawnSync('sh', ['-c', `${command} "$1"`, 'sh', file], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  expect(error).toBeUndefined();
  return stdout;
}

/** Writes the texts to a file, many at once. */
function write(file: string, texts: Iterable<string>): void {
  let text = '';
  for (const each of texts) {
    text += each;
    if (text.length < MEGABYTE) continue;
    appendFileSync(file, text);
    text = '';
  }
  appendFileSync(file, text);
}

test('a line of 200 MB is a broken record with its line, and the lines around it are judged', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'long.ndjson');
  writeFileSync(file, `${upheld}\n{"a":"`);
  for (let at = 0; at < 20; at++) appendFileSync(file, Buffer.alloc(10 * MEGABYTE, 0x78));
  appendFileSync(file, `"}\n${upheld}\n`);
  const { status, stdout, stderr } = checkIn(64, folder, 'long.ndjson');
  const broken = 'long.ndjson, record 1 (line 2) is broken: it is longer than 64 MB.\n';
  expect(stderr).toBe(broken);
  expect(stdout).toContain('3 records: 2 upheld, 0 violated, 0 refused, 1 not judged (1 broken).');
  expect(status).toBe(2);
});

test('of 200,000 users the first 100,000 are compared, and a line counts the calls of the others', () => {
  const folder = temporaryFolder();
  const tokenOf = (user: number) => `3f9a1c7b5d2e8046a1b2c3d4${user}`;
  const signIn = (user: number) => {
    const sent = { grant_type: 'password', username: `u${user}`, password: 'p' };
    return ndjson([withFields(createToken, sent, { access_token: tokenOf(user) })]);
  };
  const rule = (user: number, id: number) => {
    const { request, response } = createNotificationRule;
    const headers = { ...request.headers, authorization: `Bearer ${tokenOf(user)}` };
    return ndjson([{ request: { ...request, headers }, response: { ...response, body: { id } } }]);
  };
  const LAST = 199_999;
  const users = (function* () {
    yield signIn(0) + rule(0, 1) + rule(0, 2);
    for (let user = 1; user <= LAST; user++) yield signIn(user);
    yield rule(LAST, 3) + rule(LAST, 4);
  })();
  write(join(folder, 'users.ndjson'), users);
  const { status, stdout, stderr } = checkIn(256, folder, 'users.ndjson');
  // The first user counts 4, each other one 2.
  expect(stderr).toMatch(/^100003 calls are compared with no other: 200,000 users and calls are kept\.$/m);
  expect(stdout).toContain('200004 records: 200003 upheld, 1 violated');
  expect(stdout).toContain('record 2, createNotificationRule');
  expect(status).toBe(1);
});

test('the jq line of the guide and of the error message makes a HAR export lines that are judged alike, with the real jq', () => {
  const guide = readFileSync(new URL('../../../docs/recordings.md', import.meta.url), 'utf8');
  const message = readFileSync(new URL('../../evidence/recording.ts', import.meta.url), 'utf8');
  const har = fileURLToPath(new URL('../move/recorded/team-traffic.har', import.meta.url));
  const folder = temporaryFolder();
  const judged = (...args: string[]) => {
    const { stdout } = checkIn(256, folder, '--json', '--each', '--no-compare', ...args);
    return stdout.replace(/"(file|line)":("[^"]*"|\d+),?/g, '');
  };
  const whole = judged(har);
  for (const text of [guide, message]) {
    const [line = ''] = /jq -c '[^']+'/.exec(text) ?? [];
    writeFileSync(join(folder, 'entries.ndjson'), jqLines(line, har));
    expect(judged('entries.ndjson')).toBe(whole);
  }
});

test('the jq line that check prints for another form of JSON makes lines of it, with the real jq', () => {
  const har = readFileSync(new URL('../move/recorded/team-traffic.har', import.meta.url), 'utf8');
  const { log } = JSON.parse(har);
  const record = { request: { method: 'GET', url: 'https://a.example/clientConfiguration' } };
  const forms = {
    'records on several lines each': { text: `${JSON.stringify(record, null, 2)}\n`.repeat(2), records: 2 },
    'a HAR export without its log': { text: JSON.stringify(log), records: log.entries.length },
    'two HAR exports': { text: `${JSON.stringify({ log })}\n`.repeat(2), records: 2 * log.entries.length },
  };
  const folder = temporaryFolder();
  const [form, lines] = [join(folder, 'form.json'), join(folder, 'lines.ndjson')];
  for (const [name, { text, records }] of Object.entries(forms)) {
    writeFileSync(form, text);
    const { status, stderr } = checkIn(256, folder, form);
    const [line = name] = /jq -c ('[^']+'|\.)/.exec(stderr) ?? [];
    expect([name, status]).toEqual([name, 2]);
    writeFileSync(lines, jqLines(line, form));
    const judged = checkIn(256, folder, '--json', '--each', '--no-compare', lines).stdout.trim().split('\n');
    // The last line has the totals.
    expect([name, judged.length - 1]).toEqual([name, records]);
  }
});
