/** The command that other teams run with npx: every published verb under one name. */
import { Command } from 'commander';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { checkCommand } from './check.ts';
import { compareCommand } from './compare.ts';
import { run } from './exit-codes.ts';
import { explainCommand } from './explain.ts';
import { fireCommand } from './fire.ts';
import { listenCommand } from './listen.ts';
import { migrateCommand } from './migrate.ts';

// A path in a script of somebody's package.json is meant from there, wherever npm was called.
delete process.env['INIT_CWD'];

await run(
  new Command(manifest.name)
    .description(manifest.description)
    .version(manifest.version)
    .configureOutput({ writeOut: (help) => process.stdout.write(asPublished(help)) })
    .addCommand(compareCommand())
    .addCommand(migrateCommand())
    .addCommand(checkCommand())
    .addCommand(listenCommand())
    .addCommand(fireCommand())
    .addCommand(explainCommand())
    .addHelpText('after', '\nExample:\n  npx bank-access-contracts compare V1.json V2.json'),
);

/** The verbs know themselves as the scripts of this project. */
function asPublished(help: string): string {
  return help.replace(/npm run (?:-s )?(\w+) --/g, `npx ${manifest.name} $1`);
}
