/** The validators: what they take and refuse, asked and not read, wherever their schemas break nobody. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { Schema } from '../generate/schema.ts';
import { type Artefact, filesBelow } from './artefact.ts';
import { directionOf } from './bodies.ts';
import { inBoth } from './named.ts';
import { json, type PackageContent } from './package-content.ts';
import { probes } from './probes.ts';
import { type Bump, breaking, gravest, harmless, type Row } from './row.ts';
import { schemaRows } from './schema-rows.ts';

const FOLDER = 'dist/validators/';
const FILE = /^dist\/validators\/.*\.js$/;
/** In milliseconds; a release takes a second. */
const PATIENCE = 60_000;

/** What one validator is asked, and the gravest step that its schema demands by itself. */
interface Question {
  readonly name: string;
  readonly file: string;
  /** None where a release has no schema for it. */
  readonly bodies?: readonly unknown[];
  readonly step?: Bump | undefined;
}

/** The places that each body breaks, by the file of the validator; null for one that cannot be asked. */
type Answers = Readonly<Record<string, readonly (readonly string[])[] | null>>;

export const validators: Artefact = {
  name: 'validators',
  files: FILE,
  // What they share stands in chunks.
  also: /^dist\/chunks\/.*\.js$/,
  rows: (before, after) => {
    const shared = inBoth(filesBelow(before, FOLDER, '.js'), filesBelow(after, FOLDER, '.js'));
    const questions = shared
      .map(({ name }) => question(name.replace(/\.js$/, ''), before, after))
      .filter(({ step }) => step !== 'major');
    const bodies = Object.fromEntries(
      questions.flatMap((each) => (each.bodies ? [[each.file, each.bodies]] : [])),
    );
    const [old, now] = [answers(before, bodies), answers(after, bodies)];
    return questions.flatMap((each) => rowsOf(each, old[each.file], now[each.file]));
  },
};

/**
 * A validator whose schema breaks somebody is judged where the schema is. Every other one must break nobody either: what
 * was good by the old schema is sent on, and what is good by the new one is read.
 */
function question(name: string, before: PackageContent, after: PackageContent): Question {
  const [file, schema] = [`${FOLDER}${name}.js`, `dist/schemas/${name}.json`];
  if (!before.files.has(schema) || !after.files.has(schema)) return { name, file };
  const [old, now] = [before, after].map((release) => json(release, schema) as Schema) as [Schema, Schema];
  const direction = directionOf(name);
  const step = gravest(schemaRows(name, old, now, direction));
  return { name, file, step, bodies: probes(direction === 'sent' ? old : now) };
}

function rowsOf({ name, step }: Question, old: Answers[string] = null, now: Answers[string] = null): Row[] {
  const artefact = `validator ${name}`;
  if (old === null)
    return [breaking(artefact, '', 'could not be asked before, so what changed is not known', 'importers')];
  if (now === null) return [breaking(artefact, '', 'can no longer be asked', 'importers')];
  const refused = new Set(now.flatMap((places, at) => places.filter((place) => !old[at]?.includes(place))));
  const taken = new Set(old.flatMap((places, at) => places.filter((place) => !now[at]?.includes(place))));
  const isSent = directionOf(name) === 'sent';
  const row = (place: string, change: string, breaks: boolean) =>
    breaks
      ? breaking(artefact, place, change, isSent ? 'senders' : 'readers')
      : harmless(artefact, place, change, 'minor');
  const rows = [
    ...[...refused].map((place) => row(place, 'refuses what it took, and no schema says so', isSent)),
    ...[...taken].map((place) => row(place, 'takes what it refused, and no schema says so', !isSent)),
  ];
  // What breaks nobody may be what the schema says.
  return rows.filter(({ bump }) => bump === 'major' || step !== 'minor');
}

/** The code of a release is run: without the right to write, to start anything, or to read what is not its own. */
function answers({ manifest, files }: PackageContent, bodies: object): Answers {
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
    const told = status === 0 ? parsed(stdout) : undefined;
    if (told === undefined)
      throw new Stop(2, `the validators of ${manifest.name} ${manifest.version} cannot be asked`);
    return told;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A release may end the process that asks it, or write into its answer. */
function parsed(text: string): Answers | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
