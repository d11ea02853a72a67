/** The names under which the modules of a packed package are imported. */
import manifest from '../../contracts/package.json' with { type: 'json' };
import type { Packed } from './pack.ts';

/** `bank-access-contracts/migration` and its like; a name with `*` stands for every packed file that it matches. */
export function publishedNames({ files }: Packed): string[] {
  return Object.entries(manifest.exports)
    .filter(([, target]) => target.endsWith('.js'))
    .flatMap(([name, target]) => {
      const [before = '', after] = target.slice('./'.length).split('*');
      if (after === undefined) return [name];
      return files
        .filter(({ path }) => path.startsWith(before) && path.endsWith(after))
        .map(({ path }) => name.replace('*', path.slice(before.length, -after.length)));
    })
    .map((name) => manifest.name + name.slice(1));
}
