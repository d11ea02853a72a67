/** What became of each field of a request, as a table. */
import { textTable } from '../../contracts/src/base/table.ts';
import { oneLine, show, wrap } from '../../contracts/src/base/text.ts';
import { type FieldResult, isBlocking, isPersonal } from '../../contracts/src/migration/mapping-engine.ts';

const FIELD_HEAD = ['V1 field', 'V1 value', 'verdict', 'V2 field', 'V2 value', 'loses'];

interface TableLook {
  /** Prints the values of personal fields too: only for made-up data. */
  readonly isOpen: boolean;
  /** In columns. */
  readonly width?: number;
}

/** A text for each field, below the head of their columns; it ends with a newline. */
export function fieldTable(fields: readonly FieldResult[], look: TableLook): string {
  const { head, rows } = fieldRows(fields, look);
  return [...head, ...rows].map((row) => `${row}\n`).join('');
}

/** A line for each field; without a head and over several lines where columns would be wider than the screen. */
export function fieldRows(fields: readonly FieldResult[], { isOpen, width = 100 }: TableLook) {
  const cells = fields.map((field) => fieldCells(field, { isOpen }));
  const [head = '', ...lines] = textTable([FIELD_HEAD, ...cells])
    .trimEnd()
    .split('\n');
  if ([head, ...lines].every((line) => line.length <= width)) return { head: [head], rows: lines };
  const column = Math.max(...fields.map(({ verdict }) => verdict.length)) + 2;
  const rows = fields.map((field, at) => {
    const [from = '', value = '', verdict = '', to = '', becomes = '', loses = ''] = cells[at] ?? [];
    const values = value === becomes ? value : `${value} → ${becomes}`;
    const loss = loses === 'nothing' ? '' : isBlocking(field) ? `; ${loses}` : `; loses ${loses}`;
    const text = `${from} → ${to}: ${values}${loss}`;
    return wrap(text, width, verdict.padEnd(column), ' '.repeat(column));
  });
  return { head: [], rows };
}

/** The cells under FIELD_HEAD: what is lost, and what is wrong with the value. */
export function fieldCells(field: FieldResult, { isOpen }: { readonly isOpen: boolean }): string[] {
  const { from, value, verdict, to, becomes, loss, message } = field;
  const personal = !isOpen && isPersonal(field);
  const notes = message === '' ? loss : isBlocking(field) ? message : `${loss}; the value ${message}`;
  return [oneLine(from ?? '-'), show(value, personal), verdict, to ?? '-', show(becomes, personal), notes];
}
