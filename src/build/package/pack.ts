/** The names that the exports of a package give to its files. */

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
