/** What `check` counts and prints: verdicts by operation, findings by clause, reasons and notes. */

import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from '../../../contracts/generated/operations.ts';
import { anyItem } from '../../../contracts/src/base/json-value.ts';
import { textTable } from '../../../contracts/src/base/table.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import type { Finding } from '../../../contracts/src/judge/clause-check.ts';
import {
  ClauseCount,
  type FoundOfClause,
  type PlacedFinding,
} from '../../../contracts/src/judge/clause-count.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import { defaultSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
import { type CheckedRecord, isOfProvider } from '../../../contracts/src/recordings/check-record.ts';
import type { RecordSource } from '../../../contracts/src/recordings/read-evidence.ts';
import {
  addPattern,
  addUndocumented,
  type UndocumentedCalls,
  undocumentedRows,
} from '../../evidence/undocumented-calls.ts';
import type { HistoryFinding } from '../../evidence/user-history.ts';
import { dayOf, withAdmitted } from '../../runner/clause-results.ts';
import type { Deviation } from '../../runner/targets/target-file.ts';
import type { ClauseResult } from '../../runner/verdict.ts';
import { countedResults } from '../clause-counts.ts';
import { decidingSettings, settingsNote, usedSettings } from '../settings-used.ts';
import { countedText } from '../terminal/clause-lists.ts';

type Verdict = CheckedRecord['verdict'];
const VERDICTS = ['upheld', 'violated', 'refused', 'not-judged'] as const satisfies readonly Verdict[];

/** The counts of a recording or a part of it, as the last line of `check --json` has them; those of parts are added. */
export interface Totals {
  /** Records by operation and verdict; the operation is empty for what is not documented and for broken records. */
  readonly operations: Record<string, Record<Verdict, number>>;
  /** How many records are not judged for each reason, without broken ones. */
  readonly reasons: Record<string, number>;
  /** By operation, how often undocumented fields and statuses of error responses were seen. */
  readonly notes: Record<string, Record<string, number>>;
  readonly undocumentedCalls: UndocumentedCalls;
  /** How many calls and messages showed something of each clause. */
  readonly shown: Record<string, number>;
  /** Records, and files, that cannot be read. */
  readonly broken: number;
  readonly files: number;
  /** Whether findings about the client do not count for the exit code. */
  readonly providerOnly: boolean;
  /** Of `check --target` and `--since`. */
  readonly known?: KnownFindings | undefined;
}

/** What is known already: by the target file, and by an earlier `check --json`. */
export interface KnownFindings {
  readonly deviations: readonly Deviation[];
  /** The clauses that the provider and the client broke earlier. */
  readonly since?: Readonly<Record<Finding['about'], readonly string[]>> & { readonly file: string };
  /** Whether what was found earlier does not count. */
  readonly isNew: boolean;
  readonly settings: Settings;
}

export interface FoundInRecord extends PlacedFinding {
  readonly operation: string | null;
  /** The record that it is compared with, where one alone shows nothing. */
  readonly earlier?: RecordSource;
}

/** Notes of one operation, and reasons. Field names may be ids, a new one in each record. */
const MOST_NOTES = 1000;

export class CheckTotals {
  // Without a prototype, since a result that was read may have any names.
  readonly operations: Record<string, Record<Verdict, number>> = Object.create(null);
  readonly reasons: Record<string, number> = Object.create(null);
  readonly notes: Record<string, Record<string, number>> = Object.create(null);
  readonly undocumentedCalls: UndocumentedCalls = Object.create(null);
  readonly clauses = new ClauseCount<FoundInRecord>();
  broken = 0;
  files = 0;
  readonly providerOnly: boolean;
  readonly known: KnownFindings | undefined;

  constructor(providerOnly: boolean, known?: KnownFindings) {
    this.providerOnly = providerOnly;
    this.known = known;
  }

  add(source: RecordSource, checked: CheckedRecord): void {
    const { operation, verdict, findings, reason, undocumented, evidence } = checked;
    this.#countsOf(operation)[verdict]++;
    if (checked.isBroken) this.broken++;
    else if (reason !== undefined) addTo(this.reasons, reason, 1);
    this.clauses.show(checked.shows);
    this.addFindings(source, operation, findings);
    // A name of the other version is a finding already.
    const found = new Set(findings.map(({ pointer }) => anyItem(pointer)));
    for (const pointer of undocumented) if (!found.has(pointer)) this.#note(operation, pointer);
    if (evidence?.kind === 'call' && evidence.operation === null)
      addUndocumented(this.undocumentedCalls, evidence);
    if (verdict === 'refused' && evidence?.kind === 'call')
      this.#note(operation, `refused with status ${evidence.response?.status}`);
  }

