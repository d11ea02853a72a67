/** The verb `verify`: runs the flows and every case against each target, prints the verdict and writes the reports. */
import { execFileSync } from 'node:child_process';
import { Command, Option } from 'commander';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { errorLine, InputError, UsageError } from '../../contracts/src/base/errors.ts';
import { andList } from '../../contracts/src/base/text.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { tellGitHub } from '../report/ci/github.ts';
import { placeIn } from '../report/ci/problems.ts';
import { type CredentialNames, type Earlier, outcomeOf, type ReportedRun } from '../report/run-outcome.ts';
import { addresses, checkedText, dryRunText, opening } from '../report/terminal/plan-screen.ts';
import { resultScreen, type ScreenChoice } from '../report/terminal/result-screen.ts';
import { type Look, liveLineOn, lookOf, progressText } from '../report/terminal/screen.ts';
import { readyFolder } from '../report/write-files.ts';
import type { KnownViolations } from '../runner/clause-results.ts';
import { dryRun } from '../runner/dry-run.ts';
import { type Catalogue, selection } from '../runner/planned-cases.ts';
import { type RunOptions, runTargets } from '../runner/run-target.ts';
import {
  type PlannedTarget,
  plannedTarget,
  readyTarget,
  waitingTarget,
} from '../runner/targets/start-target.ts';
import { readTargetFile } from '../runner/targets/target-file.ts';
import { EXIT, exitCodeOfRun, interruption } from './exit-codes.ts';
import { inputText } from './input-files.ts';
import { callerPath, isClone, outPath, rate, seconds } from './options.ts';

type Flags = Partial<Record<'requireAll' | 'json' | 'dryRun' | 'smoke' | 'bail' | 'new', boolean>>;
type Given = { only?: string[]; out?: string; wait?: number; rate?: number; since?: string };
type Options = Flags & Given & { target: string[] };

/** The committed reports are of both; Prism, which serves the mock, is no part of the package. */
const TARGETS = isClone ? ['mock', 'sandbox'] : ['sandbox'];

export function verifyCommand(): Command {
  const dryRunOption = new Option(
    '--dry-run',
    'send nothing: print what it would call and create, and what is missing',
  );
  return new Command('verify')
    .description('Run the V1 and the V2 flows and every case, print the verdict and write the reports.')
    .option('--target <targets...>', 'mock, sandbox, or the path of a target file', TARGETS)
    .option('--only <names...>', 'only what shows a clause, such as V1-451-LOCATION, or an area, such as v2')
    .addOption(new Option('--smoke', 'one call of each kind, in seconds').conflicts('only'))
    .option('--bail', 'end at the first violated clause; the rest is unproven')
    .option('--rate <calls>', 'at most so many calls to a target file in a second, such as 5/s', rate)
    .option('--since <file>', 'run.json or verify.json of an earlier run: the page shows what changed')
    .option('--new', 'with --since: only a clause that was not violated then fails the run')
    .option('--require-all', 'fail when a clause is out of reach of a target')
    .option('--out <folder>', 'where the reports go (default: reports)', outPath)
    .option(
      '--wait <seconds>',
      'without a control plane: wait in real time for tokens to end, all at once; longer ones are out of reach',
      seconds,
    )
    .option('--json', 'print run.json on stdout, and everything else on stderr')
    .addOption(dryRunOption.conflicts(['requireAll', 'out', 'json', 'bail', 'since']))
    .addHelpText(
      'after',
      `
Exit 0: no clause is violated, except those that the target file admits.
Exit 1: a clause is violated, or the deviation of one that is upheld is stale;
with --require-all also: a clause is out of reach.
Exit 2: a clause is unproven, nothing could be judged, or the target cannot be
used. 130, 143: interrupted; the reports have what was seen until then.

With --new, what was violated in the earlier run is listed as admitted, and a
clause that was upheld, unproven or not tried then fails when it is violated.
With --bail, the violation may follow from a simpler one that was not tried yet.
--rate counts the calls to the control plane too.
--only plays the cases of its clauses; those of other clauses can break them
too, and only a run of all cases plays these.

The table of V1 fields is printed where one of them is lost or to be decided,
and with --only migration.

Example:
  npm run verify -- --target sandbox --only v2`,
    )
    .action(verify);
}

