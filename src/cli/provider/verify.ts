/** The verb `verify`: runs the flows and every case against each target, prints the verdict and writes the reports. */
import { spawnSync } from 'node:child_process';
import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { despiteAnyError, errorLine, InputError, only, SystemError, UsageError } from '../../base/errors.ts';
import { andList } from '../../base/words.ts';
import { chosenSwitch } from '../../faults/switchable-faults.ts';
import { isClone } from '../../report/printed-texts.ts';
import { type TargetReport, targetReport } from '../../report/run-json.ts';
import { type Earlier, type Ending, runOutcome } from '../../report/run-outcome.ts';
import { addresses, checkedText, dryRunText, opening } from '../../report/terminal/plan-screen.ts';
import { outcomeLine, resultScreen } from '../../report/terminal/result-screen.ts';
import { type Look, liveLineOn, lookOf, progressText } from '../../report/terminal/screen.ts';
import { readyFolder } from '../../report/write-files.ts';
import { choiceOf } from '../../runner/choose-cases.ts';
import { planOf } from '../../runner/plan.ts';
import { type Catalogue, type NamedCase, namedCases } from '../../runner/planned-case.ts';
import { type RunOptions, runTargets } from '../../runner/run.ts';
import { openTarget } from '../../runner/session/open-target.ts';
import { describeTarget, isOwnTarget, unusableParts } from '../../runner/targets/describe-target.ts';
import type { TargetDescription } from '../../runner/targets/target.ts';
import { missingCredentials } from '../../runner/targets/target-file.ts';
import { EXIT, exitCode, interruption, lineOf, resultOfRun } from '../exit-codes.ts';
import { resultFile, resultReaders } from '../input-files.ts';
import { callerPath, helpText, outPath, refuseNewAlone, wholeNumberOption } from '../options.ts';
import { screenSecrets } from '../terminal-text.ts';

const CHOICES = 'sandbox, mock, or the path of a target file';

export function verifyCommand(): Command {
  const dryRunOption = new Option(
    '--dry-run',
    'send nothing: print what it would call and create, and what is missing',
  );
  return new Command('verify')
    .description('Run the V1 and the V2 flows and every case, print the verdict and write the reports.')
    .usage('--target <mock|sandbox|file...> [options]')
    .option('--target <targets...>', `${CHOICES}; in a clone mock and sandbox unless given`)
    .option(
      '--only <names...>',
      'run only the cases of these clauses (V1-451-LOCATION) or areas (v2), or these cases (V1-451-LOCATION.2)',
    )
    .option('--fault <names...>', 'with these bugs, by the ids that explain names; of the target sandbox')
    .addOption(new Option('--smoke', 'one call of each kind, in seconds').conflicts('only'))
    .addOption(
      new Option(
        '--failed <file>',
        'only the cases that were violated or unproven in the run.json of an earlier run',
      ).conflicts(['only', 'smoke']),
    )
    .option('--rate <calls>', 'limit the calls to a target file, such as 5/s', rate)
    .option('--since <file>', 'run.json or verify.json of an earlier run: the page shows what changed')
    .option('--new', 'with --since: only a clause that was not violated then fails the run')
    .option('--require-all', 'fail when a clause is out of reach of a target')
    .option('--out <folder>', 'where the reports go (default: reports)', outPath)
    .option(
      '--wait <seconds>',
      'without a control plane: wait up to this long for tokens to expire',
      wholeNumberOption(1, 86_400),
    )
    .addOption(
      new Option(
        '--listen <time>',
        'without a control plane: wait up to this long (15m) for messages of rules of credentials.user',
      )
        .argParser(span)
        .conflicts('smoke'),
    )
    .option('--verbose', 'print the calls and messages of each violation too')
    .option('--json', 'print run.json on stdout, and everything else on stderr')
    .addOption(dryRunOption.conflicts(['requireAll', 'out', 'json', 'since']))
    .addHelpText('after', helpText('verify'))
    .action(async ({ target, ...options }: Omit<VerifyOptions, 'target'> & { target?: string[] }) => {
      if (!target) throw new UsageError(`--target says what is verified: ${CHOICES}, which init writes.`);
      const run = { isJudged: false };
      await despiteAnyError(
        () => verify({ target: [...new Set(target)], ...options }, run),
        async (error) => {
          const isRun = !options.dryRun && !(error instanceof UsageError);
          if (isRun && !run.isJudged) await leaveNoVerdict(options, error);
          throw error;
        },
      );
    });
}

/** The folder of the reports unless another one is given. */
const REPORTS = 'reports';

/** What `--failed` and `--since` name stays: the next try reads it, too. */
async function leaveNoVerdict(
  { out = REPORTS, failed, since }: Pick<VerifyOptions, 'out' | 'failed' | 'since'>,
  error: unknown,
): Promise<void> {
  const { writeNoVerdict } = await import('../../report/write-reports.ts');
  try {
    const kept = [failed, since].flatMap((file) => (file === undefined ? [] : callerPath(file)));
    await writeNoVerdict(callerPath(out), lineOf(error), screenSecrets(), kept);
  } catch (left) {
    only(left, InputError, SystemError);
    // A folder that cannot be written to may be the very error.
  }
}

