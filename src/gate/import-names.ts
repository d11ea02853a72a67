/** The names under which something of a release is imported, and the file behind each. */
import type { PackageContent } from './package-content.ts';

/** `./validators/createUser.request` and its file; a pattern of the exports stands for each file that it reaches. */
export function importNames({ manifest, files }: PackageContent): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, target] of Object.entries(exportsOf(manifest['exports']))) {
    const path = targetOf(target)?.replace(/^\.\//, '');
    if (path === undefined) continue;
    const [before = '', after] = path.split('*');
    if (after === undefined) names.set(name, path);
    else {
      for (const file of files.keys()) {
        if (!file.startsWith(before) || !file.endsWith(after)) continue;
        names.set(name.replace('*', file.slice(before.length, file.length - after.length)), file);
      }
    }
  }
  return names;
}

/** A package with one entry may write it without a name. */
export function exportsOf(exports: unknown): Record<string, unknown> {
  const named = typeof exports === 'object' && exports !== null;
  return named ? (exports as Record<string, unknown>) : { '.': exports };
}

/** What an import gets: the path itself, or the last of the conditions. */
function targetOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (target === null || typeof target !== 'object') return undefined;
  const conditions = target as Record<string, unknown>;
  return targetOf(conditions['import'] ?? conditions['default'] ?? Object.values(conditions).at(-1));
}
