/** Runs beside the files of a release, in a process that can read nothing else: loads a ledger, or calls validators. */
import { readFileSync } from 'node:fs';

type Validate = (value: unknown) => unknown;

/** `bodies` by the file of the validator that judges them. */
const { ledger, bodies = {} }: { ledger?: string; bodies?: Record<string, unknown[]> } = JSON.parse(
  readFileSync(0, 'utf8'),
);
process.stdout.write(JSON.stringify(ledger === undefined ? await answers() : await listOf(ledger)));

async function listOf(file: string): Promise<unknown> {
  try {
    return { list: Object.values(await import(`./${file}`)).find(Array.isArray) };
  } catch (error) {
    return { error: `${error}` };
  }
}

/** The places that each body breaks, by the file of the validator; null for one that throws or does not load. */
async function answers(): Promise<Record<string, string[][] | null>> {
  const found: Record<string, string[][] | null> = {};
  for (const [file, values] of Object.entries(bodies)) {
    try {
      const { validate } = (await import(`./${file}`)) as { validate: Validate };
      const findings = values.map((value) => validate(value)).map((own) => (Array.isArray(own) ? own : []));
      found[file] = findings.map((own: { pointer?: unknown }[]) =>
        own.map(({ pointer }) => `${pointer ?? ''}`),
      );
    } catch {
      found[file] = null;
    }
  }
  return found;
}