/** Calls per second, such as 5/s or 0.5/s. */
function rate(text: string): number {
  const perSecond = Number(/^(\d{1,4}(\.\d{1,3})?)\/s$/.exec(text)?.[1]);
  if (perSecond > 0) return perSecond;
  throw new InvalidArgumentError('It must be a rate such as 5/s or 0.5/s.');
}

/** A time such as 90s, 15m or 2h, in seconds. */
function span(text: string): number {
  const [, n, unit = ''] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const seconds = Number(n) * ({ m: 60, h: 3600 }[unit] ?? 1);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('It must be a time such as 90s, 15m or 2h, at most a day.');
}

type VerifyOptions = Partial<
  Record<'requireAll' | 'json' | 'dryRun' | 'smoke' | 'new' | 'verbose', boolean> &
    Record<'out' | 'since' | 'failed', string> &
    Record<'only' | 'fault', string[]> &
    Record<'wait' | 'listen' | 'rate', number>
> & { target: string[] };

/** Sets `isJudged` when there is a verdict. */
async function verify(options: VerifyOptions, run: { isJudged: boolean }): Promise<void> {
  const { target: chosen, requireAll = false, smoke = false, json = false, out, ...flags } = options;
  refuseNewAlone(flags, 'the run.json of an earlier run');
  const since =
    flags.since === undefined
      ? undefined
      : await (await resultReaders()).readEarlier(resultFile(flags.since));
  const screen = json ? process.stderr : process.stdout;
  const look = lookOf(screen);
  const say = (text: string) => void screen.write(text);
  const cases = namedCases(await catalogue());
  const names = flags.failed === undefined ? (flags.only ?? []) : await failedNames(flags.failed, cases);
  const choice: RunOptions = {
    ...choiceOf(names, cases),
    isSmoke: smoke,
    ...(since && flags.new && { known: knownViolations(since) }),
  };
  if (options.fault && !chosen.includes('sandbox'))
    throw new UsageError('--fault is for the target sandbox, which is the service of this package.');
  const described = await describedTargets(options);
  if (flags.dryRun) return dryRuns(described, flags.rate, choice, look);
  const folder = callerPath(out ?? REPORTS);
  await readyFolder(folder);
  const { signal, ended } = interruption();
  const soFar = () => ({ requireAll, smoke, ...ended() });
  const { runs, failure } = await showRuns(described, options, { choice, look, say, signal, ending: soFar });
  run.isJudged = true;
  // The reports that the project commits are of both.
  const isOther = isClone && out === undefined && chosen.join() !== 'mock,sandbox';
  const files = chosen.filter((name) => !isOwnTarget(name));
  const targetFiles = Object.fromEntries(files.map((name) => [name, callerPath(name)]));
  const isPartial = names.length > 0 || smoke || isOther || options.fault !== undefined || signal.aborted;
  const ending = { ...soFar(), isPartial, targetFiles, ...(since && { since }) };
  const output = { folder, from: callerPath('.'), look, say, secrets: screenSecrets(), json };
  const code = exitCode(resultOfRun(runOutcome(runs, ending), ending.interrupted));
  const { reportRuns } = await import('../../report/write-reports.ts');
  try {
    await reportRuns(runs, { ...ending, exitCode: code }, output);
  } catch (error) {
    only(error, InputError);
    // What was judged counts before what could not be written.
    if (code === EXIT.good) throw error;
    process.stderr.write(`${errorLine(error)}\n`);
  }
  if (failure) throw failure.error;
  process.exitCode = code;
}

/** What failed in the run.json of an earlier run, as --only names it: a case that has another id now by its clauses. */
async function failedNames(file: string, cases: readonly NamedCase[]): Promise<string[]> {
  const failed = await (await resultReaders()).readFailed(resultFile(file));
  const says = new Map(cases.map((one) => [one.id, one.says]));
  const names = failed.flatMap(({ id, says: said, clauses }) =>
    id !== undefined && says.get(id) === said ? id : clauses,
  );
  return [...new Set(names)];
}

/** The suites are loaded with the modules that write reports, after the first line, while a mock starts. */
async function catalogue(): Promise<Catalogue> {
  const [cases] = await Promise.all([
    import('../../../suites/catalogue.ts'),
    import('../../report/write-reports.ts'),
  ]);
  return cases.catalogue;
}

/** Throws InputError for a target that cannot be used, and UsageError for an option that none of them takes. */
async function describedTargets({ target: chosen, wait, listen, rate }: VerifyOptions) {
  const targets: TargetDescription[] = [];
  for (const chosenBy of chosen)
    targets.push(await describeTarget(chosenBy, callerPath(chosenBy), { wait, listen }));
  if (rate !== undefined && targets.every(({ isOwn }) => isOwn))
    throw new UsageError('--rate is for a target file.');
  if ((wait ?? listen) !== undefined && targets.every(({ isOwn, hasControl }) => isOwn || hasControl))
    throw new UsageError('--wait and --listen are for a target file without controlUrl.');
  return targets;
}

