/** `migration.md`: the mapping from V1 to Web Form V2 as prose and tables, for people who migrate. */
import { operations } from '../../contracts/generated/operations.ts';
import { markdownTable } from '../../contracts/src/base/table.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { MappingRow, MigrationTable } from '../../contracts/src/migration/mapping-table.ts';
import { table as committed } from '../../contracts/src/migration/mapping-table.ts';

const INTRODUCTION = `<!-- Written by verify from the mapping tables; do not edit. -->

# From the V1 flows to Web Form V2

A V1 call that needs a web form is refused: status 451, code \`WEB_FORM_REQUIRED\`, and the address of the form in the
\`location\` header. Web Form V2 creates the form: status 201, its address as \`url\` in the body, no \`location\` header
and no \`WEB_FORM_REQUIRED\`. An import stays one call. A payment was two calls, create and submit, and becomes one.

\`npm run -s migrate -- FILE\` converts a V1 request with these tables; \`npm run -s compare -- V1.json V2.json\` judges a
V2 request that you have. Fields are written as paths: \`.\` is a field of an object, \`[]\` means each item.
`;

const FATES = [
  ['kept', 'same name, same value'],
  ['renamed', 'another name, same value'],
  ['moved', 'another place, same value'],
  ['recoded', 'another word for the same thing'],
  ['wrapped', 'the same value inside a list or an object'],
  ['merged', 'becomes a part of another call'],
  ['dropped', 'V2 has no place for it'],
  ['added', 'V1 did not have it'],
];

/** Made from the mapping alone: it depends on no time, machine or run. */
export function migrationMd(table: MigrationTable = committed): string {
  const { operations: calls, import: imports, payment, submit, answers, codes } = table;
  const added = [...imports, ...payment].filter(({ fate }) => fate === 'added');
  const accountTypes = codes['account-types.csv'] ?? [];
  const fields = ['V1 field', 'V2 field'] as const;
  return [
    INTRODUCTION,
    section(
      'Calls',
      'Which call and answer takes the place of which.',
      rowTable(['V1', 'V2'], calls, callName),
    ),
    section(
      'To decide',
      'No V1 request has these, so you decide.',
      markdownTable(
        ['V2 field', 'why', 'passed as'],
        added.map(({ to, why, by }) => [code(to), why, `\`--${by}\``]),
      ),
    ),
    section(
      'Lost',
      'V2 has no place for these. Code that reads or sends them today does without.',
      losses(table),
    ),
    section(
      'Import request',
      becomes('importBankConnectionV1', 'createBankConnectionImport'),
      rowTable(fields, imports, code),
    ),
    section(
      'Account types',
      'The words of `accountTypes`. A word that is not listed is an error, not a guess.',
      markdownTable(
        ['V1', 'V2'],
        accountTypes.map((pair) => pair.map(code)),
      ),
    ),
    section(
      'Payment request',
      becomes('createMoneyTransferV1', 'createStandalonePayment'),
      rowTable(fields, payment, code),
    ),
    section(
      'Submit request',
      'The second V1 call has no counterpart: what it carried besides the payment is gone.',
      rowTable(fields, submit, code),
    ),
    section(
      'Answers',
      'Where V2 has the fields of V1 answers. What V2 adds is at the end.',
      rowTable(['V1 answer', 'V2 answer'], answers, answerName),
    ),
    section(
      'Words',
      'What becomes of a field is one of these words.',
      markdownTable(['fate', 'means'], FATES),
    ),
  ].join('\n');
}

function section(title: string, prose: string, table: string): string {
  return `## ${title}\n\n${prose}\n\n${table}`;
}

function becomes(v1: OperationId, v2: OperationId): string {
  return `${callName(v1)} becomes ${callName(v2)}.`;
}

function losses({ import: imports, payment, submit, operations: calls, answers }: MigrationTable): string {
  const rows = [
    ...calls.map((row) => ({ row, place: callName(row.from) })),
    ...imports.map((row) => ({ row, place: `import \`${row.from}\`` })),
    ...payment.map((row) => ({ row, place: `payment \`${row.from}\`` })),
    ...submit.map((row) => ({ row, place: `submit \`${row.from}\`` })),
    ...answers.map((row) => ({ row, place: answerName(row.from) })),
  ].filter(({ row }) => row.loses !== 'nothing');
  return markdownTable(
    ['V1', 'what is lost'],
    rows.map(({ row, place }) => [place, row.loses]),
  );
}

function rowTable(
  [v1, v2]: readonly [string, string],
  rows: readonly MappingRow[],
  name: (place: string | null) => string,
): string {
  return markdownTable(
    [v1, 'fate', v2, 'loses', 'why', 'clause'],
    rows.map(({ from, fate, to, loses, why, clause }) => [name(from), fate, name(to), loses, why, clause]),
  );
}

/** `importBankConnectionV1#451` as the call and the status that answers it. */
function callName(place: string | null): string {
  if (place === null) return '–';
  const [id = '', status] = place.split('#');
  const { method, path } = operations[id as keyof typeof operations];
  return `\`${method} ${path}\`${status === undefined ? '' : ` answers ${statusName(status)}`}`;
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

function code(text: string | null): string {
  return text === null ? '–' : `\`${text}\``;
}
