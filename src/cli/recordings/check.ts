/** The verb `check`: judges recorded exchanges and messages by the documentation. */

import { Command } from 'commander';
import { operations } from '../../../contracts/generated/operations.ts';
import { type Finding, type RecordSource, worded } from '../../../contracts/src/base/finding.ts';
import { count, show } from '../../../contracts/src/base/text.ts';
import { responseClass } from '../../../contracts/src/judge/operation.ts';
import { defaultSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import { type CheckedRecord, checkRecord, NOTHING } from '../../../contracts/src/recordings/check-record.ts';
import { type CallEvidence, evidenceOf } from '../../../contracts/src/recordings/read-evidence.ts';
import { BrokenRecord } from '../../../contracts/src/recordings/recorded-parts.ts';
import { hostOf } from '../../base/call-text.ts';
import { History } from '../../evidence/history.ts';
import { recordedTime } from '../../evidence/recorded-time.ts';
import type { FoundRecord } from '../../evidence/recording.ts';
import { checkNotes, checkSentence, checkText } from '../../report/check/check-text.ts';
import { CheckTotals } from '../../report/check/check-totals.ts';
import { exitCode } from '../exit-codes.ts';
import { resultFile, resultReaders } from '../input-files.ts';
import { LineOutput } from '../line-output.ts';
import {
  keyEnvOption,
  keyHint,
  type MessageTarget,
  messageCipher,
  messageTarget,
  targetOption,
} from '../messages/message-options.ts';
import { type EarlierResult, helpText, refuseNewAlone } from '../options.ts';
import { fitted, say } from '../terminal-text.ts';
import { FewLines, readRecordings, sourceText } from './recording-files.ts';

export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Check recorded calls and messages: which documented rule did the service, or your requests, break?',
    )
    .argument('<files...>', 'NDJSON, HAR 1.2 or JSON, packed by gzip or zstd or not; - for stdin')
    .option(
      '--json',
      'print a line for each record with a finding or not judged: {index, file, operation, verdict, findings, reason?}, and one with the totals',
    )
    .option('--each', 'with --json: a line for every record')
    .option('--no-compare', 'judge each record by itself, and compare none with an earlier one')
    .option('--provider-only', 'end with 0 where only your own requests deviate from the documentation')
    .option('--since <file>', 'what an earlier check --json printed')
    .option('--new', 'with --since: only a clause that was not broken then counts')
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText('after', helpText('check'))
    .action((files: readonly string[], options: CheckOptions) => checkFiles(files, options));
}

interface CheckOptions extends EarlierResult {
  readonly json?: true;
  readonly each?: true;
  readonly compare: boolean;
  readonly providerOnly?: true;
  readonly keyEnv?: string;
  readonly target?: string;
}

async function checkFiles(files: readonly string[], options: CheckOptions): Promise<void> {
  const { json, each, compare, providerOnly = false } = options;
  const target = await messageTarget(options.target);
  const { settings, accessHost } = target;
  const known = await knownFindings(target, options);
  const keyName = options.keyEnv ?? target.keyEnv;
  // Exchanges need no key.
  let made: Promise<Cipher> | undefined;
  const cipher = () => (made ??= messageCipher(keyName, target.cipher));
  const output = new LineOutput();
  const totals = new CheckTotals(providerOnly, known);
  const print = ({ index, file, ...line }: CheckedLine) => {
    const says = each || line.findings.length > 0 || line.verdict === 'not-judged';
    if (json && says)
      output.write(`${JSON.stringify({ index, file, ...line, findings: line.findings.map(worded) })}\n`);
  };
  const run = new CheckRun({ cipher, settings, accessHost, isCompared: compare, totals, print });
  const unreadable = await readRecordings(files, (file, records) => run.add(file, records));
  const summary = await run.end();
  totals.counts.files = unreadable;
  if (Object.keys(totals.counts.operations).length > 0) {
    if (run.isKeyWrong) say(keyHint(keyName));
    // The lines of the records are printed already.
    if (json) say(checkSentence(totals));
    else output.write(fitted(checkText(totals), process.stdout));
    process.stderr.write(fitted(checkNotes(totals), process.stderr));
  }
  if (json) output.write(`${JSON.stringify({ totals })}\n`);
  const hosts = [...run.hosts].flatMap(([host, isJudged]) => (isJudged ? host : []));
  if (summary) notComparedLines(summary, hosts.sort()).forEach(say);
  // An unreadable file has its own line.
  if (totals.total('upheld') + totals.total('violated') === 0 && unreadable === 0) say(nothingProven(totals));
  const result = totals.result();
  process.exitCode = exitCode({ ...result, unknown: result.unknown > 0 || !output.isComplete() });
}