/** Prints what a run would call and create. */
async function dryRuns(
  targets: readonly TargetDescription[],
  rate: number | undefined,
  choice: RunOptions,
  look: Look,
) {
  let missing = 0;
  for (const target of targets) {
    const unusable = unusableParts(target);
    const plan = planOf(target, await catalogue(), choice);
    process.stdout.write(dryRunText(target, plan, { look, rate, unusable }));
    const { file, listens } = target;
    missing += unusable.length + (file ? missingCredentials(file, listens !== undefined).length : 0);
  }
  process.exitCode = exitCode({ judged: true, wrong: false, unknown: missing });
}

/** What was violated then, or known already. Throws InputError for a target that the file has no results of. */
function knownViolations({ file, targets, followed }: Earlier): NonNullable<RunOptions['known']> {
  const on = (target: string) => {
    if (!Object.hasOwn(targets, target))
      throw new InputError(`${file} has no results of ${target}: it is of ${andList(Object.keys(targets))}.`);
    const verdicts = Object.entries(targets[target] ?? {});
    const broken = verdicts.filter(([, it]) => it === 'violated' || it === 'admitted');
    const following = new Set(followed?.[target]);
    return new Set(broken.map(([clause]) => clause).filter((clause) => !following.has(clause)));
  };
  return { file, on };
}

interface Shown {
  readonly signal: AbortSignal;
  /** The ending as far as it is known. */
  readonly ending: () => Ending;
  readonly choice: RunOptions;
  readonly look: Look;
  /** Writes on the screen. */
  readonly say: (text: string) => void;
}

/** Opens every target of a file before the first call. Throws InputError for one that cannot be used. */
async function showRuns(
  described: readonly TargetDescription[],
  { rate, fault = [], ...shown }: VerifyOptions,
  { choice, look, say, signal, ending }: Shown,
): Promise<
  { readonly runs: readonly TargetReport[] } & Pick<Awaited<ReturnType<typeof runTargets>>, 'failure'>
> {
  const targets: Parameters<typeof runTargets>[0][number][] = [];
  for (const documented of described) {
    const isFaulty = documented.chosenBy === 'sandbox' && fault.length > 0;
    const described = isFaulty
      ? { ...documented, chosenBy: `sandbox --fault ${fault.join(' ')}` }
      : documented;
    const hooks = isFaulty ? (await chosenSwitch(fault, callerPath)).hooks : undefined;
    const { file } = described;
    // A target of ours is started only when its turn comes.
    const opened = file && (await openTarget(described, { rate, secrets: screenSecrets() }));
    targets.push({ described, open: async () => opened ?? openTarget(described, { hooks }) });
    choice.known?.on(described.name);
  }
  const [first] = targets;
  if (first) say(opening(first.described.chosenBy, look));
  const live = liveLineOn(process.stderr);
  let progress = progressText();
  const runs: TargetReport[] = [];
  const commit = checkedOut();
  const asksForFields = (shown.only ?? []).some((name) => /^migration(-|$)/i.test(name));
  const { failure } = await runTargets(targets, await catalogue(), {
    ...choice,
    signal,
    onStart: (target) => {
      if (target !== first?.described) say(opening(target.chosenBy, look));
    },
    onReady: (target, plan) => {
      progress = progressText();
      say(addresses(target, look, target.isOwn ? undefined : plan));
      if (target.longestWait !== undefined)
        say(`It waits up to ${target.longestWait} s for tokens to expire, while the other cases run.\n\n`);
    },
    onChecked: (check, found, isRight) => say(checkedText(check, found, look, isRight)),
    onCase: (result, done, total) => live.show(progress(result, done, total)),
    onEnd: (run, began) => {
      live.end();
      const { file } = targets.find((it) => it.described.chosenBy === run.chosenBy)?.described ?? {};
      const seconds = Math.round((Date.now() - began.getTime()) / 100) / 10;
      const ran = { at: began.toISOString(), seconds, version: manifest.version, ...commit };
      // The verdict comes before the exchanges are redacted, which takes its time.
      say(`${file ? '\n' : ''}${outcomeLine(run, ending(), look)}\n`);
      const report = targetReport({ ...run, ran, ...(file && { file }) });
      say(resultScreen(report, look, { fields: asksForFields, evidence: shown.verbose === true }));
      runs.push(report);
    },
  });
  return { runs, ...(failure && { failure }) };
}

/** The commit in the folder of the caller; empty where that is no repository, or git is not there. */
function checkedOut(): { readonly commit?: string } {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: callerPath('.'),
    encoding: 'utf8',
  });
  return status === 0 ? { commit: stdout.trim() } : {};
}
