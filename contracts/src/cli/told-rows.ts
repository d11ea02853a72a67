/** What `explain` tells of one thing: a title, its sentence, and rows of a label and what there is to say. */
import { columns } from '../migration/field-table.ts';

export type ToldRow = readonly [label: string, text: string];

/** Ends with a newline. */
export function toldRows(title: string, sentence: string, rows: readonly ToldRow[]): string {
  const table = columns(rows.map((row) => [...row]));
  return `${title}\n  ${sentence}\n${table.replace(/^(?=.)/gm, '  ')}`;
}
