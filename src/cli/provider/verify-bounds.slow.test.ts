/**
 * A provider that floods the run, packs bombs or never ends takes neither its memory nor its time, and its reports are whole.
 * Replaced: the provider, by the sandbox behind a server that spoils its responses.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { Api, SandboxResponse } from '../../sandbox/request-and-response.ts';
import { PRINT_MEMORY, PROGRAM } from '../../test-support/program.ts';
import { fakeServer } from '../../test-support/served.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';

const MOST_MEGABYTES = 600;
/** The checks before the first case pass. */
const NORMAL_CALLS = 12;

/** Writes the response of the sandbox in its own way, and ends it or does not. */
type ResponseMode = (response: ServerResponse, answer: SandboxResponse) => void;

const normal: ResponseMode = (response, { status, headers, body }) =>
  void response.writeHead(status, headers).end(body);

/** Closes the connection without a response. */
const reset: ResponseMode = (response) => void response.destroy();

/** Ends in the middle of the body. */
const cut: ResponseMode = (response, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': body.length + 1 });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
};

const silent: ResponseMode = () => {};

/** Adds a field to the body whose JSON begins, goes on for so many megabytes, and ends as given. */
function flood(megabytes: number, begin: string, part: string, end: string): ResponseMode {
  return (response, { status, headers, body }) => {
    const start = body.trim().length > 2 ? body.trim().replace(/}$/, ',') : '{';
    response.writeHead(status, headers);
    stream([`${start}"flood":${begin}`, ...repeated(part, megabytes), `${end}}`], response);
  };
}

const packedGigabyte: ResponseMode = (response, { status, headers }) => {
  response.writeHead(status, { ...headers, 'content-encoding': 'gzip' });
  stream(repeated(' ', 1000), createGzip(), response);
};

const endlessHeaders: ResponseMode = ({ socket }) => {
  if (socket) stream(['HTTP/1.1 200 OK\r\n', ...repeated('x-flood: 0123456789\r\n', 1000)], socket);
};

/** A body without an end, a character every few milliseconds. */
const slowBody: ResponseMode = (response, { status, headers }) => {
  response.writeHead(status, headers);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

const manyErrors: ResponseMode = (response, { headers }) =>
  void response.writeHead(451, headers).end(`{"errors":[${'{},'.repeat(40_000)}{}]}`);

function repeated(part: string, megabytes: number): string[] {
  return Array(megabytes).fill(part.repeat(Math.ceil(2 ** 20 / part.length)));
}

/** Until its reader has gone. */
function stream(parts: readonly string[], ...to: readonly NodeJS.WritableStream[]) {
  pipeline([Readable.from(parts), ...to], () => {});
}

test.each<[string, ResponseMode, reason: string | undefined]>([
  ['50 MB', flood(50, '"', 'x', '"'), 'its response is longer than 10 MB'],
  ['8 MB in one field', flood(8, '"', 'x', '"'), undefined],
  ['5 MB of empty objects', flood(5, '[', '{},', '0]'), 'its response has more than 50000 values'],
  ['1 MB of objects', flood(1, '[', '{"a":"bcdefghijklmnopqrstuvwxyz01234567890"},', '0]'), undefined],
  ['40,000 errors without a code', manyErrors, undefined],
  ['a gigabyte in a megabyte', packedGigabyte, 'its response is longer than 10 MB'],
  ['headers without an end', endlessHeaders, 'its headers are longer than 64 kB'],
  ['a body without an end', slowBody, 'no response within 0.5 s'],
  ['silence', silent, 'no response within 0.5 s'],
  ['a closed connection', reset, 'ECONNRESET'],
  ['half a body', cut, 'ECONNRESET'],
])(
  'a provider that answers with %s ends in a report, in less than 600 MB',
  async (_, mode, reason) => {
    const { sandbox, urls } = await listeningSandbox();
    const { file, folder } = targetFolder();
    const accessUrl = await spoiled(sandbox, 'access', mode);
    const webFormUrl = await spoiled(sandbox, 'webForm', mode);
    const settings = { webFormHosts: [new URL(urls.webFormUrl).host] };
    const path = file({
      accessUrl,
      webFormUrl,
      controlUrl: urls.controlUrl,
      settings,
      timeLimit: 0.5,
      runLimit: 20,
    });
    const { id, secret } = sandbox.client;
    const env = { PATH: process.env['PATH'], TARGET_ID: id, TARGET_SECRET: secret };
    const child = spawn(process.execPath, ['--import', PRINT_MEMORY, PROGRAM, 'verify', '--target', path], {
      cwd: folder,
      env: { ...env, TARGET_KEY: sandbox.dataDecryptionKey },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    const kilobytes = Number(/^memory (\d+)$/m.exec(stderr)?.[1]);
    expect(kilobytes / 1024, stderr).toBeLessThan(MOST_MEGABYTES);
    const { targets } = JSON.parse(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
    const reasons: string[] = targets[0].clauses.map((clause: { reason?: string }) => clause.reason ?? '');
    if (reason !== undefined) expect(reasons.join('\n')).toContain(reason);
    if (reason !== undefined && !reason.includes('ECONN')) expect(child.exitCode).toBe(2);
  },
  600_000,
);

/** The URL of an API of the sandbox whose first responses are normal. */
async function spoiled(sandbox: Sandbox, api: Api, mode: ResponseMode): Promise<string> {
  const { url, calls } = await fakeServer(async (response, { method, path, headers: sent, text: body }) => {
    response.on('error', () => {});
    const headers = { ...(sent as Record<string, string>), host: '' };
    const answer = await sandbox.call(api, { method, url: path, headers, body });
    (calls.length > NORMAL_CALLS ? mode : normal)(response, answer);
  });
  return url;
}
