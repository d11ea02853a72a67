/** Whether the types of each published module are found, and are those of the module that is found at run time. */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { publishedNames } from '../package/published-names.ts';
import type { InteropCheck } from './check.ts';
import { tool } from './tool.ts';

/** The package is ES modules only: these two never find such a one. */
const NOT_ASKED = ['node10', 'node16-cjs'];

export const areTheTypesWrong: InteropCheck = {
  tool: tool('@arethetypeswrong/core'),
  says: 'the types of every module are right under node16, nodenext and bundler resolution (profile esm-only)',
  run: async ({ packed }) => {
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(packed.path)));
    const entrypoints = publishedNames(packed).map((name) => name.replace(manifest.name, '.'));
    const analysis = await checkPackage(tarball, { entrypoints });
    if (analysis.types === false) return ['the package has no types'];
    return analysis.problems.flatMap((problem) => {
      if (!('resolutionKind' in problem)) return [problem.kind];
      const { kind, resolutionKind, entrypoint } = problem;
      return NOT_ASKED.includes(resolutionKind) ? [] : [`${kind} of ${entrypoint} under ${resolutionKind}`];
    });
  },
};
