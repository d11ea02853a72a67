/** One finding of the semver gate: what changed, whom it breaks, and the step of the version number that it demands. */
import { createHash } from 'node:crypto';

/** From the gravest to the mildest; the order is that of reports and changelogs. */
export const BUMPS = ['major', 'minor', 'patch'] as const;
export type Bump = (typeof BUMPS)[number];

/**
 * Who has to change something: senders of requests; readers of answers, messages, tables and files; importers of modules;
 * providers who are judged or verify pacts; or nobody.
 */
export type Broken = 'senders' | 'readers' | 'importers' | 'providers' | 'nobody';

export interface Row {
  /** What changed: a body by the name of its schema, or a file or part of the package. */
  readonly artefact: string;
  /** Where in it; empty for the whole of it. */
  readonly place: string;
  /** What changed there, in words that name no version. */
  readonly change: string;
  readonly bump: Bump;
  readonly breaks: Broken;
  /** Twelve hex digits of artefact, place and change: the same for the same change between any two releases. */
  readonly fingerprint: string;
}

/** A row that breaks somebody. */
export function breaking(artefact: string, place: string, change: string, breaks: Broken): Row {
  return row(artefact, place, change, 'major', breaks);
}

/** A row that breaks nobody. */
export function harmless(artefact: string, place: string, change: string, bump: 'minor' | 'patch'): Row {
  return row(artefact, place, change, bump, 'nobody');
}

function row(artefact: string, place: string, change: string, bump: Bump, breaks: Broken): Row {
  const identity = createHash('sha256')
    .update(JSON.stringify([artefact, place, change]))
    .digest('hex');
  return { artefact, place, change, bump, breaks, fingerprint: identity.slice(0, 12) };
}

/** The gravest step that the rows demand; undefined for none. */
export function gravest(rows: readonly Row[]): Bump | undefined {
  return BUMPS.find((bump) => rows.some((row) => row.bump === bump));
}