async function knownFindings(
  { settings, deviations = [] }: MessageTarget,
  earlier: EarlierResult,
): Promise<CheckTotals['known']> {
  refuseNewAlone(earlier, 'an earlier check --json');
  const { since: file, new: isNew = false } = earlier;
  if (settings === undefined && file === undefined) return undefined;
  const known = { deviations, isNew, settings: settings ?? defaultSettings };
  if (file === undefined) return known;
  const { readEarlierCheck } = await resultReaders();
  const { provider, client } = (await readEarlierCheck(resultFile(file))).clauses.findings;
  return { ...known, since: { file, provider: [...provider.keys()], client: [...client.keys()] } };
}

interface Judging {
  /** Each message calls it. */
  readonly cipher: () => Promise<Cipher>;
  readonly settings: Settings | undefined;
  /** The host of the provider, where it is known. */
  readonly accessHost: string | undefined;
  /** Whether the records are compared with earlier ones. */
  readonly isCompared: boolean;
  readonly totals: CheckTotals;
  readonly print: (line: CheckedLine) => void;
}

/** A line of `check --json`; what the history finds of a record has one of its own. */
interface CheckedLine extends RecordSource, Pick<CheckedRecord, 'operation' | 'verdict' | 'findings'> {
  readonly reason?: string | undefined;
}

type Judged = Pick<CheckedRecord, 'operation' | 'verdict'>;

/** How many bytes of records are kept until a host is known. */
const MOST_KEPT = 8 * 1024 * 1024;

/** Judges the records of recordings in the order in which they are given. */
export class CheckRun {
  /** Whether the calls of a host are judged; those of any host are as long as none is known. */
  readonly hosts = new Map<string, boolean>();
  /** Whether a message could not be decrypted at all. */
  isKeyWrong = false;
  readonly #judging: Judging;
  readonly #broken = new FewLines();
  /** How many times cannot be read, and the first of them. */
  #timeless = { count: 0, first: '' };
  readonly #history: History | undefined;
  /** What is not judged yet, and its size in bytes. */
  #kept: (readonly [RecordSource, FoundRecord])[] = [];
  #keptSize = 0;
  /** The records that the history may still find something of. */
  readonly #judged = new WeakMap<RecordSource, Judged>();

  constructor(judging: Judging) {
    this.#judging = judging;
    if (judging.accessHost !== undefined) this.hosts.set(judging.accessHost, true);
    if (judging.isCompared)
      this.#history = new History((source, found) => this.#found(source, found), judging.settings);
  }

  /** A batch of a file. */
  async add(file: string, records: readonly FoundRecord[]): Promise<void> {
    for (const found of records) {
      const source = { file, index: found.index };
      if (this.hosts.size > 0) await this.#judge(source, found);
      else {
        // The call that issues a token may come after those that use another one.
        this.#kept.push([source, found]);
        this.#keptSize += found.size;
        if (this.#keptSize >= MOST_KEPT) await this.#judgeKept();
      }
    }
  }

  /** What was not compared. */
  async end(): Promise<ReturnType<History['end']> | undefined> {
    await this.#judgeKept();
    this.#broken.end('records are broken');
    const { count: times, first } = this.#timeless;
    if (times > 0) say(`${count(times, 'time')} cannot be read, first in ${first}.`);
    return this.#history?.end();
  }

  async #judgeKept(): Promise<void> {
    const kept = this.#kept;
    [this.#kept, this.#keptSize] = [[], 0];
    this.#findHosts(kept.map(([, found]) => found));
    for (const [source, found] of kept) await this.#judge(source, found);
  }

  /** A host that issues tokens and takes no other documented call, where another one does, is that of another service. */
  #findHosts(records: readonly FoundRecord[]): void {
    const [issuing, called] = [new Set<string>(), new Set<string>()];
    for (const { read } of records) {
      // Records are read twice: to keep so many as values costs more.
      const evidence = evidenceOf(read);
      if (evidence instanceof BrokenRecord || evidence.kind !== 'call' || evidence.operation === null)
        continue;
      const host = tokenHost(evidence);
      if (host !== undefined) issuing.add(host);
      else called.add(hostOf(evidence.request.url) ?? '');
    }
    const isOneCalled = [...issuing].some((host) => called.has(host));
    for (const host of issuing) this.hosts.set(host, !isOneCalled || called.has(host));
  }

