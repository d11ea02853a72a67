/** The settings of a run: their values and defaults, and the clauses whose verdict depends on each. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact, SettingValue } from '../../contracts/src/base/ledgers.ts';
import { settingText } from '../../contracts/src/base/text.ts';
import type { CaseResult, TargetRun } from '../runner/verdict.ts';
import type { ClauseReport } from './clause-counts.ts';

export interface UsedSetting {
  readonly setting: string;
  readonly value: SettingValue;
  readonly default: SettingValue;
  /** The judged clauses that depend on it; what is out of reach depends on none. */
  readonly clauses: readonly ClauseId[];
}

const FACTS = openFacts.facts as OpenFact[];

/** In the order of the ledger. */
export function usedSettings({ settings, clauses }: Pick<TargetRun, 'settings' | 'clauses'>): UsedSetting[] {
  const judged = clauses.filter(({ verdict }) => verdict !== 'out of reach').map(({ clause }) => clause);
  const values = new Map<string, SettingValue>(Object.entries(settings));
  return FACTS.flatMap(({ setting, default: assumed, affects = [] }) => {
    const value = values.get(setting ?? '');
    if (setting === undefined || assumed === undefined || value === undefined) return [];
    const own = judged.filter((clause) => affects.includes(clause));
    return { setting, value, default: assumed, clauses: own };
  });
}

export function isDefault({ value, default: assumed }: UsedSetting): boolean {
  return settingText(value) === settingText(assumed);
}

/** A setting on which more clauses depend, such as the name of a header, holds where the others are upheld. */
const MOST_CLAUSES = 40;

type FailedClause = Pick<ClauseReport, 'clause' | 'verdict' | 'message' | 'pointer' | 'refusal'>;

const THERE = /^(?!.* is missing$)/;
/** What a violation says where a setting on the value of a field could have changed it: no value is read of a missing one. */
const OF_VALUES: Readonly<Record<string, RegExp>> = {
  toleratedTimeFormats: /not a time/,
  transactionsCounted: THERE,
  webFormHosts: THERE,
};

/**
 * The settings that could have changed a failed clause: with another value the provider may be right. A refused call or a
 * missing message can come from how the run calls; the content of an answer or message is only read.
 */
function couldChange(row: FailedClause): (string | undefined)[] {
  const { clause, verdict, message = '', pointer, refusal } = row;
  const isRefused = verdict === 'unproven' && refusal !== undefined;
  if (verdict === 'upheld' || (pointer === undefined && !isRefused)) return [];
  const user = isRefused || /^\/response\/status$|\/received$/.test(pointer ?? '') ? 'runner' : 'judge';
  return FACTS.filter(
    ({ setting = '', affects = [], usedBy }) =>
      affects.length <= MOST_CLAUSES &&
      affects.includes(clause) &&
      usedBy?.includes(user) &&
      (OF_VALUES[setting]?.test(message) ?? true),
  ).map(({ setting }) => setting);
}

/** The failed clauses whose verdict could be another with another value of the setting. */
export function decidedBy(setting: string, clauses: readonly FailedClause[]): string[] {
  return clauses.filter((row) => couldChange(row).includes(setting)).map(({ clause }) => clause);
}

/** The settings that could have changed a failed clause, in one line; undefined where there is none. */
export function settingsNote(settings: readonly Pick<UsedSetting, 'setting' | 'value'>[], row: FailedClause) {
  const names = couldChange(row);
  const used = settings
    .filter(({ setting }) => names.includes(setting))
    .map(({ setting, value }) => `${setting}: ${settingText(value)}`);
  if (used.length === 0) return undefined;
  const kind = used.length === 1 ? 'a setting' : 'settings';
  return `judged with ${used.join(' and ')}, ${kind} of the target file for what the documentation leaves open`;
}

/** How many cases decide nothing because the target chooses otherwise where the documentation leaves the choice; '' for none. */
export function leftOpenText({ cases }: { cases: readonly Pick<CaseResult, 'leftOpenBy'>[] }): string {
  const settings = cases.flatMap(({ leftOpenBy }) => leftOpenBy ?? []);
  if (settings.length === 0) return '';
  const decide = settings.length === 1 ? 'case decides' : 'cases decide';
  const names = [...new Set(settings)].sort().join(', ');
  return `${settings.length} ${decide} nothing: the documentation leaves it open, and the target chooses otherwise or does not say it (${names}).`;
}
