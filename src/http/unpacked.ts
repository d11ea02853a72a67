/** Removes the Content-Encoding of bodies. */
import * as zlib from 'node:zlib';

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const UNPACK: Readonly<Record<string, Unpack | undefined>> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  // Node 20 lacks it.
  zstd: zlib.zstdDecompressSync,
  identity: (bytes) => bytes,
};

/** The unpacked body, or why it cannot be unpacked; `longest` is in bytes. */
export function unpacked(
  packed: Buffer,
  codings = 'identity',
  longest: number,
): Buffer | 'unknown' | 'broken' | 'too long' {
  let bytes = packed;
  for (const coding of codings.toLowerCase().split(',').reverse()) {
    const unpack = UNPACK[coding.trim()];
    if (!unpack) return 'unknown';
    try {
      bytes = unpack(bytes, { maxOutputLength: longest });
    } catch (error) {
      // zlib has no class of errors.
      if (!/^(Z_|ZSTD_|ERR__ERROR|ERR_BUFFER_)/.test((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
      return error instanceof RangeError ? 'too long' : 'broken';
    }
  }
  return bytes;
}
