// The matchers under a real jest, in a process and a folder of its own; and their types under @jest/globals.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import fixture from '../../generated/fixtures/createStandalonePayment/minimal.json' with { type: 'json' };
import notification from '../../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

const TESTS = `
const { matchers } = require('./matchers.cjs');
const [response, { message, key }] = require('./given.json');
expect.extend(matchers);

test('what is documented matches', async () => {
  expect(response).toMatchContract('createStandalonePayment', 201);
  await expect(Response.json(response.body, { status: 201 })).toMatchContract('createStandalonePayment', 201);
  await expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key });
  await expect(message).not.toBeNotification('NEW_ACCOUNT_BALANCE', { key });
});
test('a form without its address', () => {
  expect({ ...response.body, url: 7 }).toMatchContract('createStandalonePayment', 201);
});
test('a message of another event', async () => {
  await expect(message).toBeNotification('NEW_ACCOUNT_BALANCE', { key });
});
test('an unknown operation', () => {
  expect(response).not.toMatchContract('pay', 201);
});
`;

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { title: string; status: string; failureMessages: string[] }[];
  }[];
}

test('under jest the matchers match, fail and refuse as under vitest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jest-'));
  try {
    const entryPoints = [join(import.meta.dirname, 'jest.entry.ts')];
    await build({
      entryPoints,
      outfile: join(folder, 'matchers.cjs'),
      bundle: true,
      format: 'cjs',
      logLevel: 'silent',
    });
    writeFileSync(join(folder, 'given.json'), JSON.stringify([fixture.response, notification]));
    writeFileSync(join(folder, 'matchers.test.js'), TESTS);
    writeFileSync(join(folder, 'package.json'), '{ "jest": { "transform": {} } }');
    const found = (await reportOf(folder)).testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(found.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      'what is documented matches: passed',
      'a form without its address: failed',
      'a message of another event: failed',
      'an unknown operation: failed',
    ]);
    const words = found.map(({ failureMessages }) => failureMessages.join());
    expect(words[1]).toContain('  V2-FORM-URL /response/body/url: url is a number, not text');
    expect(words[2]).toContain(
      '  MESSAGE-TRIGGER-EVENT /triggerEvent: triggerEvent is "LOW_ACCOUNT_BALANCE", not ',
    );
    expect(words[3]).toContain('the operation "pay" is not documented; there is createToken, ');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Jest ends with 1, since tests of it fail. */
async function reportOf(folder: string): Promise<Report> {
  const env = { ...process.env, NODE_OPTIONS: '', VITEST: '', JEST_WORKER_ID: undefined };
  const args = [JEST, '--rootDir', folder, '--json', '--runInBand', '--no-cache'];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, env });
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  return JSON.parse(stdout) as Report;
}

/** Compiled and never called: what `expect` of @jest/globals is typed as once the module for jest is imported. */
export function typed(
  jestExpect: typeof import('@jest/globals')['expect'],
  answer: Response,
): Promise<void>[] {
  jestExpect({}).toMatchContract('createStandalonePayment', 201);
  // @ts-expect-error there is no such operation
  jestExpect({}).toMatchContract('createStandalonPayment', 201);
  // @ts-expect-error it is answered with 451
  jestExpect({}).not.toMatchContract('submitPaymentV1', 201);
  // @ts-expect-error there is no such event
  jestExpect({}).toBeNotification('LOW_BALANCE', { key: '' });
  return [
    jestExpect(answer).toMatchContract('createUser', '2XX'),
    jestExpect('').not.toBeNotification('NEW_TRANSACTIONS', { key: '' }),
  ];
}
