/** The program: loads the verb that is called, and all where none is. */
import { Command } from 'commander';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { tellGitHubStopped } from '../report/ci/github-log.ts';
import { isClone } from '../report/printed-texts.ts';
import { exitCodeOf, type OnError, run } from './exit-codes.ts';
import { helpText } from './options.ts';
import { verbGroups, verbs } from './verbs.ts';

const [node = '', file = '', name = '', ...args] = process.argv;
const called = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
/** The default targets of a clone: their reports are committed. With `=`, a word after them is not another target. */
const OWN_TARGETS = ['--target=mock', '--target=sandbox'];
/** Under GitHub Actions, the log and the summary of the run name the error too. */
const onError: OnError = async (line) => {
  if (name === 'verify') tellGitHubStopped('verify', line);
};
const earlier = process.listeners('uncaughtException');
process.removeAllListeners('uncaughtException').once('uncaughtException', async (error) => {
  for (const stop of earlier) process.once('uncaughtException', stop);
  process.exit(await exitCodeOf(error, onError));
});

if (called && isClone) {
  // In the project, npm calls each verb by its own name, and verify without a target runs against those of the project.
  const own = name === 'verify' && !args.some((arg) => arg.startsWith('--target')) ? OWN_TARGETS : [];
  process.argv = [node, file, ...own, ...args];
  await run(() => loadedVerb(called), onError);
} else {
  // A path in a script of a package.json is relative to its folder, wherever npm was called.
  if (!isClone) delete process.env['INIT_CWD'];
  await run(program, onError);
}

async function loadedVerb(load: () => Promise<Command>): Promise<Command> {
  return (await load()).version(manifest.version);
}

async function program(): Promise<Command> {
  // With positional options, what is after `--` is that of the verb.
  const all = new Command(manifest.name).description(manifest.description).enablePositionalOptions();
  for (const [group, verbs] of Object.entries(verbGroups)) {
    all.commandsGroup(`${group}:`);
    for (const load of Object.values(verbs))
      if (!called || load === called) all.addCommand(await loadedVerb(load));
  }
  return all.version(manifest.version).addHelpText('after', helpText('program'));
}
