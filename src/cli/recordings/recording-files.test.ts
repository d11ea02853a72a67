/** Recordings as they are found: packed, cut off, in a pipe. A Node without zstd, and stdin, are replaced. */
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import zlib from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import type { FoundRecord } from '../../evidence/recording.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { readRecordings } from './recording-files.ts';

const without = vi.hoisted(() => ({ zstd: false }));
vi.mock('node:zlib', async (original) => {
  const { default: whole } = await original<{ default: typeof zlib }>();
  const get = (_: unknown, name: keyof typeof zlib) =>
    name === 'createZstdDecompress' && without.zstd ? undefined : whole[name];
  return { default: new Proxy({}, { get }) };
});
afterEach(() => {
  without.zstd = false;
});

/** What a file with this content gives. */
function recordsOf(content: Uint8Array | string) {
  const path = join(temporaryFolder(), 'a.ndjson');
  writeFileSync(path, content);
  return recordsAt(path);
}

/** The values of the records, and what is said on stderr. */
async function recordsAt(path: string) {
  const values: unknown[] = [];
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line)) > 0);
  await readRecordings([path], (_, records) => void values.push(...records.map(contentOf)));
  vi.restoreAllMocks();
  const error = said.join('').replace(/^\S*\//gm, '');
  return error === '' ? { values } : { values, error };
}

function contentOf(record: FoundRecord): unknown {
  try {
    return record.read();
  } catch (error) {
    return (error as Error).name;
  }
}

/** Lines that pack badly, so that there are several packed pieces. */
const lines = Array.from({ length: 20_000 }, (_, id) => ({ id, text: String(Math.sin(id)) }));
const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const gzip = zlib.gzipSync(text);

const zstd = zlib.zstdCompressSync(text);

test('packed recordings are unpacked, several parts of gzip as well', async () => {
  expect(await recordsOf(zstd)).toEqual({ values: lines });
  const joined = await recordsOf(Buffer.concat([gzip, zlib.gzipSync(''), gzip]));
  expect(joined).toEqual({ values: [...lines, ...lines] });
});

test('a packed recording that is damaged or cut off is an error, whatever was read of it', async () => {
  for (const [content, why] of [
    [gzip.subarray(0, -9), 'unexpected end of file'],
    [gzip.subarray(0, gzip.length / 2), 'unexpected end of file'],
    [Buffer.concat([gzip, gzip.subarray(0, 5)]), 'unexpected end of file'],
    [Buffer.concat([gzip, Buffer.from('and more')]), 'incorrect header check'],
    [Buffer.from(gzip).fill(0xff, gzip.length - 60_000, gzip.length - 59_900), ''],
    [zstd.subarray(0, zstd.length / 2), 'unexpected end of file'],
  ] as const)
    await expect(recordsOf(content)).rejects.toThrow(
      new RegExp(`a\\.ndjson is damaged or not complete \\(.*${why}`),
    );
});

test('parts of zstd that were joined are one line that says what to do', async () => {
  for (const more of [zstd, Buffer.from('and more')]) {
    const { error } = await recordsOf(Buffer.concat([zstd, more]));
    expect(error).toBe(
      'a.ndjson cannot be read: it goes on after its first part that zstd packed: unpack it first (zstd -d).\n',
    );
  }
});

test('zstd on a Node without it is one line that says what to do', async () => {
  without.zstd = true;
  expect(await recordsOf(zstd)).toEqual({
    values: [],
    error:
      'a.ndjson cannot be read: it is packed by zstd, which Node unpacks from version 22.15 on: unpack it first (zstd -d).\n',
  });
});

test('a fifo is read to its end, however slowly it is filled', async () => {
  const folder = temporaryFolder();
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  writeFileSync(join(folder, 'packed'), zlib.gzipSync('{"id":1}\n{"id":2}'));
  spawn('sh', ['-c', 'exec 3> fifo; head -c 1 packed >&3; tail -c +2 packed >&3'], { cwd: folder });
  expect(await recordsAt(fifo)).toEqual({ values: [{ id: 1 }, { id: 2 }] });
});

test('stdin is -, and the first records of a file are read before it ends', async () => {
  const stdin = new PassThrough();
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as never);
  const batches: unknown[][] = [];
  const first = Promise.withResolvers<void>();
  const read = readRecordings(['-'], (_, records) => {
    batches.push(records.map(contentOf));
    first.resolve();
  });
  stdin.write('{"id":1}\n{"id":');
  await first.promise;
  expect(batches).toEqual([[{ id: 1 }]]);
  stdin.end('2}');
  expect(await read).toBe(0);
  expect(batches[1]).toEqual([{ id: 2 }]);
});
