/** The validators: what they take and refuse, asked and not read, wherever their schemas say the same as before. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { Schema } from '../generate/schema.ts';
import type { Artefact } from './artefact.ts';
import { directionOf } from './bodies.ts';
import { json, type PackageContent } from './package-content.ts';
import { probes } from './probes.ts';
import { breaking, harmless, type Row } from './row.ts';

const FILE = /^dist\/validators\/(.*)\.js$/;
/** In milliseconds; a release takes a second. */
const PATIENCE = 60_000;

/** The places that each body breaks, by the file of the validator; null for one that cannot be asked. */
type Answers = Readonly<Record<string, readonly (readonly string[])[] | null>>;

export const validators: Artefact = {
  name: 'validators',
  files: FILE,
  // What they share stands in chunks.
  also: /^dist\/chunks\/.*\.js$/,
  rows: (before, after) => {
    const bodies = asked(before, after);
    const [old, now] = [answers(before, bodies), answers(after, bodies)];
    return Object.keys(bodies).flatMap((file) => rowsOf(file.replace(FILE, '$1'), old[file], now[file]));
  },
};

/** A validator whose schema changed is judged where the schema is. */
function asked(before: PackageContent, after: PackageContent): Record<string, unknown[]> {
  const files = [...before.files.keys()].filter((file) => FILE.test(file) && after.files.has(file));
  return Object.fromEntries(
    files.flatMap((file) => {
      const schema = file.replace(FILE, 'dist/schemas/$1.json');
      const isSame = before.files.has(schema) && before.files.get(schema) === after.files.get(schema);
      return isSame ? [[file, probes(json(after, schema) as Schema)]] : [];
    }),
  );
}

function rowsOf(name: string, old: Answers[string] = null, now: Answers[string] = null): Row[] {
  const artefact = `validator ${name}`;
  if (old === null) return [];
  if (now === null) return [breaking(artefact, '', 'can no longer be asked', 'importers')];
  const refused = new Set(now.flatMap((places, at) => places.filter((place) => !old[at]?.includes(place))));
  const taken = new Set(old.flatMap((places, at) => places.filter((place) => !now[at]?.includes(place))));
  const isSent = directionOf(name) === 'sent';
  const row = (place: string, change: string, breaks: boolean) =>
    breaks
      ? breaking(artefact, place, change, isSent ? 'senders' : 'readers')
      : harmless(artefact, place, change, 'minor');
  return [
    ...[...refused].map((place) => row(place, 'refuses what it took, by the same schema', isSent)),
    ...[...taken].map((place) => row(place, 'takes what it refused, by the same schema', !isSent)),
  ];
}

/** The code of a release is run: without the right to write, to start anything, or to read what is not its own. */
function answers({ manifest, files }: PackageContent, bodies: Record<string, unknown[]>): Answers {
  const folder = mkdtempSync(join(tmpdir(), 'gate-validators-'));
  try {
    for (const [path, text] of files) {
      if (!path.endsWith('.js')) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    copyFileSync(join(import.meta.dirname, 'ask-validators.ts'), join(folder, 'ask-validators.ts'));
    const rights = ['--permission', `--allow-fs-read=${folder}`, '--disable-warning=SecurityWarning'];
    const { stdout, status } = spawnSync(process.execPath, [...rights, join(folder, 'ask-validators.ts')], {
      input: JSON.stringify(bodies),
      encoding: 'utf8',
      timeout: PATIENCE,
      maxBuffer: 1 << 28,
      env: {},
    });
    if (status !== 0)
      throw new Stop(2, `the validators of ${manifest.name} ${manifest.version} cannot be asked`);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
