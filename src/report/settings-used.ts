/** The settings of a run, each with its default and the clauses whose verdict leans on it. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact, SettingValue } from '../../contracts/src/base/ledgers.ts';
import { settingText } from '../../contracts/src/base/text.ts';
import type { CaseResult, TargetRun } from '../runner/verdict.ts';
import { staleDeviations } from './run-outcome.ts';

export interface LeanedSetting {
  readonly setting: string;
  readonly value: SettingValue;
  readonly default: SettingValue;
  /** Those that the run came to a verdict on; what is out of reach leans on nothing. */
  readonly clauses: readonly ClauseId[];
}

/** In the order of the ledger. */
export function leanedSettings({
  settings,
  clauses,
}: Pick<TargetRun, 'settings' | 'clauses'>): LeanedSetting[] {
  const judged = clauses.filter(({ verdict }) => verdict !== 'out of reach').map(({ clause }) => clause);
  const values = new Map<string, SettingValue>(Object.entries(settings));
  return (openFacts.facts as OpenFact[]).flatMap(({ setting, default: assumed, affects = [] }) => {
    const value = values.get(setting ?? '');
    if (setting === undefined || assumed === undefined || value === undefined) return [];
    return [
      { setting, value, default: assumed, clauses: judged.filter((clause) => affects.includes(clause)) },
    ];
  });
}

export function isDefault({ value, default: assumed }: LeanedSetting): boolean {
  return settingText(value) === settingText(assumed);
}

/** On which settings a broken clause leans, in one line: the provider may be right where the documentation leaves it open. */

/** A setting on which more clauses lean, as on that of a header, would stand at nearly every one and explain none. */
const MOST_LEANING = 40;

const LEANING = new Map(
  (openFacts.facts as OpenFact[])
    .filter(({ affects = [] }) => affects.length <= MOST_LEANING)
    .map(({ setting, affects = [] }) => [setting ?? '', new Set<string>(affects)]),
);

/** Of each clause of a run that a case broke; undefined where it leans on no such setting. */
export function leaningText({
  settings,
  ...run
}: Parameters<typeof staleDeviations>[0] & {
  readonly settings: readonly Pick<LeanedSetting, 'setting' | 'value'>[];
}): (clause: string) => string | undefined {
  const stale = new Set<string>(staleDeviations(run).map(({ clause }) => clause));
  return (clause) => {
    const leaned = settings
      .filter(({ setting }) => LEANING.get(setting)?.has(clause) && !stale.has(clause))
      .map(({ setting, value }) => `${setting}: ${settingText(value)}`);
    if (leaned.length === 0) return undefined;
    const kind = leaned.length === 1 ? 'a setting' : 'settings';
    return `judged with ${leaned.join(' and ')}, ${kind} of the target file for what the documentation leaves open`;
  };
}

/** Says how many cases state nothing of a target, since it chooses otherwise where the documentation leaves the choice. */

/** One sentence that names the settings; empty where every case states something. */
export function leftOpenText({
  cases,
}: {
  readonly cases: readonly Pick<CaseResult, 'leftOpenBy'>[];
}): string {
  const settings = cases.flatMap(({ leftOpenBy }) => leftOpenBy ?? []);
  if (settings.length === 0) return '';
  const state = settings.length === 1 ? 'case states' : 'cases state';
  const names = [...new Set(settings)].sort().join(', ');
  return `${settings.length} ${state} nothing: the documentation leaves it open, and the target chooses otherwise (${names}).`;
}
