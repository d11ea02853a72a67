// Whoever runs against a target of somebody else reads where the run goes and what it creates there before anything is sent.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stringify } from 'yaml';
import type { Case } from '../../drive/cases/case.ts';
import { plain } from './look.ts';
import { showRun } from './show-run.ts';

const ROW: Case = {
  clause: 'V2-IMPORT-201',
  says: 'answers with 201',
  given: 'an import',
  when: 'createBankConnectionImport',
  send: { bank: { id: 1 } },
  then: 201,
};
const catalogue = { exchanges: [{ file: 'a.ts', cases: [ROW] }], migrations: [], scenarios: [] };

test('hosts and creations stand on the screen before the first call', async () => {
  let screen = '';
  const say = (text: string) => {
    screen += text;
  };
  const seenAtCall: string[] = [];
  const server = createServer((_, answer) => {
    seenAtCall.push(screen);
    answer.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'show-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'bank.yaml');
  const credentials = { clientId: { env: 'SHOWN_ID' }, clientSecret: { env: 'SHOWN_SECRET' } };
  const keys = { name: 'bank', environment: 'sandbox', writes: 'allowed', accessUrl: url, webFormUrl: url };
  writeFileSync(path, stringify({ ...keys, credentials }));
  vi.stubEnv('SHOWN_ID', 'canary-id').stubEnv('SHOWN_SECRET', 'canary-secret');
  onTestFinished(() => void vi.unstubAllEnvs());

  const only = () => true;
  const { signal } = new AbortController();
  await showRun({ chosenBy: path, path, catalogue, only, signal, look: plain, say, isFirst: true });

  expect(seenAtCall.length).toBeGreaterThan(0);
  expect(seenAtCall[0]).toBe(`The migration from V1 to Web Form V2, verified against ${path}
  access API   ${url}
  Web Form V2  ${url}
  creates      at most 3 users, 1 payment and 5 web forms

`);
  expect(screen).toContain('Left behind on bank\n\n  Nothing: no user was created.\n');
  expect(screen).not.toContain('canary');
});
