/** `compare --recorded`: pairs the V1 flows and V2 requests of recordings and writes a verdict on each pair. */
import { InputError } from '../../../contracts/src/base/errors.ts';
import { markdownWords, textTable } from '../../../contracts/src/base/table.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import type { ComparedField } from '../../../contracts/src/migration/compare-requests.ts';
import type { MigrationDecisions } from '../../../contracts/src/migration/mapping-engine.ts';
import { exitCode } from '../exit-codes.ts';
import { drained } from '../line-output.ts';
import { FewLines, sourceText } from '../recording-files.ts';
import { say } from '../terminal-text.ts';
import { type PairedFlows, type RecordedPair, RecordedPairs } from './pair-flows.ts';
import { leftOutText, readFlows } from './read-flows.ts';

/** Lines of a terminal or a ticket. */
const MOST_ROWS = 500;
const MOST_FIELDS = 5;

/** Sets the exit code: 0 where every flow has its equivalent, 1 where one has not, 2 where nothing was to compare. */
export async function compareRecorded(
  files: readonly string[],
  { json, markdown, ...decisions }: MigrationDecisions & { json?: true; markdown?: true },
): Promise<void> {
  const all = new RecordedPairs(decisions);
  const bodiless = new FewLines();
  const read = await readFlows(files, (flow) => {
    if (!all.add(flow)) bodiless.add(`${sourceText(flow.call.source)} has no JSON object as request body.`);
  });
  bodiless.end('requests have no body in the recording');
  if (read.seeds.size > 1)
    throw new InputError(
      'The calls were recorded with different seeds, so that equal values differ: record all with one --seed.',
    );
  const { V1, V2 } = all.seen;
  if (V1 === 0 || V2 === 0) {
    const found = `${count(V1, 'V1 flow')} and ${count(V2, 'V2 request')}`;
    say(`There is nothing to compare: ${found}${leftOutText(read)}.`);
    process.exitCode = exitCode({ judged: 0, wrong: 0 });
    return;
  }
  const paired = all.pairs();
  const unpaired = paired.unpaired.V1.length + paired.unpaired.V2.length;
  // The counterpart may be among the flows beyond the limit.
  const isEquivalent =
    paired.pairs.every(({ verdict }) => verdict === 'equivalent') && (unpaired === 0 || all.ignored > 0);
  if (all.ignored > 0)
    say(`${all.ignored} flows more than are compared at once: split the recordings by user.`);
  const sentence = `${sentenceOf(paired)}${leftOutText(read)}.`;
  const report = { paired, sentence };
  if (json) await writeJson(report, isEquivalent ? 'equivalent' : 'not-equivalent');
  else process.stdout.write(markdown ? markdownOf(report) : textOf(report));
  if (json) say(sentence);
  const unknown = read.broken + all.ignored + bodiless.all;
  process.exitCode = exitCode({ judged: true, wrong: !isEquivalent, unknown });
}

function sentenceOf({ pairs, unpaired: { V1, V2 } }: PairedFlows): string {
  const wrong = pairs.filter(({ verdict }) => verdict !== 'equivalent').length;
  const verdicts = `${count(pairs.length, 'pair')}: ${pairs.length - wrong} equivalent, ${wrong} not`;
  return `${verdicts}; ${count(V1.length, 'V1 flow')} and ${count(V2.length, 'V2 request')} without a counterpart`;
}

const VERSIONS = ['V1', 'V2'] as const;
const KINDS = { import: 'bank connection import', payment: 'payment' } as const;

interface Report {
  readonly paired: PairedFlows;
  readonly sentence: string;
}

/** The first ones: of each version as many as a report shows. */
function unpairedLines({ paired: { unpaired } }: Report): string[] {
  return VERSIONS.flatMap((version) =>
    unpaired[version].slice(0, MOST_ROWS).map(({ kind, source }) => {
      const why = version === 'V1' ? 'no V2 request carries this V1' : 'no V1 flow asked for this V2';
      return oneLine(`${sourceText(source)}: ${why} ${KINDS[kind]}.`);
    }),
  );
}

