/** What `check` prints of its counts. */

import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from '../../../contracts/generated/operations.ts';
import { type Finding, findingText } from '../../../contracts/src/base/finding.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import { textTable } from '../../base/table.ts';
import { undocumentedRows } from '../../evidence/undocumented-calls.ts';
import { clauseFacts } from '../clause-counts.ts';
import { decidingSettings, settingsNote, usedSettings } from '../settings-used.ts';
import { countedText } from '../terminal/clause-lists.ts';
import { type CheckTotals, RECORD_VERDICTS } from './check-totals.ts';

/** Prints each broken clause with its places, of the provider and of requests, then the counts. */
export function checkText(totals: CheckTotals): string {
  const { provider, client } = totals.clauses.findings;
  const results = totals.results();
  const stale = results.filter(({ clause, verdict }) => verdict === 'violated' && !provider.has(clause));
  return [
    ...(provider.size > 0 && client.size > 0 ? ['The provider\n\n'] : []),
    ...foundClauses(totals, 'provider').map(clauseText),
    ...stale.map(({ clause, reason }) => `${clause}: ${reason}\n\n`),
    ...(client.size > 0 ? ['Your requests\n\n'] : []),
    ...foundClauses(totals, 'client').map(clauseText),
    countedText(results),
    textTable(operationsTable(totals)),
    `\n${checkSentence(totals)}\n`,
  ].join('');
}

export type FoundClause = ReturnType<typeof foundClauses>[number];

/**
 * What the provider or the client broke, in the order of the documentation; `notes` are what is known of it, and the settings
 * that would explain what the provider broke, to paste.
 */
export function foundClauses(totals: CheckTotals, about: Finding['about']) {
  const results = totals.results(about);
  const settings = usedSettings({ settings: totals.known?.settings ?? defaultSettings, clauses: [] });
  const found = [...totals.clauses.findings[about]].sort(([a], [b]) => orderOf(a) - orderOf(b));
  return found.map(([clause, { count: all, first }]) => {
    const { says, source } = clauseFacts(clause);
    const { verdict, reason } = results.find((result) => result.clause === clause) ?? {};
    const isAdmitted = verdict === 'admitted';
    const times = about === 'client' || isAdmitted ? [] : first.filter(({ format }) => format !== undefined);
    const explained = times[0] && settingsNote(settings, decidingSettings(clause, times[0]), times);
    const known = isAdmitted ? `admitted: ${reason}` : reason;
    const notes = [known, explained].filter((note) => note !== undefined);
    return { clause, says, source, isAdmitted, notes, count: all, first };
  });
}

const IDS: readonly string[] = ledger.clauses.map(({ id }) => id);

/** An id of no clause comes last. */
function orderOf(clause: string): number {
  return IDS.indexOf(clause) >>> 0;
}

const UNKNOWN = 'no documented call';

function clauseText({ clause, says, notes, count: all, first }: FoundClause): string {
  const places = first.map((finding) => {
    const { file = '', index, operation, pointer, earlier } = finding;
    const before = earlier ? `    compared with ${oneLine(earlier.file)}, record ${earlier.index}\n` : '';
    const place = pointer === '' ? '' : `    ${oneLine(pointer)}\n`;
    return `  ${oneLine(file)}, record ${index}, ${operation ?? UNKNOWN}\n${place}    ${findingText(finding)}\n${before}`;
  });
  const more = all > first.length ? `  and ${all - first.length} more; --json lists all\n` : '';
  return `${oneLine(clause)}: ${says}\n${notes.map((note) => `  ${note}\n`).join('')}${places.join('')}${more}\n`;
}

const SUBJECTS: readonly string[] = [...Object.keys(operations), ...triggerEvents, ''];

