/** `compare --recorded`: pairs the V1 flows and V2 requests of recordings and writes a verdict on each pair. */
import { InputError } from '../../../../contracts/src/base/errors.ts';
import { flows } from '../../../../contracts/src/base/flows.ts';
import { textTable } from '../../../../contracts/src/base/table.ts';
import { count, oneLine } from '../../../../contracts/src/base/text.ts';
import type { ComparedField } from '../../../../contracts/src/migration/compare-requests.ts';
import { whyBodiless } from '../../../evidence/recorded-flows.ts';
import { exitCode } from '../../exit-codes.ts';
import { FewLines, sourceText } from '../../recordings/recording-files.ts';
import { say } from '../../terminal-text.ts';
import { type Decided, unmetLines } from '../decisions.ts';
import type { KnownFields } from '../known-fields.ts';
import { NullMembers } from '../request-files.ts';
import { type PairedFlows, type RecordedPair, RecordedPairs } from './pair-flows.ts';
import { leftOutText, readFlows } from './read-flows.ts';

/** Lines of a terminal. */
const MOST_ROWS = 500;
const MOST_FIELDS = 5;

/** Sets the exit code: 0 where every flow has its equivalent, 1 where one has not, 2 where nothing was to compare. */
export async function compareRecorded(
  files: readonly string[],
  decided: Decided,
  known: KnownFields,
  json?: true,
): Promise<void> {
  const all = new RecordedPairs(decided, known);
  const bodiless = new FewLines();
  const nulls = new NullMembers();
  const read = await readFlows(files, (flow) => {
    nulls.add(flow.json, flow.submission?.json);
    if (!all.add(flow)) bodiless.add(`${sourceText(flow.source)}: ${whyBodiless(flow)}.`);
  });
  bodiless.end('requests cannot be read');
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
  const { pairs, unpaired } = all.pairs();
  const wrong = pairs.filter(({ verdict }) => verdict !== 'equivalent').length;
  // The counterpart may be among the flows beyond the limit.
  const isEquivalent = wrong === 0 && (unpaired.length === 0 || all.ignored > 0);
  if (all.ignored > 0)
    say(`${all.ignored} flows more than are compared at once: split the recordings by user.`);
  const left = (of: string) => unpaired.filter(({ version }) => version === of).length;
  const verdicts = `${count(pairs.length, 'pair')}: ${pairs.length - wrong} equivalent, ${wrong} not`;
  const others = `${count(left('V1'), 'V1 flow')} and ${count(left('V2'), 'V2 request')} without a counterpart`;
  const report = { pairs, unpaired, sentence: `${verdicts}; ${others}${leftOutText(read)}.` };
  if (json) {
    process.stdout.write(`${JSON.stringify(jsonReport(report, isEquivalent))}\n`);
    say(report.sentence);
  } else process.stdout.write(textReport(report));
  const unknown = read.isIncomplete || all.ignored + bodiless.all > 0;
  nulls.say();
  for (const line of unmetLines(decided)) say(line);
  const stale = known.sayStale();
  process.exitCode = exitCode({ judged: true, wrong: !isEquivalent || stale > 0, unknown });
}

interface Report extends PairedFlows {
  readonly sentence: string;
}

function jsonReport({ pairs, unpaired }: PairedFlows, isEquivalent: boolean): object {
  return {
    verdict: isEquivalent ? 'equivalent' : 'not-equivalent',
    pairs: pairs.map(({ v1, v2, verdict, fields }) => {
      return { verdict, kind: v1.kind, v1: v1.source, v2: v2.source, fields };
    }),
    unpaired: unpaired.map(({ version, kind, source }) => ({ version, kind, ...source })),
  };
}

function unpairedLines({ unpaired }: Report): string[] {
  return unpaired.map(({ version, kind, source }) => {
    const why = version === 'V1' ? 'no V2 request carries this V1' : 'no V1 flow asked for this V2';
    return oneLine(`${sourceText(source)}: ${why} ${flows[kind].title}.`);
  });
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

function textReport(report: Report): string {
  const rows = report.pairs.flatMap((pair) => {
    const [first = '', ...others] = notes(pair);
    const verdict = pair.verdict.replace('-', ' ');
    return [[verdict, ...sidesOf(pair), first], ...others.map((note) => ['', '', '', note])];
  });
  const head = ['verdict', 'V1 flow', 'V2 request', ''];
  const table = rows.length > 0 ? `${textTable([head, ...rows.slice(0, MOST_ROWS)])}${moreRows(rows)}\n` : '';
  const lines = unpairedLines(report);
  const left = lines.slice(0, MOST_ROWS).map((line) => `${line}\n`);
  return `${table}${left.join('')}${moreRows(lines)}${lines.length > 0 ? '\n' : ''}${report.sentence}\n`;
}

function moreRows({ length }: readonly unknown[]): string {
  return length > MOST_ROWS ? `and ${length - MOST_ROWS} more; --json has all\n` : '';
}