async function verify({
  target: chosen,
  only: names = [],
  requireAll = false,
  out,
  wait,
  rate,
  since: sinceFile,
  ...flags
}: Options): Promise<void> {
  if (flags.new && sinceFile === undefined)
    throw new UsageError('--new asks what is new: name the run.json of an earlier run with --since.');
  const since = sinceFile === undefined ? undefined : await earlierRun(sinceFile);
  const screen = flags.json ? process.stderr : process.stdout;
  const look = lookOf(screen);
  const say = (text: string) => void screen.write(text);
  const choice: RunOptions = {
    only: selection(...names),
    isSmoke: flags.smoke === true,
    bail: flags.bail === true,
    ...(since && flags.new && { known: knownIn(since) }),
  };
  const places = chosen.map((chosenBy) => ({ chosenBy, path: callerPath(chosenBy) }));
  if (flags.dryRun) {
    for (const { chosenBy, path } of places) {
      const target = waitingTarget(await plannedTarget(chosenBy, path), wait);
      process.stdout.write(dryRunText(dryRun(target, catalogue, choice), look));
      if (target.missing.length > 0) process.exitCode = EXIT.unknown;
    }
    return;
  }
  const folder = callerPath(out ?? 'reports');
  await readyFolder(folder);
  const { signal, ended } = interruption();
  const asksForFields = names.some((name) => /^migration(-|$)/i.test(name));
  const screenOf = () => ({ ending: { requireAll, ...ended() }, asksForFields });
  const pace = { ...(wait !== undefined && { wait }), ...(rate !== undefined && { rate }) };
  const runs = await showRuns(places, { catalogue, choice, look, say, ...pace, screen: screenOf }, signal);
  const isOther = out === undefined && chosen !== TARGETS;
  const placeOf = placeIn(callerPath(process.env['GITHUB_WORKSPACE'] ?? '.'), callerPath);
  const isPartial = names.length > 0 || flags.smoke || flags.bail || isOther || signal.aborted;
  const ending = { requireAll, isPartial: isPartial === true, placeOf, ...(since && { since }), ...ended() };
  const output = { folder, from: callerPath('.'), look, say };
  const onJson = (text: string) => void process.stdout.write(text);
  const exitCode = exitCodeOfRun(outcomeOf(runs, ending), ending.interrupted);
  // A third of all modules: the first line need not wait for them.
  const { reportRuns } = await import('../report/write-reports.ts');
  try {
    await reportRuns(runs, { ...ending, exitCode }, { ...output, ...(flags.json && { onJson }) });
  } catch (error) {
    // What was judged counts before what could not be written.
    if (exitCode === EXIT.good || !(error instanceof InputError)) throw error;
    process.stderr.write(`${errorLine(error)}\n`);
  }
  process.exitCode = exitCode;
}

/** Its module is loaded where it is needed, with the schemas of every file that can be an earlier run. */
async function earlierRun(file: string): Promise<Earlier> {
  const { readEarlier } = await import('../report/page/read-results.ts');
  return readEarlier({ file, text: await inputText(file) });
}

/** Under GitHub Actions, the log and the summary of the run name the error too. */
export function verifyStopped(stopped: string): void {
  tellGitHub({ verb: 'verify', stopped });
}

interface ShownRuns {
  readonly catalogue: Catalogue;
  readonly choice: RunOptions;
  readonly look: Look;
  /** Writes on the screen. */
  readonly say: (text: string) => void;
  /** In seconds. */
  readonly wait?: number;
  /** Calls per second. */
  readonly rate?: number;
  /** How each target is shown once its run has ended. */
  readonly screen?: () => ScreenChoice;
  /** The time of day. */
  readonly now?: () => Date;
}

/** What was violated then, or known already. Throws InputError for a target that the file has no results of. */
function knownIn({ file, targets }: Earlier): KnownViolations {
  const on = (target: string) => {
    if (!Object.hasOwn(targets, target))
      throw new InputError(`${file} has no results of ${target}: it is of ${andList(Object.keys(targets))}.`);
    const verdicts = Object.entries(targets[target] ?? {});
    return new Set(
      verdicts.filter(([, it]) => it === 'violated' || it === 'admitted').map(([clause]) => clause),
    );
  };
  return { file, on };
}

/** Reads every target before the first call. Throws InputError for one that cannot be used; `path` is that of its file, if any. */
export async function showRuns(
  named: readonly { readonly chosenBy: string; readonly path: string }[],
  { catalogue, choice, look, say, wait, rate, screen = () => ({}), now = () => new Date() }: ShownRuns,
  signal: AbortSignal,
): Promise<ReportedRun[]> {
  const targets: PlannedTarget[] = [];
  const environments = new Map<string, CredentialNames>();
  for (const { chosenBy, path } of named) {
    const target = waitingTarget(await readyTarget(chosenBy, path, { rate }), wait);
    targets.push(target);
    choice.known?.on(target.name);
    if (!target.isOwn) {
      const { clientId, clientSecret } = (await readTargetFile(path)).credentials;
      environments.set(chosenBy, { clientId: clientId.env, clientSecret: clientSecret.env });
    }
  }
  const live = liveLineOn(process.stderr);
  const progress = progressText();
  const runs: ReportedRun[] = [];
  let commit: string | undefined;
  await runTargets(targets, catalogue, {
    ...choice,
    ...{ signal, now },
    onStart: ({ chosenBy }) => {
      say(opening(chosenBy, look));
      commit ??= checkedOut();
    },
    onReady: (target, plan) => {
      say(addresses(target, look, plan));
      if (target.longestWait !== undefined)
        say(`It waits up to ${target.longestWait} s for tokens to end, while the other cases run.\n\n`);
    },
    onChecked: (check, found) => say(checkedText(check, found, look)),
    onCase: (result, done, total) => live.show(progress(result, done, total)),
    onEnd: (run, began) => {
      live.end();
      const environment = environments.get(run.chosenBy);
      const seconds = Math.round((now().getTime() - began.getTime()) / 100) / 10;
      const stamp = { at: began.toISOString(), seconds, version: manifest.version };
      const ran = { ...stamp, ...(commit !== undefined && { commit }) };
      const reported = { ...run, ran, ...(environment && { environment }) };
      say(`${environment ? '\n' : ''}${resultScreen(reported, look, screen())}`);
      runs.push(reported);
    },
  });
  return runs;
}

/** The commit in the folder of the caller; undefined where that is no repository, or git is not there. */
function checkedOut(): string | undefined {
  try {
    const head = ['rev-parse', 'HEAD'];
    return execFileSync('git', head, { cwd: callerPath('.'), stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}
