/** `migration.md`: the mapping from V1 to Web Form V2 as prose and tables, for people who migrate. */
import { operations } from '../../contracts/generated/operations.ts';
import { markdownTable } from '../../contracts/src/base/table.ts';
import { type MappingRow, table } from '../../contracts/src/migration/mapping-table.ts';
import { filled, textFile } from './printed-texts.ts';

const TEMPLATE = textFile('report/migration-template.md');

/** Made from the mapping alone: it depends on no time, machine or run. */
export function migrationMd(): string {
  const { operations: calls, import: imports, payment, submit, answers, codes } = table;
  const added = [...imports, ...payment].filter(({ fate }) => fate === 'added');
  const accountTypes = codes['account-types.csv'] ?? [];
  const fields = ['V1 field', 'V2 field'] as const;
  const values: Readonly<Record<string, string>> = {
    calls: rowTable(['V1', 'V2'], calls, callName),
    added: markdownTable(
      ['V2 field', 'why', 'passed as'],
      added.map(({ to, why, by }) => [code(to), why, `\`--${by}\``]),
    ),
    lost: losses(),
    importV1: callName('importBankConnectionV1'),
    importV2: callName('createBankConnectionImport'),
    import: rowTable(fields, imports, code),
    accountTypes: markdownTable(
      ['V1', 'V2'],
      accountTypes.map((pair) => pair.map(code)),
    ),
    paymentV1: callName('createMoneyTransferV1'),
    paymentV2: callName('createStandalonePayment'),
    payment: rowTable(fields, payment, code),
    submit: rowTable(fields, submit, code),
    answers: rowTable(['V1 response', 'V2 response'], answers, answerName),
  };
  return filled(TEMPLATE, values);
}

function losses(): string {
  const fields = (['import', 'payment', 'submit'] as const).flatMap((request) =>
    table[request].map(({ from, loses }) => [`${request} \`${from}\``, loses]),
  );
  const rows = [
    ...table.operations.map(({ from, loses }) => [callName(from), loses]),
    ...fields,
    ...table.answers.map(({ from, loses }) => [answerName(from), loses]),
  ];
  return markdownTable(
    ['V1', 'what is lost'],
    rows.filter(([, loses]) => loses !== 'nothing'),
  );
}

type NameOf = (place: string | null) => string;

function rowTable([v1, v2]: readonly [string, string], rows: readonly MappingRow[], name: NameOf): string {
  const cells = rows.map(({ from, fate, to, loses, why, clause }) => [
    name(from),
    fate,
    name(to),
    loses,
    why,
    clause,
  ]);
  return markdownTable([v1, 'fate', v2, 'loses', 'why', 'clause'], cells);
}

/** `importBankConnectionV1#451` as the call and the status of its response. */
function callName(place: string | null): string {
  if (place === null) return '–';
  const [id = '', status] = place.split('#');
  const { method, path } = operations[id as keyof typeof operations];
  return `\`${method} ${path}\`${status === undefined ? '' : ` → ${statusName(status)}`}`;
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