function fieldText({ from, to, verdict, message }: ComparedField): string {
  return oneLine(`${from ?? to} ${verdict}${message === '' ? '' : `: ${message}`}`);
}

function notes({ fields }: RecordedPair): string[] {
  const more = fields.length > MOST_FIELDS ? [`and ${fields.length - MOST_FIELDS} more; --json has all`] : [];
  return [...fields.slice(0, MOST_FIELDS).map(fieldText), ...more];
}

function sidesOf({ v1, v2 }: RecordedPair): string[] {
  return [v1, v2].map(({ source }) => oneLine(sourceText(source)));
}

function textOf(report: Report): string {
  const { pairs, unpaired } = report.paired;
  const rows = pairs.slice(0, MOST_ROWS).flatMap((pair) => {
    const [first = '', ...others] = notes(pair);
    const verdict = pair.verdict.replace('-', ' ');
    return [[verdict, ...sidesOf(pair), first], ...others.map((note) => ['', '', '', note])];
  });
  const linesOf = ({ fields }: RecordedPair) => Math.max(1, Math.min(fields.length, MOST_FIELDS + 1));
  const all = pairs.reduce((sum, pair) => sum + linesOf(pair), 0);
  const head = ['verdict', 'V1 flow', 'V2 request', ''];
  const table = rows.length > 0 ? `${textTable([head, ...rows.slice(0, MOST_ROWS)])}${cut(all)}\n` : '';
  const left = unpaired.V1.length + unpaired.V2.length;
  const lines = unpairedLines(report).slice(0, MOST_ROWS);
  return `${table}${lines.map((line) => `${line}\n`).join('')}${cut(left)}${left > 0 ? '\n' : ''}${report.sentence}\n`;
}

function markdownOf(report: Report): string {
  const { pairs, unpaired } = report.paired;
  const items = pairs.slice(0, MOST_ROWS).map((pair) => {
    const box = pair.verdict === 'equivalent' ? 'x' : ' ';
    const sides = sidesOf(pair).map(markdownWords);
    const inner = notes(pair).map((note) => `  - ${markdownWords(note)}\n`);
    return `- [${box}] ${sides.join(' → ')}: ${pair.verdict.replace('-', ' ')}\n${inner.join('')}`;
  });
  const lines = unpairedLines(report).map((line) => `- [ ] ${markdownWords(line)}\n`);
  const all = pairs.length + unpaired.V1.length + unpaired.V2.length;
  const shown = [...items, ...lines].slice(0, MOST_ROWS).join('');
  return `### V1 → Web Form V2, as recorded\n\n${markdownWords(report.sentence)}\n\n${shown}${cut(all)}`;
}

function cut(all: number): string {
  return all > MOST_ROWS ? `and ${all - MOST_ROWS} more; --json has all\n` : '';
}

/** Characters of output that are written at once: all of it as one text would take more memory than the flows. */
const CHUNK = 65_536;

async function writeJson(report: Report, verdict: string): Promise<void> {
  process.stdout.write(`{"verdict":"${verdict}","pairs":`);
  await writeList(pairItems(report));
  process.stdout.write(',"unpaired":');
  await writeList(unpairedItems(report));
  process.stdout.write('}\n');
}

async function writeList(items: Iterable<object>): Promise<void> {
  let text = '[';
  let comma = '';
  for (const item of items) {
    text += comma + JSON.stringify(item);
    comma = ',';
    if (text.length < CHUNK) continue;
    process.stdout.write(text);
    await drained();
    text = '';
  }
  process.stdout.write(`${text}]`);
}

function* pairItems({ paired: { pairs } }: Report) {
  for (const { v1, v2, verdict, fields } of pairs) {
    const { kind, source, submissions } = v1;
    yield { verdict, kind, v1: { ...source, submissions }, v2: v2.source, fields };
  }
}

function* unpairedItems({ paired: { unpaired } }: Report) {
  for (const version of VERSIONS)
    for (const { kind, source } of unpaired[version]) yield { version, kind, ...source };
}
