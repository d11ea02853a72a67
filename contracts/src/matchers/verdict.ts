/** What a matcher gives its test runner, vitest and jest alike. */
import type { Finding } from '../judge/finding.ts';

export interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** `documented` names what was wanted; a finding is a line with its clause, its place, and what is found and wanted. */
export function verdictOn(documented: string, findings: readonly Finding[]): Verdict {
  if (findings.length === 0) return { pass: true, message: () => `This is ${documented}.` };
  const lines = findings.map(
    ({ clause, pointer, message }) => `  ${[clause, pointer].filter(Boolean).join(' ')}: ${message}`,
  );
  return { pass: false, message: () => `This is not ${documented}:\n${lines.join('\n')}` };
}
