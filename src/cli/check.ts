/** The verb `check`: judges recorded exchanges and messages by the documentation. */
import { Command } from 'commander';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import { InputError } from '../../contracts/src/base/errors.ts';
import { JsonError } from '../../contracts/src/base/exact-json.ts';
import { textTable } from '../../contracts/src/base/table.ts';
import { count, oneLine } from '../../contracts/src/base/text.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../contracts/src/messages/cipher.ts';
import { type CheckedRecord, checkRecord } from '../../contracts/src/records/check-record.ts';
import { type FoundRecord, recordsIn } from '../../contracts/src/records/read-recording.ts';
import { type CheckedSubject, CheckTally, type Violations } from './check-tally.ts';
import { inputBytes } from './input-files.ts';
import { keyEnvOption, keyHint, messageCipher, messageTarget, targetOption } from './message-options.ts';
import { fitted } from './terminal-text.ts';

/** Characters of output that are written at once. */
const CHUNK = 65_536;
/** Broken records that are named one by one. */
const MOST_NAMED = 10;

interface Options {
  readonly json?: boolean;
  readonly keyEnv?: string;
  readonly target?: string;
}

/** How the records of all files are read. */
interface Reading {
  readonly cipher: () => Promise<Cipher>;
  readonly settings: Settings | undefined;
}

export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Judge recorded exchanges and messages: which sentence of the documentation did the service break?',
    )
    .argument('<files...>', 'NDJSON, one exchange or message a line, or HAR 1.2')
    .option('--json', 'print one line a record: {index, file, operation, verdict, findings, reason?}')
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
A line is an exchange:
  {"request":{"method","url","headers","body"},
   "response":{"status","headers","body"}}
or {"message":…} as it is sent, with the "rule" that sent it where it is known,
or the message by itself. Messages are decrypted with the key in the
environment; without one, with the published test key. Records count from 0 in
each file.
Refusals (400 to 599) are counted apart and prove nothing. Calls and messages
that the documentation does not know, and parts that were not recorded, are not
judged.
Exit 0: nothing is violated. Exit 1: something is.
Exit 2: a record or file is broken, or nothing is proven.

