/** Writes what `assess --code` found to the terminal. */

import { count, oneLine } from '../../../contracts/src/base/text.ts';
import { textTable } from '../../base/table.ts';
import { type CodeResult, UNSEEN } from '../../evidence/v1-in-code.ts';

/** The places by file, and their number. Ends with a newline. */
export function codeText({ left, files, skipped, since, folder }: CodeResult): string {
  const lists = [...Map.groupBy(left, ({ file }) => file)].map(([file, places]) => {
    const rows = places.map(({ line, kind, found, instead }) => [`  ${line}`, kind, found, `→ ${instead}`]);
    return `${oneLine(file)}\n${textTable(rows)}\n`;
  });
  const kinds = [...Map.groupBy(left, ({ kind }) => kind)].map(
    ([kind, places]) => `${places.length}× ${kind}`,
  );
  const done = since ? `, ${since.done} done, ${since.added} new` : '';
  const places = left.length === 0 ? 'Nothing of V1 is seen' : `${count(left.length, 'place')} of V1 left`;
  const others = skipped > 0 ? `, ${skipped} skipped (larger than 1 MB, or not text)` : '';
  const lines = [
    `${places}${done}; ${count(files, 'file')} of ${oneLine(folder)} read${others}.`,
    ...(kinds.length > 0 ? [`${kinds.join(', ')}.`] : []),
    UNSEEN,
  ];
  return `${lists.join('')}${lines.join('\n')}\n`;
}
