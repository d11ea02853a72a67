#!/usr/bin/env node
/** The program bank-access-contracts: loads the verb that is called, and all where none is. */
import { Command } from 'commander';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { isClone } from '../report/printed-texts.ts';
import { run } from './exit-codes.ts';
import { helpText } from './options.ts';
import { verbGroups, verbs } from './verbs.ts';

// Node 20 has neither.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};
URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

const [node = '', file = '', name = '', ...args] = process.argv;
const called = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
/** Their reports are committed. Written so that a word after them is not another target. */
const OWN_TARGETS = ['--target=mock', '--target=sandbox'];
const onError = name === 'verify' ? verifyStopped : undefined;

if (called && isClone) {
  // In the project, npm calls each verb by its own name, and verify without a target runs against those of the project.
  const own = name === 'verify' && !args.some((arg) => arg.startsWith('--target')) ? OWN_TARGETS : [];
  process.argv = [node, file, ...own, ...args];
  await run(await loaded(called), onError);
} else {
  // A path in a script of a package.json is relative to its folder, wherever npm was called.
  if (!isClone) delete process.env['INIT_CWD'];
  await run(await program(), onError);
}

/** Under GitHub Actions, the log and the summary of the run name the error too. */
async function verifyStopped(stopped: string): Promise<void> {
  const { tellGitHub } = await import('../report/ci/github.ts');
  tellGitHub({ verb: 'verify', stopped });
}

async function loaded(load: () => Promise<Command>): Promise<Command> {
  return (await load()).version(manifest.version);
}

async function program(): Promise<Command> {
  // With positional options, what is after `--` is that of the verb.
  const all = new Command(manifest.name).description(manifest.description).enablePositionalOptions();
  for (const [group, verbs] of Object.entries(verbGroups)) {
    all.commandsGroup(`${group}:`);
    for (const load of Object.values(verbs))
      if (!called || load === called) all.addCommand(await loaded(load));
  }
  return all.version(manifest.version).addHelpText('after', helpText('program'));
}
