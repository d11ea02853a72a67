// Nothing that a verb says or writes holds a secret or somebody's data, whatever it is given and however it ends.
// Replaced: providers and handlers by the fake server; bugs by functions that throw on the first text with a canary.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { defaultCipher } from '../../contracts/src/messages/cipher.ts';
import type { PlainMessage } from '../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../contracts/src/messages/message-encryption.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { canaries, canariesIn } from '../test-support/canaries/canaries.ts';
import { answering } from '../test-support/canaries/canary-provider.ts';
import { type Post, SITUATIONS, type Situation } from '../test-support/canaries/situations.ts';
import { fakeServer } from '../test-support/served.ts';
import { startedVerb } from '../test-support/started-verb.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
for (const situation of SITUATIONS) {
  test(`${situation.verb}: ${situation.when}`, async () => {
    const { out, err, written, exit } = await called(situation);
    const printed = { stdout: situation.answer === 'stdout' ? '' : out, stderr: err, ...written };
    const leaks = Object.entries(printed).map(
      ([place, text]) => [place, canariesIn(text, situation.hidden)] as const,
    );
    expect(Object.fromEntries(leaks.filter(([, found]) => Object.keys(found).length > 0))).toEqual({});
    const due = situation.exit ?? expect.toSatisfy((code) => code !== 64 && code !== 70);
    expect(exit, `${out}\n${err}`).toEqual(due);
  });
}

/** Makes what no verb expects to fail break off on the first text with a canary. */
const SABOTAGE = `data:text/javascript,${encodeURIComponent(`const { parse } = JSON;
JSON.parse = (text, ...rest) => {
  if (/canary/i.test(text)) throw new TypeError(String(text));
  return parse(text, ...rest);
};
Map.groupBy = (items) => { throw new TypeError(JSON.stringify(items)); };`)}`;

async function called({ verb, before, args, files = {}, provider, posts, exit: due }: Situation) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'reports'));
  const { url: hook } = await fakeServer((response, { text, headers }) =>
    response.writeHead(500).end(`${headers['x-canary'] ?? ''}${text}`),
  );
  const places: Record<string, string> = { hook, ...(await provided(provider)) };
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name) => places[name] ?? whole);
  const texts = Object.entries(files).map(([name, content]) => {
    return [name, filled(typeof content === 'string' ? content : JSON.stringify(content))];
  });
  const start = {
    folder,
    files: Object.fromEntries(texts),
    before: due === 70 ? [SABOTAGE] : [],
    env: {
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      CANARY_ID: canaries.clientId,
      CANARY_SECRET: canaries.clientSecret,
      DATA_DECRYPTION_KEY: canaries.dataDecryptionKey,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(folder, 'reports', 'summary.md'),
    },
  };
  if (before !== undefined) {
    const first = startedVerb(before.split(' '), start);
    await first.ended;
    writeFileSync(join(folder, 'printed'), first.said.out);
  }
  const { child, said, ended } = startedVerb([verb, ...args.map(filled)], start);
  if (posts !== undefined) await serve(verb, child, posts);
  const exit = await ended;
  return { ...said, written: reportsIn(join(folder, 'reports')), exit };
}

/** Posts to each URL that the first line of a server names, and ends it. */
async function serve(verb: string, child: ChildProcess, posts: readonly Post[]): Promise<void> {
  // A recording has stdout for itself.
  const stream = verb === 'record' ? child.stderr : child.stdout;
  const line = String((await once(stream as NodeJS.ReadableStream, 'data'))[0]);
  const recorder = /^Recording ([^ ,]+)/.exec(line)?.[1];
  const named = recorder === undefined ? JSON.parse(line) : { recorder };
  const { client, dataDecryptionKey, ...urls } = named as Record<string, string>;
  const cipher = await defaultCipher(canaries.dataDecryptionKey);
  const id = encodeURIComponent(canaries.userId);
  // Prism drops a body that is not JSON. A call that is given up elsewhere is not recorded, nor what it shows to be secret.
  const patience = verb === 'mock' ? 300 : 120_000;
  for (const url of Object.values(urls)) {
    for (const { body, path, type = 'application/json' } of posts) {
      const headers = {
        authorization: `Bearer ${canaries.accessToken}`,
        'content-type': type,
        'x-client': canaries.clientSecret,
        'user-agent': `App/${canaries.password}`,
        'x-request-id': encodeURIComponent(canaries.clientSecret),
      };
      const isMessage = typeof body === 'object' && body !== null && 'triggerEvent' in body;
      const encrypted = isMessage && (await encryptMessage(body as PlainMessage, cipher).catch(() => body));
      for (const one of isMessage ? [body, encrypted] : [body])
        for (const at of path ? [path] : ['/api/v1/bankConnections/import', `/${id}?name=${id}`]) {
          const sent = typeof one === 'string' ? one : writeJson(one);
          const signal = AbortSignal.timeout(patience);
          await fetch(url + at, { method: 'POST', headers, body: sent, signal }).catch(() => {});
        }
    }
  }
  child.kill('SIGTERM');
}

async function provided(provider: Situation['provider']): Promise<Record<string, string>> {
  if (provider === undefined) return {};
  if (provider !== 'sandbox') return { provider: await answering(provider) };
  const { clientId: id, clientSecret: secret, dataDecryptionKey } = canaries;
  const sandbox = createSandbox({ client: { id, secret }, dataDecryptionKey });
  const urls = await sandbox.listen();
  onTestFinished(() => sandbox.close());
  return { provider: urls.accessUrl, ...urls };
}

function reportsIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