  /** What is found of a record beside others violates it, if nothing did before. */
  addHistory(
    source: RecordSource,
    { operation, verdict: own }: Pick<CheckedRecord, 'operation' | 'verdict'>,
    found: readonly HistoryFinding[],
  ): Verdict {
    const verdict = found.some(isOfProvider) ? 'violated' : own;
    const counts = this.#countsOf(operation);
    counts[own]--;
    counts[verdict]++;
    this.addFindings(source, operation, found);
    return verdict;
  }

  /** Ids of a result that was read may be those of no clause: they are counted, and no sentence is printed for them. */
  addFindings(
    { file, index }: RecordSource,
    operation: string | null,
    findings: readonly (Omit<Finding, 'clause'> & { readonly clause: string })[],
  ): void {
    for (const finding of findings)
      this.clauses.find({ ...finding, clause: finding.clause as Finding['clause'], file, index, operation });
  }

  /** Those of another part of the recording. */
  addTotals({ operations: ofPart, reasons, notes, undocumentedCalls, shown, broken, files }: Totals): void {
    for (const [pattern, counts] of Object.entries(undocumentedCalls))
      addPattern(this.undocumentedCalls, pattern, counts);
    for (const [operation, counts] of Object.entries(ofPart))
      for (const verdict of VERDICTS) this.#countsOf(operation)[verdict] += counts[verdict];
    for (const [reason, times] of Object.entries(reasons)) addTo(this.reasons, reason, times);
    for (const [operation, seen] of Object.entries(notes))
      for (const [what, times] of Object.entries(seen)) this.#note(operation, what, times);
    for (const [clause, times] of Object.entries(shown))
      this.clauses.show([clause as Finding['clause']], times);
    this.broken += broken;
    this.files += files;
  }

  toJSON(): Totals {
    const { clauses, ...counts } = this;
    return { ...counts, shown: Object.fromEntries(clauses.shown) };
  }

  total(verdict: Verdict): number {
    return Object.values(this.operations).reduce((sum, counts) => sum + counts[verdict], 0);
  }

  /** The clauses by what the provider did, or those that requests broke, with what is admitted. */
  results(about: Finding['about'] = 'provider'): readonly ClauseResult[] {
    const broken = [...this.clauses.findings.client.keys()];
    const results =
      about === 'provider'
        ? countedResults(this.clauses)
        : broken.map((clause) => ({ clause, verdict: 'violated' as const }));
    if (!this.known) return results;
    const { deviations, since, isNew } = this.known;
    return withAdmitted(results, {
      deviations: about === 'provider' ? deviations : [],
      known: since && { file: since.file, clauses: new Set(since[about]), isNewAlone: isNew },
      today: dayOf(new Date()),
    });
  }

  /** What an exit code depends on. */
  result() {
    const counted = [...this.results(), ...(this.providerOnly ? [] : this.results('client'))];
    return {
      judged: this.total('upheld') + this.total('violated'),
      wrong: counted.filter(({ verdict }) => verdict === 'violated').length,
      unknown: this.broken + this.files,
    };
  }

  /** For people: each clause that is broken, by the provider and by requests, with its places, then the counts. */
  text(): string {
    const { provider, client } = this.clauses.findings;
    const results = this.results();
    const requests = client.size > 0 ? `Your requests\n\n${this.#foundText('client')}` : '';
    const stale = results.filter(({ clause, verdict }) => verdict === 'violated' && !provider.has(clause));
    const both = provider.size > 0 && requests !== '' ? 'The provider\n\n' : '';
    const left = stale.map(({ clause, reason }) => `${clause}: ${reason}\n\n`).join('');
    const shown = countedText(results);
    return `${both}${this.#foundText('provider')}${left}${requests}${shown}${textTable(this.table())}\n${this.sentence()}\n`;
  }

