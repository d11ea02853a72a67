/** `migration.md`: the mapping from V1 to Web Form V2 as prose and tables, for people who migrate. */
import { type FlowKind, flowKinds, flows, requestKinds } from '../../contracts/src/base/flows.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { type MappingRow, table } from '../../contracts/src/migration/mapping-table.ts';
import { callName } from '../base/call-text.ts';
import { markdownTable } from '../base/table.ts';
import { textFile, withValues } from './printed-texts.ts';

const TEMPLATE = textFile('report/migration-template.md');

/** Made from the mapping alone: it depends on no time, machine or run. */
export function migrationMd(): string {
  const { operations: calls, answers } = table;
  const added = requestKinds.flatMap((kind) => table[kind].filter(({ fate }) => fate === 'added'));
  const values: Readonly<Record<string, string>> = {
    calls: rowTable(['V1', 'V2'], calls, callCode),
    added: markdownTable(
      ['V2 field', 'why', 'passed as'],
      added.map(({ to, why, by }) => [codeSpan(to), why, `\`--${by}\``]),
    ),
    lost: losses(),
    requests: flowKinds.flatMap(sectionsOf).join(''),
    answers: rowTable(['V1 response', 'V2 response'], answers, answerName),
  };
  return withValues(TEMPLATE, values);
}

/** A section for each V1 request of a flow, and for each of its code tables. */
function sectionsOf(flow: FlowKind): string[] {
  const { v1, v2, requests } = flows[flow];
  return requests.flatMap((request) => {
    const lead =
      request === flow
        ? `${callCode(v1[0])} becomes ${callCode(v2)}.`
        : `The second V1 call has no counterpart: what it carried in addition to the ${flow} is lost.`;
    const rows = table[request];
    return [
      section(`${request} request`, lead, rowTable(['V1 field', 'V2 field'], rows, codeSpan)),
      ...rows.flatMap(({ from, by }) => codeTable(codeSpan(from), by ?? '')),
    ];
  });
}

function codeTable(field: string, file: string): string[] {
  const codes = table.codes[file];
  if (!codes) return [];
  const lead = `The words of ${field.replace('[]', '')}. A word that is not listed is an error, not a guess.`;
  const rows = codes.map((pair) => pair.map(codeSpan));
  return [section(file.replace('.csv', '').replace('-', ' '), lead, markdownTable(['V1', 'V2'], rows))];
}

function section(title: string, lead: string, text: string): string {
  return `## ${title.replace(/^./, (first) => first.toUpperCase())}\n\n${lead}\n\n${text}\n`;
}

function losses(): string {
  const fields = requestKinds.flatMap((request) =>
    table[request].map(({ from, loses }) => [`${request} \`${from}\``, loses]),
  );
  const rows = [
    ...table.operations.map(({ from, loses }) => [callCode(from), loses]),
    ...fields,
    ...table.answers.map(({ from, loses }) => [answerName(from), loses]),
  ];
  return markdownTable(
    ['V1', 'what is lost'],
    rows.filter(([, loses]) => loses !== 'nothing'),
  );
}

function rowTable(
  [v1, v2]: readonly [string, string],
  rows: readonly MappingRow[],
  name: typeof codeSpan,
): string {
  const cells = rows.map(({ from, fate, to, loses, why, clause }) => {
    return [name(from), fate, name(to), loses, why, clause];
  });
  return markdownTable([v1, 'fate', v2, 'loses', 'why', 'clause'], cells);
}

/** `importBankConnectionV1#451` as the call and the status of its response. */
function callCode(place: string | null): string {
  if (place === null) return '–';
  const [id, status] = place.split('#') as [OperationId, string?];
  return `${codeSpan(callName(id))}${status === undefined ? '' : ` → ${statusName(status)}`}`;
}

/** `451#header.location` as status and field. */
function answerName(place: string | null): string {
  if (place === null) return '–';
  const [status = '', field = ''] = place.split('#');
  const header = field.startsWith('header.') ? ' header' : '';
  return `${statusName(status)}${header} \`${field.replace('header.', '')}\``;
}

function statusName(status: string): string {
  return status.replace('XX', 'xx');
}

function codeSpan(text: string | null): string {
  return text === null ? '–' : `\`${text}\``;
}
