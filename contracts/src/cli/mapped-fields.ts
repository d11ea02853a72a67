/** What the mapping does with a field of a V1 or V2 request or answer, in words. */
import table from '../../generated/migration.json' with { type: 'json' };

interface MappedRow {
  readonly from: string | null;
  readonly to: string | null;
  readonly fate: string;
  readonly by: string | null;
  readonly loses: string;
}

/** Of one mapping: the requests before and after it. */
interface Side {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly rows: readonly MappedRow[];
}

const FORMS = ['createBankConnectionImport', 'createStandalonePayment'];

const SIDES: readonly Side[] = [
  {
    from: ['importBankConnectionV1.request'],
    to: ['createBankConnectionImport.request'],
    rows: table.import,
  },
  { from: ['createMoneyTransferV1.request'], to: ['createStandalonePayment.request'], rows: table.payment },
  { from: ['submitPaymentV1.request'], to: [], rows: table.submit },
];

/** The places of an answer carry its status; both flows have the same 451 and the same 201. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  451: ['importBankConnectionV1.451', 'submitPaymentV1.451'],
  '2XX': ['createMoneyTransferV1.2XX'],
  201: FORMS.map((form) => `${form}.201`),
};

/** Every place that the mapping names, with what becomes of it. */
export function mappedFields(): { schemas: readonly string[]; path: string; text: string }[] {
  const requests = SIDES.flatMap(({ from, to, rows }) =>
    rows.flatMap((row) => [...mapped(row, row.from, from), ...mapped(row, row.to, to)]),
  );
  const answers = table.answers.flatMap((row) => [...ofAnswer(row, row.from), ...ofAnswer(row, row.to)]);
  return [...requests, ...answers];
}

function mapped(row: MappedRow, path: string | null, schemas: readonly string[]) {
  return path === null ? [] : [{ schemas, path, text: textOf(row) }];
}

function ofAnswer(row: MappedRow, place: string | null) {
  const [status = '', path = ''] = place?.split('#') ?? [];
  return mapped(row, place && path, ANSWERS[status] ?? []);
}

function textOf({ from, to, fate, by, loses }: MappedRow): string {
  const way = [from, to].filter((place) => place !== null).join(' to ');
  return `${way}: ${fate}${by === null ? '' : ` by ${by}`}, loses ${loses}`;
}
