/** What became of each field of a request, a line each. */
import { oneLine, show } from '../../contracts/src/base/text.ts';
import { type FieldResult, isBlocking, isPersonal } from '../../contracts/src/migration/mapping-engine.ts';
import { wrap } from '../base/words.ts';

/**
 * What became of each field and what it loses: a text each, over several lines where it is wider than `width` columns.
 * `isOpen` prints the values of personal fields too: only for made-up data.
 */
export function fieldLines(fields: readonly FieldResult[], isOpen: boolean, width = 100): string[] {
  const column = Math.max(...fields.map(({ verdict }) => verdict.length)) + 2;
  return fields.map((field) => {
    const { from, value, verdict, to, becomes, notes } = fieldTexts(field, isOpen);
    const values = value === becomes ? value : `${value} → ${becomes}`;
    const loss = notes === 'nothing' ? '' : isBlocking(field) ? `; ${notes}` : `; loses ${notes}`;
    const text = `${from} → ${to}: ${values}${loss}`;
    return wrap(text, width, verdict.padEnd(column));
  });
}

/** `notes` are what is lost, and what is wrong with the value. */
export function fieldTexts(field: FieldResult, isOpen: boolean) {
  const { from, value, verdict, to, becomes, loss, message } = field;
  const personal = !isOpen && isPersonal(field);
  return {
    from: oneLine(from ?? '-'),
    value: show(value, personal),
    verdict,
    to: to ?? '-',
    becomes: show(becomes, personal),
    notes: message === '' ? loss : isBlocking(field) ? message : `${loss}; the value ${message}`,
  };
}
