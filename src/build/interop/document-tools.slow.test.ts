// The checks of the documents fail where a document has a fault.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import {
  asyncapiParser,
  oasdiffCheck,
  openapiTypes,
  postmanConverter,
  redoclyLint,
  spectralCheck,
} from './document-tools.ts';
import { flowsCheck } from './flows-check.ts';
import { type Ground, type InteropCheck, interopTools } from './interop-check.ts';

beforeAll(interopTools.install, 300_000);
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const operationId = (of: string) => `"operationId": "create${of}"`;
const [SEND, SENT, RECEIVE] = ['send', 'sent', 'receive'].map((action) => `"action": "${action}"`);
const [NUMBER, TEXT] = ['"expires_in": 3600', '"expires_in": "soon"'];
const FLOWS = 'flows.arazzo.json';
const [PAYMENT, IMPORT] = [operationId('StandalonePayment'), operationId('BankConnectionImport')];

// By hand: what is broken, which document, the fault, and what the tool has to say.
const faults = [
  [redoclyLint, 'access.json', NUMBER, TEXT, /^no-invalid-media-type-examples at /],
  [spectralCheck, 'web-form.json', PAYMENT, IMPORT, /^operation-operationId-unique at /],
  [openapiTypes, 'web-form.json', '"format": "uri"', '"const": 7', /^typed-json\.ts.*is not assignable/],
  [
    openapiTypes,
    'access.json',
    '"oneOf": [',
    '"anyOf": [{}], "x": [',
    /^typed-json\.ts.*Unused '@ts-expect-error'/,
  ],
  [
    postmanConverter,
    'web-form.json',
    '/standalonePayment": {',
    '/payment": {',
    /^no request of .*\/standalonePayment/,
  ],
  [asyncapiParser, 'asyncapi.json', SEND, SENT, /^asyncapi3?-/],
  [asyncapiParser, 'asyncapi.json', SEND, RECEIVE, /^no operation sends NEW_ACCOUNT_BALANCE$/],
  [
    flowsCheck,
    FLOWS,
    '$statusCode == 451',
    '$statusCode == 201',
    /^import-v1, import: .*"\$statusCode == 201"/,
  ],
  [flowsCheck, FLOWS, '$response.header.location', '$response.header.url', /^import-v1, import: .*https/],
] as [InteropCheck, string, string, string, RegExp][];
for (const [check, document, good, bad, said] of faults) {
  test(`${check.tool} does not take ${bad} in ${document}`, async () => {
    const wrong = await check.run(ground({ document, good, bad }));
    expect(wrong.join('\n')).toMatch(new RegExp(said, 'm'));
  });
}

test.each([redoclyLint, spectralCheck])('$tool finds what is meant and no more', async (check) => {
  expect(await check.run(ground())).toEqual([]);
});

test('oasdiff fails on a document that is none', async () => {
  await expect(oasdiffCheck.run(ground({ document: 'web-form.json', good: '{', bad: '' }))).rejects.toThrow();
});

/** The generated documents as they are installed, one of them with a fault. */
function ground(fault?: { document: string; good: string; bad: string }): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  folders.push(folder);
  const installed = join(folder, 'installed');
  const generated = join(PROJECT, 'contracts/generated');
  for (const name of ['access.json', 'web-form.json', 'asyncapi.json', FLOWS]) {
    const path = join(installed, 'generated', name);
    mkdirSync(join(path, '..'), { recursive: true });
    cpSync(join(generated, name), path);
    if (!fault || name !== fault.document) continue;
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(fault.good);
    writeFileSync(path, text.replace(fault.good, fault.bad));
  }
  const run = async (command: string, args: readonly string[]) => {
    const running = promisify(execFile)(command, args, { cwd: folder });
    return running.then(
      (outcome) => ({ exitCode: 0, ...outcome }),
      ({ code, stdout, stderr }) => ({ exitCode: code, stdout, stderr }),
    );
  };
  return { packed: { path: '', size: 0, files: [] }, consumer: { folder, installed, run } };
}
