/** The verb `check`: judges recorded exchanges and messages by the documentation. */
import { Command } from 'commander';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import { InputError, only } from '../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { smallest } from '../../contracts/src/base/smallest.ts';
import { textTable } from '../../contracts/src/base/table.ts';
import { count, oneLine } from '../../contracts/src/base/text.ts';
import type { MemorySummary } from '../../contracts/src/evidence/recording-memory.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Cipher } from '../../contracts/src/messages/cipher.ts';
import { CheckRun, MOST_NAMED, say } from './check-run.ts';
import { type CheckedSubject, type CheckTally, type FoundOfClause, MOST_NOTES } from './check-tally.ts';
import { keyEnvOption, keyHint, messageCipher, messageTarget, targetOption } from './message-options.ts';
import { fitted } from './terminal-text.ts';

export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Judge recorded exchanges and messages: which sentence of the documentation did the service, or your requests, break?',
    )
    .argument('<files...>', 'NDJSON, HAR 1.2 or JSON, packed by gzip or zstd or not; - for stdin')
    .option('--json', 'print one line a record: {index, file, operation, verdict, findings, reason?}')
    .option('--each', 'judge each record by itself, and compare none with an earlier one')
    .option('--provider-only', 'end with 0 where only your own requests deviate from the documentation')
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
A record, one a line or one item of a list, is an exchange:
  {"request":{"method","url","headers","body"},
   "response":{"status","headers","body"}}
or {"message":…} as it is sent, with the "rule" that sent it where it is known,
or the message by itself; both may have a "time". Files may have any size, a
record at most 64 MB. Messages are decrypted with the key in the
environment; without one, with the published test key. Records count from 0 in
each file.
Refusals (400 to 599) are counted apart and prove nothing. Calls and messages
that the documentation does not know, parts that were not recorded, and calls of
hosts that issue no token in the recording and that --target does not name are
not judged; where no host is known, those of every host are.
Records are compared with earlier ones of the same user, in order of time: give
calls before messages. What a recording lacks is not judged.
A request that deviates, in type, word, range or by a name of the other version,
is a mistake of yours where the call succeeds: the provider may accept it.
Exit 0: nothing is violated. Exit 1: something is, or a request deviates.
Exit 2: a record or file is broken, or nothing is proven.

