/** `compare --recorded`: pairs the V1 flows and V2 requests of recordings and writes a verdict on each pair. */

import { flows } from '../../../../contracts/src/base/flows.ts';
import { count, oneLine } from '../../../../contracts/src/base/text.ts';
import type { ComparedField } from '../../../../contracts/src/migration/compare-requests.ts';
import { InputError } from '../../../base/errors.ts';
import { textTable } from '../../../base/table.ts';
import { whyBodiless } from '../../../evidence/recorded-flows.ts';
import { exitCode } from '../../exit-codes.ts';
import { FewLines, sourceText } from '../../recordings/recording-files.ts';
import { say } from '../../terminal-text.ts';
import type { Decided } from '../decisions.ts';
import type { KnownFields } from '../known-fields.ts';
import { type PairedFlows, recordedPairs } from './pair-flows.ts';
import { leftOutText, readFlows } from './read-flows.ts';

/** How many lines are printed. */
const MOST_ROWS = 500;
const MOST_FIELDS = 5;

/** Sets the exit code: 0 where every flow has its equivalent, 1 where one has not, 2 where nothing was to compare. */
export async function compareRecorded(
  files: readonly string[],
  decided: Decided,
  known: KnownFields,
  json?: true,
): Promise<void> {
  const all = recordedPairs(decided, known);
  const bodiless = new FewLines();
  const read = await readFlows(files, (flow) => {
    if (!all.add(flow)) bodiless.add(`${sourceText(flow.source)}: ${whyBodiless(flow)}.`);
  });
  bodiless.end('requests cannot be read');
  if (read.seeds.size > 1)
    throw new InputError(
      'The calls were recorded with different seeds, so that equal values differ: record all with one --seed.',
    );
  const { V1, V2, ignored } = all.seen;
  if (V1 === 0 || V2 === 0) {
    const found = `${count(V1, 'V1 flow')} and ${count(V2, 'V2 request')}`;
    say(`There is nothing to compare: ${found}${leftOutText(read)}.`);
    process.exitCode = exitCode({ judged: 0, wrong: 0 });
    return;
  }
  const { pairs, unpaired } = all.pairs();
  const wrong = pairs.filter(({ verdict }) => verdict !== 'equivalent').length;
  // The counterpart may be among the flows beyond the limit.
  const isEquivalent = wrong === 0 && (unpaired.length === 0 || ignored > 0);
  if (ignored > 0) say(`${ignored} flows more than are compared at once: split the recordings by user.`);
  const left = (of: string) => unpaired.filter(({ version }) => version === of).length;
  const verdicts = `${count(pairs.length, 'pair')}: ${pairs.length - wrong} equivalent, ${wrong} not`;
  const others = `${count(left('V1'), 'V1 flow')} and ${count(left('V2'), 'V2 request')} without a counterpart`;
  const sentence = `${verdicts}; ${others}${leftOutText(read)}.`;
  if (json) {
    process.stdout.write(`${JSON.stringify(jsonReport({ pairs, unpaired }, isEquivalent))}\n`);
    say(sentence);
  } else process.stdout.write(`${textReport({ pairs, unpaired })}${sentence}\n`);
  const unknown = read.isIncomplete || ignored + bodiless.all > 0;
  decided.sayNulls();
  decided.unmetLines().forEach(say);
  const stale = known.sayStale();
  process.exitCode = exitCode({ judged: true, wrong: !isEquivalent || stale > 0, unknown });
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

function textReport({ pairs, unpaired }: PairedFlows): string {
  const rows = pairs.flatMap(({ v1, v2, verdict, fields }) => {
    const [first = '', ...others] = fieldNotes(fields);
    const sides = [v1, v2].map(({ source }) => oneLine(sourceText(source)));
    return [[verdict.replace('-', ' '), ...sides, first], ...others.map((note) => ['', '', '', note])];
  });
  const lines = unpaired.map(({ version, kind, source }) => {
    const why = version === 'V1' ? 'no V2 request carries this V1' : 'no V1 flow asked for this V2';
    return `${oneLine(`${sourceText(source)}: ${why} ${flows[kind].title}`)}.\n`;
  });
  const head = ['verdict', 'V1 flow', 'V2 request', ''];
  const table = rows.length > 0 ? `${textTable([head, ...rows.slice(0, MOST_ROWS)])}${moreRows(rows)}\n` : '';
  const left = lines.length > 0 ? `${lines.slice(0, MOST_ROWS).join('')}${moreRows(lines)}\n` : '';
  return table + left;
}

function fieldNotes(fields: readonly ComparedField[]): string[] {
  const notes = fields
    .slice(0, MOST_FIELDS)
    .map(({ from, to, verdict, message }) =>
      oneLine(`${from ?? to} ${verdict}${message === '' ? '' : `: ${message}`}`),
    );
  const more = fields.length - notes.length;
  return more > 0 ? [...notes, `and ${more} more; --json has all`] : notes;
}

function moreRows({ length }: readonly unknown[]): string {
  return length > MOST_ROWS ? `and ${length - MOST_ROWS} more; --json has all\n` : '';
}
