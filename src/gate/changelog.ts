/** The section of a changelog that the rows make: Markdown, grouped by the step they demand. */
import { BUMPS, type Bump, type Row } from './row.ts';

const HEADINGS: Record<Bump, string> = {
  major: 'Breaking',
  minor: 'Added and loosened',
  patch: 'Words and code',
};

/** No date stands in it, so the same releases make the same section. */
export function changelog(version: string, rows: readonly Row[]): string {
  const groups = BUMPS.map((bump) => [bump, rows.filter((row) => row.bump === bump)] as const);
  const sections = groups
    .filter(([, own]) => own.length > 0)
    .map(([bump, own]) => `### ${HEADINGS[bump]} (${bump})\n\n${own.map(line).join('\n')}\n`);
  return [`## ${version}\n`, ...(sections.length > 0 ? sections : ['Nothing changed.\n'])].join('\n');
}

function line({ artefact, place, change, breaks, fingerprint }: Row): string {
  const where = place === '' ? `\`${artefact}\`` : `\`${artefact}\` \`${place}\``;
  const whom = breaks === 'nobody' ? '' : ` — breaks ${breaks}`;
  return `- ${where}: ${change}${whom} (${fingerprint})`;
}