  #foundText(about: Finding['about']): string {
    return ledger.clauses
      .flatMap(({ id, says }) => {
        const clause = id as Finding['clause'];
        const own = this.clauses.findings[about].get(clause);
        if (!own) return [];
        const lines = this.notesOf(about, clause).notes.map((note) => `  ${note}\n`);
        return [`${id}: ${says}\n${lines.join('')}${placesText(own)}\n`];
      })
      .join('');
  }

  /** What is known of a clause that was broken, and the settings that would explain what the provider broke, to paste. */
  notesOf(about: Finding['about'], clause: Finding['clause']) {
    const result = this.results(about).find((each) => each.clause === clause);
    const isAdmitted = result?.verdict === 'admitted';
    const reason = isAdmitted ? `admitted: ${result.reason}` : result?.reason;
    const first = about === 'client' ? [] : this.clauses.findings.provider.get(clause)?.first;
    const settings = usedSettings({ settings: this.known?.settings ?? defaultSettings, clauses: [] });
    const explained = (isAdmitted ? [] : first)
      ?.map(({ kind, pointer }) => settingsNote(settings, decidingSettings(clause, kind), pointer))
      .find((note) => note !== undefined);
    return { isAdmitted, notes: [reason, explained].filter((note) => note !== undefined) };
  }

  /** The totals in one line, why records were not judged, and whose mistakes were found. */
  sentence(): string {
    const { reasons, broken, files } = this;
    const parts = VERDICTS.map((verdict) => `${this.total(verdict)} ${verdict.replace('-', ' ')}`);
    const all = VERDICTS.reduce((sum, verdict) => sum + this.total(verdict), 0);
    const why = Object.entries(reasons)
      .sort(([a, timesOfA], [b, timesOfB]) => timesOfB - timesOfA || (a < b ? -1 : 1))
      .slice(0, MOST_REASONS)
      .map(([reason, times]) => `${times}× ${reason}`);
    if (broken > 0) why.unshift(`${broken} broken`);
    const found = `provider ${this.clauses.total('provider')}, your requests ${this.clauses.total('client')}`;
    const reason = why.length > 0 ? ` (${why.join('; ')})` : '';
    const unread = files > 0 ? ` ${count(files, 'file')} cannot be read.` : '';
    return `${count(all, 'record')}: ${parts.join(', ')}${reason}.${unread} Findings: ${found}.`;
  }

  /**
   * Error responses and undocumented fields, which violate nothing, a line an operation of each, and undocumented calls; empty
   * without any.
   */
  notesText(): string {
    const rows = SUBJECTS.flatMap((operation) => {
      const seen = Object.entries(this.notes[operation] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      const kinds = Map.groupBy(seen, ([what]) => NOTES.find(([, pattern]) => pattern.test(what)));
      return NOTES.flatMap((kind) => {
        const own = kinds.get(kind);
        if (!own) return [];
        const names = own.slice(0, MOST_NAMES).map(([what, times]) => {
          return `${oneLine(what.replace(kind[1], '')).slice(0, LONGEST_NAME)} ${times}×`;
        });
        const more = own.length > MOST_NAMES ? [`and ${own.length - MOST_NAMES} more`] : [];
        return [[operation || UNKNOWN, kind[0], [...names, ...more].join(', ')]];
      });
    });
    const noted = 'Undocumented fields and error responses, which violate nothing:';
    const calls = undocumentedRows(this.undocumentedCalls).map(({ pattern, calls: times, role }) => {
      return [oneLine(pattern), `${times}×`, role ?? ''];
    });
    const more = calls.length > MOST_CALLS ? `and ${calls.length - MOST_CALLS} more; --json lists all\n` : '';
    const called = `Calls that are not documented:\n${textTable(calls.slice(0, MOST_CALLS))}${more}`;
    return `${rows.length > 0 ? `${noted}\n${textTable(rows)}` : ''}${calls.length > 0 ? called : ''}`;
  }

  #countsOf(operation: string | null): Record<Verdict, number> {
    const counts = this.operations[operation ?? ''] ?? {
      upheld: 0,
      violated: 0,
      refused: 0,
      'not-judged': 0,
    };
    this.operations[operation ?? ''] = counts;
    return counts;
  }

  #note(operation: string | null, what: string, times = 1): void {
    const counts = this.notes[operation ?? ''] ?? Object.create(null);
    this.notes[operation ?? ''] = counts;
    addTo(counts, what, times);
  }

  /** Records by operation and verdict, below a head. */
  table(): string[][] {
    const rows = SUBJECTS.flatMap((operation) => {
      const counts = this.operations[operation];
      return counts ? [[operation || UNKNOWN, ...VERDICTS.map((verdict) => String(counts[verdict]))]] : [];
    });
    return [['operation', ...VERDICTS.map((verdict) => verdict.replace('-', ' '))], ...rows];
  }
}

const MOST_REASONS = 5;
const [MOST_NAMES, LONGEST_NAME, MOST_CALLS] = [20, 80, 40];
/** The kinds of notes, and how what was seen begins. */
const NOTES = [
  ['request fields', /^\/request\/body/],
  ['error responses', /^refused with status /],
  ['response fields', /^\/response\/body/],
  ['fields', /^/],
] as const;
const UNKNOWN = 'no documented call';
const SUBJECTS: readonly string[] = [...(Object.keys(operations) as OperationId[]), ...triggerEvents, ''];

function placesText({ count: all, first }: FoundOfClause<FoundInRecord>): string {
  const places = first.map(({ file, index, operation, pointer, message, earlier }) => {
    const before = earlier ? `    compared with ${oneLine(earlier.file)}, record ${earlier.index}\n` : '';
    return `  ${oneLine(file)}, record ${index}, ${operation ?? UNKNOWN}\n    ${oneLine(pointer)}\n    ${message}\n${before}`;
  });
  const more = all > first.length ? `  and ${all - first.length} more; --json lists all\n` : '';
  return `${places.join('')}${more}`;
}

/** Further names are not counted. */
function addTo(counts: Record<string, number>, name: string, times: number): void {
  const known = counts[name];
  if (known === undefined && Object.keys(counts).length >= MOST_NOTES) return;
  counts[name] = (known ?? 0) + times;
}
