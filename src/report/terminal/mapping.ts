/** What the mapping did to every field of the two flows. */
import { count } from '../../../contracts/src/contract/show.ts';
import { wrap } from '../../../contracts/src/contract/wrap.ts';
import { type FieldResult, isBlocking } from '../../../contracts/src/migration/field.ts';
import { fieldTable } from '../../../contracts/src/migration/field-table.ts';
import { table } from '../../../contracts/src/migration/table.ts';
import type { FlowPair } from '../../drive/verdict.ts';
import { type FieldLine, fieldLines } from './field-lines.ts';
import type { Look } from './look.ts';

/** The values are those of published examples and stand openly. Empty when no flow ran. */
export function mappingText(flows: readonly FlowPair[], look: Look): string {
  if (flows.length === 0) return '';
  const tables = flows.map(({ flow, fields }) => {
    const title = `${flow}: ${carriedText(fields)}`;
    return [`  ${look.paint('faint', title)}`, ...lines(fields, look)].join('\n');
  });
  return [look.paint('strong', 'Mapping'), ...tables, look.paint('faint', besides(look)), ''].join('\n\n');
}

/** How many fields there are, and how many of them do not come over whole. */
export function carriedText(fields: readonly FieldResult[]): string {
  const lost = fields.filter(losesSomething).length;
  return `${count(fields.length, 'field')}, ${lost === 0 ? 'nothing lost' : `${lost} not carried whole`}`;
}

export function losesSomething(field: FieldResult): boolean {
  return isBlocking(field) || field.loss !== 'nothing';
}

/** The whole table where there is room for it. */
function lines(fields: readonly FieldResult[], look: Look): string[] {
  const whole = fieldTable(fields, { isOpen: true }).split('\n').slice(0, -1);
  const width = look.width - 2;
  const hasRoom = whole.every((line) => line.length <= width);
  const shown = hasRoom
    ? whole.map((text, at): FieldLine => ({ text, ...(at > 0 && { field: fields[at - 1] }) }))
    : fieldLines(fields, width);
  return shown.map(({ text, field, isSecond = false }) => {
    if (field && losesSomething(field)) return `  ${look.paint(isBlocking(field) ? 'bad' : 'unsure', text)}`;
    return `  ${field && !isSecond ? text : look.paint('faint', text)}`;
  });
}

/** What no V1 create or import request shows: the loss that comes with the flow itself. */
function besides({ width }: Look): string {
  const submitted = table.submit.filter(({ to }) => to === null).map(({ from }) => from);
  const answered = table.answers.filter(({ to }) => to === null).length;
  return wrap(
    `By design V2 has no place for ${submitted.join(' and ')} of the V1 submit, nor for ${count(answered, 'field')} of the V1 answers; migration.md names them.`,
    width,
    '  ',
  );
}
