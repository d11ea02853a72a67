/** The version gate: says whether the version number of a release fits what changed since an earlier one. */
import { Command, Option } from 'commander';
import { comparePackages } from '../src/build/gate/compare-packages.ts';
import { builtPackage, readPackage } from '../src/build/gate/release.ts';
import { changelog, gateVerdict, rowLines, verdictLine } from '../src/build/gate/version-verdict.ts';
import { run } from '../src/cli/exit-codes.ts';
import { callerPath } from '../src/cli/options.ts';

function printJson(output: object): void {
  process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
}

await run(
  new Command('diff')
    .description('Compare two releases of the package, and judge the step between their version numbers.')
    .argument('[old]', 'the earlier release: a packed tarball, or a folder it was unpacked into')
    .argument('[new]', 'the later release; built from the tree without it')
    .option('--changelog', 'print the section of the changelog instead of the rows')
    .addOption(new Option('--json', 'print rows and verdict as one JSON document').conflicts('changelog'))
    .addHelpText('after', '\nExample:\n  npm run -s diff -- bank-access-contracts-0.1.0.tgz --changelog')
    .action(async (old = '', later = '', options: { changelog?: true; json?: true }) => {
      // CI passes an empty name where there is no release tag yet.
      if (old === '') {
        process.stderr.write('There is no earlier release to compare with.\n');
        if (options.json) printJson({ honest: null, rows: [] });
        return;
      }
      const before = readPackage(callerPath(old));
      const after = later === '' ? await builtPackage() : readPackage(callerPath(later));
      const rows = await comparePackages(before, after);
      const [from, to] = [before.manifest.version, after.manifest.version];
      const verdict = gateVerdict(from, to, rows);
      if (options.json) printJson({ from, to, ...verdict, rows });
      else process.stdout.write(options.changelog ? changelog(to, rows) : rowLines(rows));
      process.stderr.write(verdictLine(from, to, rows, verdict));
      process.exitCode = verdict.honest ? 0 : 1;
    }),
);
