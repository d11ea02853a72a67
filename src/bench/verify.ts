/** Measures `npm run verify` as a user starts it: a cold process, until its first line and until its end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median } from './figure.ts';
import { timedVerb } from './timed-verb.ts';

const RUNS = 5;

export async function verifyFigures(): Promise<Figure[]> {
  return [...(await timesOf(['mock'], 4)), ...(await timesOf(['mock', 'sandbox'], 6))];
}

async function timesOf(targets: readonly string[], limit: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    const runs = [];
    const options = ['--out', folder, '--target', ...targets];
    for (let run = 0; run < RUNS; run++) runs.push(await timedVerb('verify', options));
    const name = `verify on ${targets.join(' and ')}, cold, starts included`;
    const figure = (name: string, found: number, limit: number): Figure => {
      return { name, unit: 'seconds', found, limit, kind: 'at most' };
    };
    return [
      figure(name, median(runs.map(({ end }) => end)), limit),
      figure(`${name}: until its first line`, median(runs.map(({ first }) => first)), 1),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
