/** `compare --recorded`: pairs the V1 flows and V2 requests of recordings and writes a verdict on each pair. */
import { markdownWords, textTable } from '../../../contracts/src/base/table.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import type { ComparedField } from '../../../contracts/src/migration/compare-requests.ts';
import type { MigrationDecisions } from '../../../contracts/src/migration/mapping-engine.ts';
import type { RecordSource } from '../../../contracts/src/records/recorded-flows.ts';
import { type PairedFlows, type PairedSide, type RecordedPair, RecordedPairs } from './pair-flows.ts';
import { FewLines, leftOutText, readFlows, sourceText } from './read-flows.ts';

export interface RecordedComparisonOptions extends MigrationDecisions {
  readonly json?: true;
  readonly markdown?: true;
}

/** Lines of a terminal or a ticket. */
const MOST_ROWS = 500;
const MOST_FIELDS = 5;

/** Sets the exit code: 0 where every flow has its equivalent, 1 where one has not, 2 where nothing was to compare. */
export async function compareRecorded(
  files: readonly string[],
  { json, markdown, ...decisions }: RecordedComparisonOptions,
): Promise<void> {
  const all = new RecordedPairs(decisions);
  const bodiless = new FewLines('requests have no body in the recording');
  const read = await readFlows(files, (flow) => {
    if (!all.add(flow)) bodiless.add(`${sourceText(flow.call.source)} has no request body in the recording.`);
  });
  bodiless.end();
  const { V1, V2 } = all.seen;
  if (V1 === 0 || V2 === 0) {
    const found = `${count(V1, 'V1 flow')} and ${count(V2, 'V2 request')}`;
    process.stderr.write(`There is nothing to compare: ${found}${leftOutText(read)}.\n`);
    process.exitCode = 2;
    return;
  }
  const paired = all.pairs();
  const isEquivalent =
    paired.pairs.every(({ verdict }) => verdict === 'equivalent') &&
    paired.unpaired.V1.length + paired.unpaired.V2.length === 0;
  const isWhole = read.broken + all.ignored + bodiless.all === 0;
  if (all.ignored > 0)
    process.stderr.write(
      `${all.ignored} flows more than are compared at once: split the recordings by user.\n`,
    );
  const verdict = isEquivalent ? 'equivalent' : 'not-equivalent';
  const sentence = `${sentenceOf(paired)}${leftOutText(read)}.`;
  if (json) process.stdout.write(`${JSON.stringify({ verdict, ...jsonOf(paired) })}\n`);
  else process.stdout.write(markdown ? markdownOf(paired, sentence) : textOf(paired, sentence));
  if (json) process.stderr.write(`${sentence}\n`);
  process.exitCode = isEquivalent ? (isWhole ? 0 : 2) : 1;
}

function sentenceOf({ pairs, unpaired: { V1, V2 } }: PairedFlows): string {
  const wrong = pairs.filter(({ verdict }) => verdict !== 'equivalent').length;
  const verdicts = `${count(pairs.length, 'pair')}: ${pairs.length - wrong} equivalent, ${wrong} not`;
  return `${verdicts}; ${count(V1.length, 'V1 flow')} and ${count(V2.length, 'V2 request')} without a counterpart`;
}

const KINDS = { import: 'bank connection import', payment: 'payment' } as const;

function unpairedLines({ unpaired: { V1, V2 } }: PairedFlows): string[] {
  return [
    ...V1.map(({ kind, source }) => `${sourceText(source)}: no V2 request carries this V1 ${KINDS[kind]}.`),
    ...V2.map(({ kind, source }) => `${sourceText(source)}: no V1 flow asked for this V2 ${KINDS[kind]}.`),
  ];
}

function fieldText({ from, to, verdict, message }: ComparedField): string {
  return oneLine(`${from ?? to} ${verdict}${message === '' ? '' : `: ${message}`}`);
}

function notes({ fields }: RecordedPair): string[] {
  const more = fields.length > MOST_FIELDS ? [`and ${fields.length - MOST_FIELDS} more; --json has all`] : [];
  return [...fields.slice(0, MOST_FIELDS).map(fieldText), ...more];
}

function textOf(paired: PairedFlows, sentence: string): string {
  const rows = paired.pairs.flatMap((pair) => {
    const [first = '', ...others] = notes(pair);
    const verdict = pair.verdict.replace('-', ' ');
    const sides = [pair.v1, pair.v2].map(({ source }) => oneLine(sourceText(source)));
    return [[verdict, ...sides, first], ...others.map((note) => ['', '', '', note])];
  });
  const lines = unpairedLines(paired).map((line) => `${oneLine(line)}\n`);
  const head = ['verdict', 'V1 flow', 'V2 request', ''];
  const table = rows.length > 0 ? `${textTable([head, ...rows.slice(0, MOST_ROWS)])}${cut(rows)}\n` : '';
  return `${table}${lines.slice(0, MOST_ROWS).join('')}${cut(lines)}${lines.length > 0 ? '\n' : ''}${sentence}\n`;
}

function markdownOf(paired: PairedFlows, sentence: string): string {
  const items = paired.pairs.map((pair) => {
    const box = pair.verdict === 'equivalent' ? 'x' : ' ';
    const sides = [pair.v1, pair.v2].map(({ source }) => markdownWords(oneLine(sourceText(source))));
    const inner = notes(pair).map((note) => `  - ${markdownWords(note)}\n`);
    return `- [${box}] ${sides.join(' → ')}: ${pair.verdict.replace('-', ' ')}\n${inner.join('')}`;
  });
  const lines = unpairedLines(paired).map((line) => `- [ ] ${markdownWords(oneLine(line))}\n`);
  const all = [...items, ...lines];
  return `### V1 → Web Form V2, as recorded\n\n${markdownWords(sentence)}\n\n${all.slice(0, MOST_ROWS).join('')}${cut(all)}`;
}

function cut(lines: readonly unknown[]): string {
  return lines.length > MOST_ROWS ? `and ${lines.length - MOST_ROWS} more; --json has all\n` : '';
}

function jsonOf({ pairs, unpaired }: PairedFlows) {
  return {
    pairs: pairs.map(({ v1, v2, verdict, fields }) => ({
      verdict,
      kind: v1.kind,
      v1: { ...v1.source, submissions: v1.submissions },
      v2: v2.source,
      fields,
    })),
    unpaired: [...unpaired.V1.map(unpairedJson('V1')), ...unpaired.V2.map(unpairedJson('V2'))],
  };
}

function unpairedJson(version: 'V1' | 'V2') {
  return ({ kind, source }: PairedSide): RecordSource & { version: string; kind: string } => {
    return { version, kind, ...source };
  };
}
