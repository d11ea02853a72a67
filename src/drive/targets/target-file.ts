/** Reads a target file, refuses what its schema does not allow, and takes the credentials from the environment. */
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import { Stop } from '../../../contracts/src/contract/stop.ts';
import { targetProblem } from '../../../contracts/src/contract/target-problem.ts';
import type { Deviation } from '../deviation.ts';
import type { WrittenSettings } from './target-settings.ts';
import { targetYaml } from './target-yaml.ts';

interface FromEnvironment {
  readonly env: string;
}

/** A target file as it stands; settings that it does not name have their defaults. */
export interface TargetFile {
  readonly name: string;
  readonly environment: 'sandbox' | 'production';
  readonly writes: 'allowed' | 'forbidden';
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly controlUrl?: string;
  /** In seconds. */
  readonly timeLimit?: number;
  readonly credentials: {
    readonly clientId: FromEnvironment;
    readonly clientSecret: FromEnvironment;
    readonly dataDecryptionKey?: FromEnvironment;
  };
  readonly callback?: { readonly host: string; readonly port: number; readonly publicUrl?: string };
  /** In seconds. */
  readonly waitingTime?: number;
  readonly settings?: WrittenSettings;
  readonly deviations?: readonly Deviation[];
}

/** Throws Stop(2) for a file that cannot be read or is no target. `names` are what may be named instead of a file. */
export async function readTargetFile(path: string, names: readonly string[] = []): Promise<TargetFile> {
  const content = await targetYaml(path, names);
  const problem = targetProblem(content);
  if (problem) throw new Stop(2, `${path} is no target: ${problem}.`);
  const file = content as TargetFile;
  const unknown = file.deviations?.find(({ clause }) => !ledger.clauses.some(({ id }) => id === clause));
  if (unknown)
    throw new Stop(2, `${path} is no target: the deviation ${unknown.clause} is no clause of the ledger.`);
  return file;
}

/** The environment variables that the file names, that the run needs, and that are not set. */
export function missingCredentials(file: TargetFile, env: NodeJS.ProcessEnv = process.env): string[] {
  const { clientId, clientSecret, dataDecryptionKey } = file.credentials;
  // Without a control plane no message comes that the key could open.
  const key = file.controlUrl === undefined ? [] : [dataDecryptionKey?.env ?? []].flat();
  return [clientId.env, clientSecret.env, ...key].filter((name) => !env[name]);
}

/** Every case creates something, so a target is written to only when its file says that it may be. */
export function mayWrite({ environment, writes }: TargetFile): boolean {
  return environment === 'sandbox' && writes === 'allowed';
}
