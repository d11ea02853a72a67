/** An empty folder with the package installed from its tarball, as a user installs it. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Consumer = ReturnType<typeof consumerOf>;

/** Installs into a new folder without the network, which shows that the package needs no other one. */
export function consumerOf(tarball: string, folder: string) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, tarball], { cwd: folder, stdio: 'ignore' });
  return {
    folder,
    /** Where the package is installed. */
    installed: join(folder, 'node_modules/bank-access-contracts'),
    /** Links packages beside the installed one: paths by names. */
    putBeside: (packages: Readonly<Record<string, string>>) => {
      for (const [name, path] of Object.entries(packages)) {
        const place = join(folder, 'node_modules', name);
        mkdirSync(dirname(place), { recursive: true });
        rmSync(place, { force: true });
        symlinkSync(path, place);
      }
    },
    run: (command: string, args: readonly string[], environment?: NodeJS.ProcessEnv) =>
      runIn(folder, command, args, environment),
  };
}

/** Runs a command in the folder, with nothing of this project in its environment but what is given. */
export function runIn(folder: string, command: string, args: readonly string[], env?: NodeJS.ProcessEnv) {
  return outcomeOf(run(command, args, { cwd: folder, env: { ...ownEnvironment(), ...env } }));
}

/** Without the variables that npm, the test runner and a CI server set. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD|NODE_|VITEST|CI$|GITHUB_)/i.test(name),
  );
  return Object.fromEntries(kept);
}

async function outcomeOf(running: Promise<{ stdout: string; stderr: string }>) {
  try {
    return { exitCode: 0, ...(await running) };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { exitCode: code, stdout, stderr };
  }
}