/** Records by operation and verdict, below a head. */
export function operationsTable(totals: CheckTotals): string[][] {
  const rows = SUBJECTS.flatMap((operation) => {
    const counts = totals.counts.operations[operation];
    return counts ? [[operation || UNKNOWN, ...RECORD_VERDICTS.map((verdict) => `${counts[verdict]}`)]] : [];
  });
  return [['operation', ...RECORD_VERDICTS.map((verdict) => verdict.replace('-', ' '))], ...rows];
}

const MOST_REASONS = 5;

/** The totals in one line, why records were not judged, and whose mistakes were found. */
export function checkSentence(totals: CheckTotals): string {
  const { counts, clauses } = totals;
  const { reasons, broken, files } = counts;
  const parts = RECORD_VERDICTS.map((verdict) => `${totals.total(verdict)} ${verdict.replace('-', ' ')}`);
  const all = RECORD_VERDICTS.reduce((sum, verdict) => sum + totals.total(verdict), 0);
  const why = Object.entries(reasons)
    .sort(([a, timesOfA], [b, timesOfB]) => timesOfB - timesOfA || (a < b ? -1 : 1))
    .slice(0, MOST_REASONS)
    .map(([reason, times]) => `${times}× ${reason}`);
  if (broken > 0) why.unshift(`${broken} broken`);
  const reason = why.length > 0 ? ` (${why.join('; ')})` : '';
  const unread = files > 0 ? ` ${count(files, 'file')} cannot be read.` : '';
  const found = `provider ${clauses.total('provider')}, your requests ${clauses.total('client')}`;
  return `${count(all, 'record')}: ${parts.join(', ')}${reason}.${unread} Findings: ${found}.`;
}

const [MOST_NAMES, LONGEST_NAME, MOST_CALLS] = [20, 80, 40];

/**
 * Error responses and undocumented fields, which violate nothing, a line an operation of each, and undocumented calls; empty
 * without any.
 */
export function checkNotes(totals: CheckTotals): string {
  const rows = SUBJECTS.flatMap((operation) => notesOf(totals, operation));
  const noted = 'Undocumented fields, nulls and error responses, which violate nothing:';
  const calls = undocumentedRows(totals.counts.undocumentedCalls).map(({ pattern, calls: times, role }) => {
    return [oneLine(pattern), `${times}×`, role ?? ''];
  });
  const more = calls.length > MOST_CALLS ? `and ${calls.length - MOST_CALLS} more; --json lists all\n` : '';
  const called = `Calls that are not documented:\n${textTable(calls.slice(0, MOST_CALLS))}${more}`;
  return `${rows.length > 0 ? `${noted}\n${textTable(rows)}` : ''}${calls.length > 0 ? called : ''}`;
}

/** A row a kind: the operation, the kind, and what was seen how often. */
function notesOf({ counts }: CheckTotals, operation: string): string[][] {
  const fields = Map.groupBy(Object.entries(counts.notes[operation] ?? {}), ([pointer]) => {
    return BODIES.find((body) => pointer.startsWith(body)) ?? '';
  });
  const below = (body: string) =>
    (fields.get(body) ?? []).map(([pointer, times]) => [pointer.slice(body.length), times] as const);
  const kinds = {
    'request fields': below('/request/body'),
    'null counts as left out': Object.entries(counts.nulls[operation] ?? {}).map(
      ([pointer, times]) => [pointer.replace('/request/body', ''), times] as const,
    ),
    'error responses': Object.entries(counts.errorResponses[operation] ?? {}),
    'response fields': below('/response/body'),
    fields: below(''),
  };
  return Object.entries(kinds).flatMap(([kind, seen]) => {
    if (seen.length === 0) return [];
    const names = seen
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, MOST_NAMES)
      .map(([name, times]) => `${oneLine(name).slice(0, LONGEST_NAME)} ${times}×`);
    const more = seen.length > MOST_NAMES ? [`and ${seen.length - MOST_NAMES} more`] : [];
    return [[operation || UNKNOWN, kind, [...names, ...more].join(', ')]];
  });
}

const BODIES = ['/request/body', '/response/body'];
