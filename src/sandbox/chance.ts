/** Where tokens and ids come from: unpredictable, or for a run that is to be repeated, from a seed. */
import { createHash, randomBytes } from 'node:crypto';

export interface Chance {
  /** An opaque token that means nothing to its holder. */
  token(): string;
  /** A UUID that was never given before. */
  uuid(): string;
}

export function createChance(seed?: number): Chance {
  if (seed === undefined) {
    return { token: () => randomBytes(32).toString('base64url'), uuid: () => uuidOf(randomBytes(16)) };
  }
  let count = 0;
  const next = () => createHash('sha256').update(`${seed} ${++count}`).digest();
  return { token: () => next().toString('base64url'), uuid: () => uuidOf(next()) };
}

/** A version 4 UUID of the first sixteen bytes. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