  async #judge(source: RecordSource, found: FoundRecord): Promise<void> {
    const { cipher, settings, totals, print } = this.#judging;
    const read = evidenceOf(found.read);
    const call = !(read instanceof BrokenRecord) && read.kind === 'call' ? read : undefined;
    const unheard = call && this.#otherHost(call);
    const checked: CheckedRecord = unheard
      ? { ...NOTHING, reason: unheard, evidence: call }
      : await checkRecord(read, cipher, settings);
    const { operation, verdict, findings, reason, evidence, decrypted } = checked;
    const { time, whyTimeless } = evidence ? recordedTime(evidence.record) : {};
    totals.add(source, checked);
    this.isKeyWrong ||= checked.isUnreadable === true;
    const place = () => sourceText({ ...source, ...found });
    if (checked.isBroken) this.#broken.add(`${place()} is broken: ${reason}.`);
    const why = operation === null ? undefined : whyTimeless;
    if (why !== undefined && this.#timeless.count++ === 0) this.#timeless.first = `${place()}: ${why}`;
    print({ ...source, operation, verdict, findings, reason });
    if (!this.#history) return;
    this.#judged.set(source, { operation, verdict });
    if (evidence?.kind === 'call') this.#history.addCall({ ...evidence, time }, source);
    else if (decrypted) {
      const status = evidence?.kind === 'message' ? evidence.status : undefined;
      this.#history.addMessage(decrypted, source, time, status);
    }
  }

  /** Why a call of this host is not judged. A host that issues a token is known from then on. */
  #otherHost(call: CallEvidence): string | undefined {
    const { operation, request } = call;
    const issuing = tokenHost(call);
    if (issuing !== undefined && !this.hosts.has(issuing)) this.hosts.set(issuing, true);
    const host = hostOf(request.url);
    if (operation === null || host === undefined || this.hosts.size === 0) return undefined;
    // No other service has the paths of web forms.
    if (operations[operation].document !== 'access' || this.hosts.get(host) === true) return undefined;
    const why = this.hosts.has(host)
      ? 'issues tokens for other calls'
      : 'issued no token, and no --target names it';
    return `${show(host, false)} ${why}`;
  }

  #found(source: RecordSource, found: readonly Finding[]): void {
    const judged = this.#judged.get(source) as Judged;
    const { operation } = judged;
    const { totals, print } = this.#judging;
    const verdict = totals.addHistory(source, judged, found);
    this.#judged.set(source, { operation, verdict });
    print({ ...source, operation, verdict, findings: found });
  }
}

/** The host that issued a token; undefined for any other call. */
function tokenHost({ operation, request, response }: CallEvidence): string | undefined {
  const isIssued = operation === 'createToken' && responseClass(operation, response?.status) === 'success';
  return isIssued ? hostOf(request.url) : undefined;
}

/** What was not compared, one line each. */
function notComparedLines(summary: ReturnType<History['end']>, hosts: readonly string[]): string[] {
  const { notKept, jumps, firstJump, unknownUser, retries, sharedUrls } = summary;
  const lines = [
    hosts.length > 1 &&
      `${hosts.length} hosts are judged, each as a provider of its own: ${hosts.join(', ')}.`,
    // A single rule has nothing to be compared with.
    unknownUser > 1 &&
      `${unknownUser} rules are not compared with others: no long random token identifies their user.`,
    retries > 0 &&
      `${count(retries, 'message')} came again where no 2xx is recorded: retries, which are not judged.`,
    sharedUrls > 0 &&
      `${count(sharedUrls, 'V1 web form')} with the URL of a form of another user, which is not judged.`,
    firstJump &&
      `The clock goes back ${count(jumps, 'time')}, first at ${sourceText(firstJump)}: calls of such users are not compared.`,
    notKept > 0 && `${count(notKept, 'call')} are compared with no other: 200,000 users and calls are kept.`,
  ];
  return lines.flatMap((line) => line || []);
}

function nothingProven(totals: CheckTotals): string {
  if (totals.total('refused') > 0) return 'Nothing is proven by error responses (400 to 599) alone.';
  const others = totals.counts.operations['']?.['not-judged'] ?? 0;
  if (others > totals.counts.broken && others === totals.total('not-judged'))
    return 'Nothing could be judged: no record is a documented call, such as POST …/oauth/token.';
  return 'Nothing could be judged: the counts say why. check --help shows what a record looks like.';
}
