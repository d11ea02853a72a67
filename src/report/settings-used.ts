/** The settings of a run: their values and defaults, and the clauses whose verdict depends on each. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact, SettingValue } from '../../contracts/src/base/ledgers.ts';
import { settingText } from '../../contracts/src/base/text.ts';
import type { CaseResult, TargetRun } from '../runner/verdict.ts';
import { staleDeviations } from './run-outcome.ts';

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
    return [
      { setting, value, default: assumed, clauses: judged.filter((clause) => affects.includes(clause)) },
    ];
  });
}

export function isDefault({ value, default: assumed }: UsedSetting): boolean {
  return settingText(value) === settingText(assumed);
}

/** A setting on which more clauses depend, such as the name of a header, would be named at nearly every clause. */
const MOST_CLAUSES = 40;

const CLAUSES_OF = new Map(
  FACTS.filter(({ affects = [] }) => affects.length <= MOST_CLAUSES).map(({ setting, affects = [] }) => [
    setting ?? '',
    new Set<string>(affects),
  ]),
);

/**
 * For a clause that a case broke, the settings that its verdict depends on, in one line: with another value the provider
 * may be right. undefined where it depends on none.
 */
export function settingsNote({
  settings,
  ...run
}: Parameters<typeof staleDeviations>[0] & {
  readonly settings: readonly Pick<UsedSetting, 'setting' | 'value'>[];
}): (clause: string) => string | undefined {
  const stale = new Set<string>(staleDeviations(run).map(({ clause }) => clause));
  return (clause) => {
    const used = settings
      .filter(({ setting }) => CLAUSES_OF.get(setting)?.has(clause) && !stale.has(clause))
      .map(({ setting, value }) => `${setting}: ${settingText(value)}`);
    if (used.length === 0) return undefined;
    const kind = used.length === 1 ? 'a setting' : 'settings';
    return `judged with ${used.join(' and ')}, ${kind} of the target file for what the documentation leaves open`;
  };
}

/** How many cases decide nothing because the target chooses otherwise where the documentation leaves the choice; '' for none. */
export function leftOpenText({
  cases,
}: {
  readonly cases: readonly Pick<CaseResult, 'leftOpenBy'>[];
}): string {
  const settings = cases.flatMap(({ leftOpenBy }) => leftOpenBy ?? []);
  if (settings.length === 0) return '';
  const decide = settings.length === 1 ? 'case decides' : 'cases decide';
  const names = [...new Set(settings)].sort().join(', ');
  return `${settings.length} ${decide} nothing: the documentation leaves it open, and the target chooses otherwise (${names}).`;
}
