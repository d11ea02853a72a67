/** Runs the interoperability checks and writes their verdicts as a table. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from '../../../contracts/src/base/table.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { packedInto } from '../package/build-package.ts';
import { consumerOf } from '../package/consumer.ts';
import { documentChecks } from './document-tools.ts';
import { flowsCheck } from './flows-check.ts';
import { type Ground, type InteropCheck, interopTools, ToolUnavailable } from './interop-check.ts';
import * as packageTools from './package-tools.ts';
import { pactStubServer, stockPactVerifier } from './pact-tools.ts';
import { typescriptConsumers } from './typescript-consumer.ts';

export const checks: readonly InteropCheck[] = [
  ...documentChecks,
  flowsCheck,
  packageTools.publintCheck,
  packageTools.areTheTypesWrong,
  ...typescriptConsumers,
  packageTools.browserBundle,
  packageTools.jestCheck,
  packageTools.newmanCheck,
  stockPactVerifier,
  pactStubServer,
  ...packageTools.nodeVersions,
];

/**
 * Installs the tools, builds and packs the package, and runs the checks on an empty folder where it is installed; `onCheck` is
 * called before each.
 */
export async function matrixRows(chosen: readonly InteropCheck[], onCheck: (check: InteropCheck) => void) {
  interopTools.install();
  using folder = mkdtempDisposableSync(join(tmpdir(), 'interop-'));
  const packed = await packedInto(folder.path);
  const ground = { packed, consumer: consumerOf(packed.path, join(folder.path, 'consumer')) };
  const rows: Row[] = [];
  for (const check of chosen) {
    onCheck(check);
    rows.push(await rowOf(check, ground));
  }
  return rows;
}

export interface Row {
  readonly tool: string;
  readonly says: string;
  readonly verdict: 'upheld' | 'violated' | 'unproven' | 'out of reach';
  /** What is wrong, or why there is no verdict. */
  readonly notes: readonly string[];
}

export async function rowOf({ tool, says, run }: InteropCheck, ground: Ground): Promise<Row> {
  try {
    const notes = await run(ground);
    return { tool, says, verdict: notes.length === 0 ? 'upheld' : 'violated', notes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const verdict = error instanceof ToolUnavailable ? 'out of reach' : 'unproven';
    return { tool, says, verdict, notes: [reason.split('\n')[0] ?? ''] };
  }
}

/** The most notes of one row; the others are counted. */
const LONGEST = 10;

export function matrix(rows: readonly Row[]): string {
  const cells = rows.map(({ tool, says, verdict }) => [tool, says, verdict]);
  const notes = rows.filter((row) => row.notes.length > 0).map(notesOf);
  const words = ['upheld', 'violated', 'unproven', 'out of reach'] as const;
  const counts = words.map((word) => `${rows.filter(({ verdict }) => verdict === word).length} ${word}`);
  return `# Interoperability

What stock tools say about the published contracts. Made by \`npm run interop\`.

${markdownTable(['tool', 'what holds', 'verdict'], cells)}${notes.join('')}
${count(rows.length, 'check')}: ${counts.join(', ')}.
`;
}

function notesOf({ tool, notes }: Row): string {
  const more = notes.length > LONGEST ? [`and ${notes.length - LONGEST} more`] : [];
  return `\n${tool}:\n\n${[...notes.slice(0, LONGEST), ...more].map((note) => `- ${note}\n`).join('')}`;
}
