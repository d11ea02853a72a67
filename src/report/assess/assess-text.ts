/** Writes the readiness of a recording to the terminal, in at most 40 lines. */

import { count, oneLine } from '../../../contracts/src/base/text.ts';
import { textTable } from '../../base/table.ts';
import type { OpenPoint, Readiness } from '../../evidence/readiness.ts';

const MOST_POINTS = 8;
export const CALLS_HEAD = ['operation', 'version', 'calls', 'refused', 'first seen', 'last seen'];
const NUMBERS = [2, 3];

/** The lists of what is to be done, each with its title and its mark on the page. */
export const POINTS = [
  { of: 'noPlace', title: 'No V2 counterpart:', verdict: 'no counterpart' },
  { of: 'decisions', title: 'To decide:', verdict: 'needs-decision' },
] as const;

/** Ends with a newline. */
export function assessText(result: Readiness): string {
  const points = POINTS.flatMap(({ title, of }) => pointLines(title, result[of]));
  const lines = [
    `Verdict: ${result.says}.`,
    countsSentence(result),
    ...(points.length > 0 ? ['', ...points] : []),
    '',
    ...textTable([CALLS_HEAD, ...callRows(result)], (column) => NUMBERS.includes(column))
      .trimEnd()
      .split('\n'),
    '',
    ...factLines(result).map(([name, text]) => `${name.padEnd(13)}${text}`),
  ];
  return `${lines.map(oneLine).join('\n')}\n`;
}

export function countsSentence({ records, v1Calls, calls, others, broken }: Readiness): string {
  const v2 = calls.reduce((sum, { version, calls: all }) => (version === 'V2' ? sum + all : sum), 0);
  const counts = [count(v1Calls, 'V1 call'), count(v2, 'Web Form V2 call'), count(others, 'other')];
  return `${count(records, 'record')}: ${counts.join(', ')}, ${broken} broken.`;
}

/** The calls by operation, under CALLS_HEAD. */
export function callRows({ calls }: Readiness): string[][] {
  return calls.map(({ operation, version, calls: all, refused, first, last }) => {
    return [operation, version, String(all), String(refused), instantText(first), instantText(last)];
  });
}

/** 2026-11-20 09:15 UTC, of epoch milliseconds. */
function instantText(time: number | null): string {
  return time === null ? '-' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The sums of the calls, a name and a sentence each. */
export function factLines(result: Readiness): [name: string, text: string][] {
  const { flows, fields, neverUsed, answers, undocumentedCalls, counts } = result;
  const { imports, payments } = flows;
  const rows = fields.length + neverUsed.length;
  const calls = undocumentedCalls.reduce((sum, each) => sum + each.calls, 0);
  const lost = answers.filter(({ to }) => to === null).length;
  const paired = more(payments.withoutCreate, 'without its create') + more(payments.unpaired, 'unpaired');
  const unfinished = more(payments.notSubmitted, 'never submitted') + paired;
  const facts: [string, string | false][] = [
    ['V1 imports', anyOf(imports) && `${ending(imports)}${more(imports.unknown, 'unanswered')}`],
    [
      'V1 payments',
      anyOf(payments) && ending(payments) + unfinished + more(payments.notFollowed, 'not followed'),
    ],
    ['Fields', fields.length > 0 && `${fields.length} of ${rows} documented V1 fields are used`],
    [
      'Responses',
      lost > 0 &&
        `location becomes url; ${count(lost, 'other field')} of V1 responses without a V2 counterpart`,
    ],
    [
      'Repeated',
      counts.repeated > 0 &&
        `${count(counts.repeated, 'call')} without a response, sent again: each counts once`,
    ],
    ['Null fields', namesText(counts.nulls, 'left out')],
    ['As text', namesText(counts.numbersAsText, 'numbers, which migrate writes as numbers')],
    ['Spelling', namesText(counts.otherSpelling.V1, 'nothing to change')],
    ...undocumentedCalls.flatMap(({ pattern, calls, role }): [string, string][] =>
      role === 'polls V1 web forms'
        ? [['Form polls', `${calls}× ${pattern}, to be replaced: V2 has no V1 forms`]]
        : [],
    ),
    [
      'Other calls',
      undocumentedCalls.length > 0 &&
        `${calls} that are not documented, of ${count(undocumentedCalls.length, 'pattern')}; --json lists them`,
    ],
  ];
  return facts.flatMap(([name, text]) => (text === false ? [] : [[name, text]]));
}

/** The names that were counted, each with its number, and what they come to; false without any. */
function namesText(counts: Readonly<Record<string, number>>, says: string): string | false {
  const names = Object.entries(counts).map(([name, times]) => `${name} ${times}×`);
  const rest = names.length > MOST_POINTS ? `, and ${names.length - MOST_POINTS} more` : '';
  return names.length > 0 && `${says}: ${names.slice(0, MOST_POINTS).join(', ')}${rest}`;
}

function anyOf(counts: Readonly<Record<string, number>>): boolean {
  return Object.values(counts).some((each) => each > 0);
}

function ending({ form, noForm }: { readonly form: number; readonly noForm: number }): string {
  return `${form} ended in 451, ${noForm} did not`;
}

function more(times: number, what: string): string {
  return times === 0 ? '' : `; ${times} ${what}`;
}

function pointLines(title: string, points: readonly OpenPoint[]): string[] {
  if (points.length === 0) return [];
  const shown = points.slice(0, points.length > MOST_POINTS ? MOST_POINTS - 1 : MOST_POINTS);
  const rows = shown.map(({ field, values, how }) => [`  ${oneLine(field)}`, `${values}×`, how]);
  const rest = points.length - shown.length;
  const lines = textTable(rows).trimEnd().split('\n');
  return [title, ...lines, ...(rest > 0 ? [`  and ${rest} more; --json lists all`] : [])];
}
