/** Packs a built package into the tarball that is published. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface Packed {
  readonly path: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Runs `npm pack` on the folder of a built package and writes the tarball into the folder `into`. */
export function pack(folder: string, into: string): Packed {
  const command = ['pack', folder, '--json', '--offline', '--pack-destination', into];
  const [{ filename, size, files }] = JSON.parse(execFileSync('npm', command, { encoding: 'utf8' }));
  return { path: join(into, filename), size, files };
}

/** `./validators/createUser.request` and its file; `*` in the exports gives a name to each of these files that it matches. */
export function importNames(exports: unknown, files: readonly string[]): Map<string, string> {
  const named = Object.entries((exports ?? {}) as Record<string, string | { readonly default: string }>);
  return new Map(
    named.flatMap(([name, given]) => {
      const target = typeof given === 'string' ? given : given.default;
      const [before = '', after] = target.replace('./', '').split('*');
      if (after === undefined) return [[name, before] as const];
      const matching = files.filter((file) => file.startsWith(before) && file.endsWith(after));
      const part = (file: string) => file.slice(before.length, file.length - after.length);
      return matching.map((file) => [name.replace('*', part(file)), file] as const);
    }),
  );
}