Example:
  npm run -s check -- recorded.ndjson browser.har`,
    )
    .action((files: readonly string[], options: Options) => check(files, options));
}

async function check(
  files: readonly string[],
  { json = false, keyEnv, target: path }: Options,
): Promise<void> {
  const target = await messageTarget(path);
  const keyName = keyEnv ?? target.keyEnv;
  const tally = new CheckTally();
  let made: Promise<Cipher> | undefined;
  const cipher = () => {
    made ??= messageCipher(keyName, target.cipher);
    return made;
  };
  let unreadable = 0;
  for (const file of files) {
    try {
      await checkFile(file, tally, json, { cipher, settings: target.settings });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      unreadable++;
      say(error.message);
    }
  }
  if (tally.broken > MOST_NAMED) say(`${tally.broken - MOST_NAMED} more records are broken.`);
  const proven = tally.total('upheld') + tally.total('violated');
  if (tally.operations.size > 0) report(tally, json, keyName);
  // An unreadable file has its own line.
  if (tally.operations.size > 0 && proven === 0 && unreadable === 0) say(nothingProven(tally));
  const isComplete = unreadable === 0 && tally.broken === 0 && proven > 0;
  process.exitCode = tally.total('violated') > 0 ? 1 : isComplete ? 0 : 2;
}

function report(tally: CheckTally, json: boolean, keyName: string | undefined): void {
  if (tally.unreadable > 0) say(keyHint(keyName));
  process.stderr.write(fitted(notesText(tally), process.stderr));
  if (json) say(sentence(tally));
  else process.stdout.write(fitted(checkText(tally), process.stdout));
}

async function checkFile(
  file: string,
  tally: CheckTally,
  json: boolean,
  { cipher, settings }: Reading,
): Promise<void> {
  let index = 0;
  let output = '';
  for (const found of await recordsOfFile(file)) {
    const pending = checkRecord(found, cipher, settings);
    // An await for each exchange would take longer than judging it.
    const checked = pending instanceof Promise ? await pending : pending;
    tally.add(file, index, checked);
    if (checked.isBroken && tally.broken <= MOST_NAMED) {
      const place = found.line === undefined ? '' : ` (line ${found.line})`;
      say(`${file}, record ${index}${place} is broken: ${checked.reason}.`);
    }
    if (json) output += outputLine(index, file, checked);
    if (output.length > CHUNK) {
      process.stdout.write(output);
      output = '';
    }
    index++;
  }
  process.stdout.write(output);
  if (index === 0) throw new InputError(`${file} holds no record, so there is nothing to judge.`);
}

function outputLine(index: number, file: string, checked: CheckedRecord): string {
  const { operation, verdict, findings, reason } = checked;
  return `${JSON.stringify({ index, file, operation, verdict, findings, reason })}\n`;
}

function nothingProven(tally: CheckTally): string {
  if (tally.total('refused') > 0)
    return 'Nothing is proven: a refusal (400 to 599) does not show that the service keeps the documentation.';
  const others = tally.operations.get(null)?.['not-judged'] ?? 0;
  if (others > tally.broken)
    return 'Nothing could be judged: no record is a documented call, such as POST …/oauth/token.';
  return 'Nothing could be judged; check --help shows what a record looks like.';
}

function say(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
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

/** For people: each violated clause with its places, then the counts. */
export function checkText(tally: CheckTally): string {
  const clauses = [...SENTENCES.keys()].flatMap((clause) => {
    const violations = tally.violations.get(clause);
    return violations ? [clauseText(clause, violations)] : [];
  });
  return `${clauses.join('')}${countsTable(tally)}\n${sentence(tally)}\n`;
}

const VERDICTS = ['upheld', 'violated', 'refused', 'not-judged'] as const;

/** The totals in one line, and why records were not judged. */
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
  return `${records}: ${parts.join(', ')}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}.`;
}

/** Refusals, undocumented fields and unknown keys, which violate nothing; empty without any. */
export function notesText(tally: CheckTally): string {
  const rows = SUBJECTS.flatMap((operation) =>
    [...(tally.notes.get(operation)?.counts ?? [])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, times]) => [operation ?? UNKNOWN, oneLine(what).slice(0, LONGEST_NOTE), `${times}×`]),
  );
  if (rows.length === 0) return '';
  const more = rows.length > LONGEST_NOTES ? `and ${rows.length - LONGEST_NOTES} more\n` : '';
  return `Seen, though not documented; none of it is a violation:\n${textTable(rows.slice(0, LONGEST_NOTES))}${more}`;
}

function clauseText(clause: string, { count: all, shown }: Violations): string {
  const places = shown.map(
    ({ file, index, operation, pointer, message }) =>
      `  ${oneLine(file)}, record ${index}, ${operation ?? UNKNOWN}\n    ${oneLine(pointer)}\n    ${message}\n`,
  );
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

/** The records, broken ones too. Throws InputError for a file that is neither NDJSON nor a JSON document. */
export async function recordsOfFile(path: string): Promise<Iterable<FoundRecord>> {
  const bytes = await inputBytes(path);
  const refused = refusal(bytes);
  if (refused !== undefined) throw new InputError(`${path} is ${refused}.`);
  try {
    return recordsIn(bytes);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${path} cannot be judged: ${error.message}.`);
    if (!(error instanceof JsonError)) throw error;
    throw new InputError(
      `${path} is not valid JSON: ${error.message}. Records are written one a line, or exported as HAR.`,
    );
  }
}

/** Why a file is no JSON, by its first bytes. */
function refusal(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) return 'compressed: unpack it first (gunzip)';
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'UTF-16 text: save it as UTF-8';
  return bytes.subarray(0, 4096).includes(0) ? 'not text: records are NDJSON or a HAR export' : undefined;
}
