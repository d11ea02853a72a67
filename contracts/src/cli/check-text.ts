/** Writes what `check` found for people: each broken sentence with the places that break it, then the counts. */
import ledger from '../../generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from '../../generated/operations.ts';
import { count, oneLine } from '../contract/show.ts';
import { columns } from '../migration/field-table.ts';
import type { CheckTally, Operation, Violations } from './check-tally.ts';

const LONGEST_NOTES = 40;
const LONGEST_NOTE = 120;
const UNKNOWN = 'no documented call';
const SENTENCES = new Map(ledger.clauses.map(({ id, says }) => [id, says]));

export function checkText(tally: CheckTally): string {
  const clauses = [...tally.violations].map(([clause, violations]) => clauseText(clause, violations));
  return `${clauses.join('')}${countsTable(tally)}\n${sentence(tally)}\n`;
}

/** One line over all records. */
export function sentence(tally: CheckTally): string {
  const [upheld, violated, open] = (['upheld', 'violated', 'not-judged'] as const).map((word) =>
    tally.total(word),
  ) as [number, number, number];
  const broken = tally.broken > 0 ? ` (${tally.broken} broken)` : '';
  const records = count(upheld + violated + open, 'record');
  return `${records}: ${upheld} upheld, ${violated} violated, ${open} not judged${broken}.`;
}

/** What was seen and violates nothing; empty when there is nothing to note. */
export function notesText(tally: CheckTally): string {
  const rows = [...tally.notes].flatMap(([operation, notes]) =>
    [...notes].map(([what, times]) => [operation, oneLine(what).slice(0, LONGEST_NOTE), `${times}×`]),
  );
  if (rows.length === 0) return '';
  const more = rows.length > LONGEST_NOTES ? `and ${rows.length - LONGEST_NOTES} more\n` : '';
  return `Seen, though not documented; none of it is a violation:\n${columns(rows.slice(0, LONGEST_NOTES))}${more}`;
}

function clauseText(clause: string, { count: all, shown }: Violations): string {
  const places = shown.map(
    ({ file, index, operation, pointer, message }) =>
      `  ${oneLine(file)}, record ${index}, ${operation ?? UNKNOWN}\n    ${oneLine(pointer)}\n    ${message}\n`,
  );
  const more = all > shown.length ? `  and ${all - shown.length} more; --json lists all\n` : '';
  return `${clause}: ${SENTENCES.get(clause)}\n${places.join('')}${more}\n`;
}

function countsTable({ operations: counted }: CheckTally): string {
  const rows = [...Object.keys(operations), ...triggerEvents, null].flatMap((operation) => {
    const counts = counted.get(operation as Operation | null);
    if (!counts) return [];
    const name = operation ?? UNKNOWN;
    return [[name, ...[counts.upheld, counts.violated, counts['not-judged']].map(String)]];
  });
  return columns([['operation', 'upheld', 'violated', 'not judged'], ...rows]);
}
