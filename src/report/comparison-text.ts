/** A comparison as a table for the terminal. */

import { count, oneLine } from '../../contracts/src/base/text.ts';
import type { ComparedField, Comparison } from '../../contracts/src/migration/compare-requests.ts';
import { textTable } from '../base/table.ts';

/** One line per field, and the verdict last, where a terminal shows it. */
export function comparisonText(result: Comparison): string {
  const rows = result.fields.map(({ verdict, from, to, message }) => {
    return [verdict, oneLine(from ?? '-'), oneLine(to ?? '-'), message];
  });
  return `${textTable([['verdict', 'V1 field', 'V2 field', ''], ...rows])}\n${comparisonSentence(result)}\n`;
}

/** What of the V1 request the V2 request carries. */
export function comparisonSentence({ verdict, fields }: Comparison): string {
  if (verdict === 'not-equivalent') {
    const counts = ['lost', 'unexpected', 'wrong-value'].flatMap((word) => {
      const n = fieldsWith(fields, word);
      return n > 0 ? `${n} ${word}` : [];
    });
    return `Not equivalent: ${counts.join(', ')} of ${count(fields.length, 'field')}.`;
  }
  const open = fieldsWith(fields, 'to-confirm');
  const admitted = fieldsWith(fields, 'admitted');
  const currencies = count(open, 'currency', 'currencies');
  const check = open === 0 ? '' : ` To confirm: ${currencies} that V1 never carried.`;
  if (admitted > 0)
    return `Equivalent, with ${admitted} of ${count(fields.length, 'field')} admitted.${check}`;
  if (fields.length === 0) return 'Equivalent: neither request carries a field.';
  return `Equivalent: the V2 request carries every field of the V1 request and no more.${check}`;
}

function fieldsWith(fields: readonly ComparedField[], verdict: string): number {
  return fields.filter((field) => field.verdict === verdict).length;
}
