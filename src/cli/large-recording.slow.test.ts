/** Recordings that fit in no memory, generated: a long line, a HAR that is cut off, and more users than are remembered. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentedRecords } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const { createUser, createToken, createNotificationRule } = documentedRecords();
const upheld = JSON.stringify(createUser);
const MEGABYTE = 1024 * 1024;

/** Starts `check` with a heap that no large recording fits in. */
function check(folder: string, ...args: string[]) {
  return checkIn(64, folder, ...args);
}

function checkIn(megabytes: number, folder: string, ...args: string[]) {
  return spawnSync(process.execPath, [`--max-old-space-size=${megabytes}`, PROGRAM, 'check', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
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

/** Of a file of more than 100 MB. */
function progressOf(file: string): string {
  return ['1', '10', '100'].map((megabytes) => `${file}: ${megabytes} MB read.\n`).join('');
}

test('a line of 200 MB is a broken record with its line, and the lines around it are judged', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'long.ndjson');
  writeFileSync(file, `${upheld}\n{"a":"`);
  for (let at = 0; at < 20; at++) appendFileSync(file, Buffer.alloc(10 * MEGABYTE, 0x78));
  appendFileSync(file, `"}\n${upheld}\n`);
  const { status, stdout, stderr } = check(folder, 'long.ndjson');
  const broken = 'long.ndjson, record 1 (line 2) is broken: it is longer than 64 MB.\n';
  expect(stderr).toBe(`${progressOf('long.ndjson')}${broken}`);
  expect(stdout).toContain('3 records: 2 upheld, 0 violated, 0 refused, 1 not judged (1 broken).');
  expect(status).toBe(2);
}, 120_000);

test('a HAR of 120 MB that is cut off has one broken record, and those before it are judged', () => {
  const folder = temporaryFolder();
  const { method, url, body } = createUser.request;
  const { status, headers, body: answer } = createUser.response;
  const listed = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const entry = JSON.stringify({
    startedDateTime: '2026-11-22T10:00:00.000Z',
    request: { method, url, headers: [], postData: { text: JSON.stringify(body) } },
    response: { status, headers: listed, content: { text: JSON.stringify(answer) } },
    comment: 'x'.repeat(10_000),
  });
  const entries = (function* () {
    yield '{"log":{"version":"1.2","entries":[\n';
    for (let at = 0; at < 12_000; at++) yield `${entry},\n`;
    yield entry.slice(0, entry.length / 2);
  })();
  write(join(folder, 'cut.har'), entries);
  const { status: exit, stdout, stderr } = check(folder, 'cut.har');
  const broken = 'cut.har, record 12000 (line 12002) is broken: the recording ends before it does.\n';
  expect(stderr).toBe(`${progressOf('cut.har')}${broken}`);
  expect(stdout).toContain('12001 records: 12000 upheld, 0 violated, 0 refused, 1 not judged (1 broken).');
  expect(exit).toBe(2);
}, 120_000);

test('of 200,000 users the earliest are forgotten, which is a line, and the last is compared', () => {
  const folder = temporaryFolder();
  const tokenOf = (user: number) => `3f9a1c7b5d2e8046a1b2c3d4${user}`;
  const signIn = (user: number) => {
    const sent = {
      grant_type: 'password',
      client_id: 'c',
      client_secret: 's',
      username: `u${user}`,
      password: 'p',
    };
    const answer = { ...(createToken.response.body as object), access_token: tokenOf(user) };
    return `${JSON.stringify({
      request: { ...createToken.request, body: sent },
      response: { ...createToken.response, body: answer },
    })}\n`;
  };
  const rule = (user: number, id: number) => {
    const { request, response } = createNotificationRule;
    const headers = { ...request.headers, authorization: `Bearer ${tokenOf(user)}` };
    return `${JSON.stringify({ request: { ...request, headers }, response: { ...response, body: { id } } })}\n`;
  };
  const LAST = 199_999;
  const users = (function* () {
    yield signIn(0) + rule(0, 1);
    for (let user = 1; user <= LAST; user++) yield signIn(user);
    // The first user's list again, and that of the last one twice.
    yield rule(0, 2) + rule(LAST, 3) + rule(LAST, 4);
  })();
  write(join(folder, 'users.ndjson'), users);
  const { status, stdout, stderr } = checkIn(256, folder, 'users.ndjson');
  expect(stderr).toMatch(
    /^Forgotten, since there were too many, and not compared: the records of 1\d{5} users\.$/m,
  );
  expect(stdout).toContain('200004 records: 200003 upheld, 1 violated');
  expect(stdout).toContain('record 200003, createNotificationRule');
  expect(status).toBe(1);
}, 300_000);
