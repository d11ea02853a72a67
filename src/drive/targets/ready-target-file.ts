/** Reads a target file that a run can begin with: it may be written to, and its credentials are set. */
import { Stop } from '../../../contracts/src/contract/stop.ts';
import { mayWrite, missingCredentials, readTargetFile, type TargetFile } from './target-file.ts';

/** `path` is where the file stands, `names` are what may be named instead of one. Throws Stop(2). */
export async function readyTargetFile(
  chosenBy: string,
  path: string,
  names: readonly string[],
): Promise<TargetFile> {
  const file = await readTargetFile(path, names);
  if (!mayWrite(file))
    throw new Stop(
      2,
      `${chosenBy}: cases create users, rules and web forms, so they need environment: sandbox and writes: allowed.`,
    );
  const missing = missingCredentials(file);
  if (missing.length > 0) throw new Stop(2, `${chosenBy}: set ${missing.join(' and ')} in the environment.`);
  return file;
}
