/** Runs in a process of its own, with nothing to read but the release beside it: asks its validators about bodies. */
import { readFileSync } from 'node:fs';

type Validate = (value: unknown) => unknown;

const asked: Record<string, unknown[]> = JSON.parse(readFileSync(0, 'utf8'));
const answers: Record<string, string[][] | null> = {};
for (const [file, bodies] of Object.entries(asked)) {
  try {
    const { validate } = (await import(`./${file}`)) as { validate: Validate };
    answers[file] = bodies.map((body) => placesOf(validate(body)));
  } catch {
    answers[file] = null;
  }
}
process.stdout.write(JSON.stringify(answers));

function placesOf(findings: unknown): string[] {
  if (!Array.isArray(findings)) return [];
  return findings.map(({ pointer }: { pointer?: unknown }) => `${pointer ?? ''}`);
}