Example:
  npm run -s check -- recorded.ndjson.gz browser.har`,
    )
    .action((files: readonly string[], options: CheckOptions) => check(files, options));
}

interface CheckOptions {
  readonly json?: boolean;
  readonly each?: boolean;
  readonly providerOnly?: boolean;
  readonly keyEnv?: string;
  readonly target?: string;
}

async function check(
  files: readonly string[],
  { json = false, each = false, providerOnly = false, keyEnv, target: path }: CheckOptions,
): Promise<void> {
  const { settings, accessHost, ...target } = await messageTarget(path);
  const keyName = keyEnv ?? target.keyEnv;
  const secrets: Secrets = new KnownValues();
  // Exchanges need no key.
  let made: Promise<Cipher> | undefined;
  const cipher = () => {
    made ??= messageCipher(keyName, target.cipher, secrets);
    return made;
  };
  const run = new CheckRun({ cipher, settings, json, each, accessHost }, secrets);
  let unreadable = 0;
  for (const file of files) {
    try {
      await run.file(file);
    } catch (error) {
      only(error, InputError);
      unreadable++;
      say(error.message);
    }
  }
  const memory = await run.end();
  const { tally, output, hosts } = run;
  if (tally.broken > MOST_NAMED) say(`${tally.broken - MOST_NAMED} more records are broken.`);
  if (tally.operations.size > 0) {
    if (tally.unreadable > 0) say(keyHint(keyName));
    process.stderr.write(fitted(notesText(tally), process.stderr));
    // The lines of the records are printed already.
    if (json) say(sentence(tally));
    else output.write(fitted(checkText(tally), process.stdout));
  }
  for (const line of leftOut(memory, each ? [] : [...hosts].sort())) say(line);
  const proven = tally.total('upheld') + tally.total('violated');
  // An unreadable file has its own line.
  if (proven === 0 && unreadable === 0) say(nothingProven(tally));
  const isComplete = output.isComplete() && unreadable === 0 && tally.broken === 0 && proven > 0;
  const isWrong = tally.total('violated') > 0 || (tally.count('client') > 0 && !providerOnly);
  process.exitCode = isWrong ? 1 : isComplete ? 0 : 2;
}

/** What a memory did not compare, one line each. */
function leftOut(
  { forgottenUsers, forgottenThings, jumps, firstJump, uncompared }: MemorySummary,
  hosts: readonly string[],
): string[] {
  const lines: string[] = [];
  if (hosts.length > 1)
    lines.push(`${hosts.length} hosts are judged, each as a provider of its own: ${hosts.join(', ')}.`);
  // One call by itself has nothing to be compared with.
  if (uncompared > 1)
    lines.push(`${uncompared} calls are compared with no other: no long random token tells whose they are.`);
  if (jumps > 0 && firstJump) {
    const place = `${firstJump.file}, record ${firstJump.index}`;
    const times = count(jumps, 'time');
    lines.push(`The clock goes back ${times}, first at ${place}: nothing is compared across it.`);
  }
  const forgotten = [
    ...(forgottenUsers > 0 ? [`the records of ${count(forgottenUsers, 'user')}`] : []),
    ...(forgottenThings > 0 ? [`${forgottenThings} tokens, rules, forms and payments of others`] : []),
  ];
  if (forgotten.length > 0)
    lines.push(`Forgotten, since there were too many, and not compared: ${forgotten.join(' and ')}.`);
  return lines;
}

function nothingProven(tally: CheckTally): string {
  if (tally.total('refused') > 0)
    return 'Nothing is proven: a refusal (400 to 599) does not show that the service keeps the documentation.';
  const others = tally.operations.get(null)?.['not-judged'] ?? 0;
  if (others > tally.broken)
    return 'Nothing could be judged: no record is a documented call, such as POST …/oauth/token.';
  return 'Nothing could be judged; check --help shows what a record looks like.';
}

const MOST_REASONS = 5;
const LONGEST_NOTES = 40;
const LONGEST_NOTE = 120;
const UNKNOWN = 'no documented call';
const SUBJECTS: readonly (CheckedSubject | null)[] = [
  ...(Object.keys(operations) as OperationId[]),
  ...triggerEvents,
  null,
];
const SENTENCES = new Map(ledger.clauses.map(({ id, says }) => [id, says]));

/** For people: each clause that is broken, by the provider and by requests, with its places, then the counts. */
export function checkText(tally: CheckTally): string {
  const { provider, client } = tally.findings;
  const requests = client.size > 0 ? `Your requests\n\n${clausesText(client)}` : '';
  const both = provider.size > 0 && requests !== '' ? 'The provider\n\n' : '';
  return `${both}${clausesText(provider)}${requests}${countsTable(tally)}\n${sentence(tally)}\n`;
}

function clausesText(found: ReadonlyMap<string, FoundOfClause>): string {
  const clauses = [...SENTENCES.keys()].filter((clause) => found.has(clause));
  return clauses.map((clause) => clauseText(clause, found.get(clause) as FoundOfClause)).join('');
}

const VERDICTS = ['upheld', 'violated', 'refused', 'not-judged'] as const;

/** The totals in one line, why records were not judged, and whose mistakes were found. */
export function sentence(tally: CheckTally): string {
  const totals = VERDICTS.map((verdict) => tally.total(verdict));
  const parts = VERDICTS.map((verdict, at) => `${totals[at]} ${verdict.replace('-', ' ')}`);
  const records = count(
    totals.reduce((sum, total) => sum + total),
    'record',
  );
  const reasons = [...tally.reasons]
    .sort(([a, timesOfA], [b, timesOfB]) => timesOfB - timesOfA || (a < b ? -1 : 1))
    .slice(0, MOST_REASONS)
    .map(([reason, times]) => `${times}× ${reason}`);
  if (tally.broken > 0) reasons.unshift(`${tally.broken} broken`);
  const why = reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
  const found = `provider ${tally.count('provider')}, your requests ${tally.count('client')}`;
  return `${records}: ${parts.join(', ')}${why}. Findings: ${found}.`;
}

/** Refusals, undocumented fields and unknown keys, which violate nothing; empty without any. */
export function notesText(tally: CheckTally): string {
  const rows = SUBJECTS.flatMap((operation) =>
    smallest(tally.notes.get(operation) ?? new Map<string, number>(), MOST_NOTES).map(([what, times]) => [
      operation ?? UNKNOWN,
      oneLine(what).slice(0, LONGEST_NOTE),
      `${times}×`,
    ]),
  );
  if (rows.length === 0) return '';
  const more = rows.length > LONGEST_NOTES ? `and ${rows.length - LONGEST_NOTES} more\n` : '';
  return `Seen, though not documented; none of it is a violation:\n${textTable(rows.slice(0, LONGEST_NOTES))}${more}`;
}

function clauseText(clause: string, { count: all, shown }: FoundOfClause): string {
  const places = shown.map(({ file, index, operation, pointer, message, earlier }) => {
    const before = earlier ? `    compared with ${oneLine(earlier.file)}, record ${earlier.index}\n` : '';
    return `  ${oneLine(file)}, record ${index}, ${operation ?? UNKNOWN}\n    ${oneLine(pointer)}\n    ${message}\n${before}`;
  });
  const more = all > shown.length ? `  and ${all - shown.length} more; --json lists all\n` : '';
  return `${clause}: ${SENTENCES.get(clause)}\n${places.join('')}${more}\n`;
}

function countsTable({ operations: counted }: CheckTally): string {
  const rows = SUBJECTS.flatMap((operation) => {
    const counts = counted.get(operation);
    if (!counts) return [];
    const name = operation ?? UNKNOWN;
    return [[name, ...VERDICTS.map((verdict) => String(counts[verdict]))]];
  });
  return textTable([['operation', ...VERDICTS.map((verdict) => verdict.replace('-', ' '))], ...rows]);
}
