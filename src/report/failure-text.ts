/** What the reader of a failed build needs of a case, as text: findings, commands and the redacted evidence. */
import { writeJson } from '../../contracts/src/contract/exact-json.ts';
import type { Evidence } from './evidence.ts';
import { clauseOf } from './ledger.ts';

export function failureText({ findings, file, repeat, played, exchanges }: Evidence): string {
  const lines = [
    ...findings.map(
      ({ clause, pointer, message }) => `${message}\n  ${clause}: ${clauseOf(clause).says}\n  ${pointer}`,
    ),
    `case: ${file}\nagain: ${repeat}`,
    ...(played ? [writeJson(played, 2)] : []),
    ...exchanges.flatMap(({ curl, ...exchange }) => [JSON.stringify(exchange, null, 2), curl]),
  ];
  return lines.join('\n\n');
}
