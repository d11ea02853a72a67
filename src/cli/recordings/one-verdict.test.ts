/** One verdict, however a recording is read: as a file, from stdin, packed, in pieces of any size, or as parts. Stdin is replaced. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { recordsIn } from '../../evidence/recording.ts';
import { CheckTotals } from '../../report/check/check-totals.ts';
import { documentedRecords } from '../../test-support/documented-records.ts';
import { piecesOf } from '../../test-support/pieces.ts';
import { ndjson } from '../../test-support/recorded-calls.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { CheckRun } from './check.ts';
import { readRecordings } from './recording-files.ts';

afterEach(() => vi.restoreAllMocks());

const { createToken, createUser } = documentedRecords();
const at = (host: string, record: typeof createUser, more = {}) => ({
  ...record,
  request: { ...record.request, url: `https://${host}${new URL(record.request.url, 'https://a').pathname}` },
  ...more,
});
const pixel = { request: { method: 'GET', url: 'https://ads.example/pixel' }, response: { status: 200 } };

/** The users of another service before many calls, and then the call by which the provider is known. */
function recording(bytes: number): string {
  const between = Array(Math.ceil(bytes / ndjson([pixel]).length)).fill(pixel);
  return ndjson([
    at('crm.example', createUser, { response: { status: 201, body: {} } }),
    ...between,
    at('api.example', createToken),
    at('api.example', createUser),
  ]);
}

/** What check comes to of what `read` reads, and the lines of its records. */
async function checked(read: (run: CheckRun) => Promise<unknown>) {
  const totals = new CheckTotals(false);
  const lines: string[] = [];
  const run = new CheckRun({
    cipher: () => Promise.reject(new Error('no key')),
    settings: undefined,
    accessHost: undefined,
    isCompared: true,
    totals,
    print: ({ index, verdict, reason }) => void lines.push(`${index} ${verdict} ${reason}`),
  });
  await read(run);
  await run.end();
  return { totals: totals.toJSON(), lines };
}

function inPieces(content: string, size: number) {
  return checked(async (run) => {
    for await (const records of recordsIn(piecesOf(content, size))) await run.add('a', records);
  });
}

function ofFiles(...contents: (string | Uint8Array)[]) {
  const folder = temporaryFolder();
  const paths = contents.map((content, index) => {
    writeFileSync(join(folder, `${index}`), content);
    return join(folder, `${index}`);
  });
  return checked((run) => readRecordings(paths, (_, records) => run.add('a', records)));
}

test.each([190_000, 600_000])('%i bytes of calls stand before the one that issues a token', async (bytes) => {
  const content = recording(bytes);
  const due = await ofFiles(content);
  expect(due.lines[0]).toBe('0 not-judged "crm.example" issued no token, and no --target names it');
  expect(due.totals.operations['createUser']).toMatchObject({ upheld: 1, violated: 0 });
  expect(await ofFiles(gzipSync(content))).toEqual(due);
  for (const size of [1, 100, 4096, 65_536]) expect(await inPieces(content, size)).toEqual(due);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(content)]) as never);
  expect(await checked((run) => readRecordings(['-'], (_, records) => run.add('a', records)))).toEqual(due);
  const half = content.indexOf('\n', content.length / 2) + 1;
  const { totals } = await ofFiles(content.slice(0, half), content.slice(half));
  expect(totals).toEqual(due.totals);
});
