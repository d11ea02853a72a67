/** The settings of a run: their values and defaults, and the clauses whose verdict depends on each. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import type { OpenFact, SettingValue } from '../../contracts/src/base/ledgers.ts';
import { count, settingText } from '../../contracts/src/base/text.ts';
import type { FindingKind } from '../../contracts/src/judge/clause-check.ts';
import { settingsYaml } from '../runner/refusals.ts';
import type { CaseResult, TargetRun } from '../runner/verdict.ts';

export interface UsedSetting {
  readonly setting: string;
  readonly value: SettingValue;
  readonly default: SettingValue;
  /** The judged clauses that depend on it; what is out of reach depends on none. */
  readonly clauses: readonly ClauseId[];
}

const FACTS = openFacts.facts as OpenFact[];

/** In the order of the ledger. */
export function usedSettings({
  settings,
  clauses,
}: { readonly settings: Partial<TargetSettings> } & Pick<TargetRun, 'clauses'>): UsedSetting[] {
  const judged = clauses.filter(({ verdict }) => verdict !== 'out of reach').map(({ clause }) => clause);
  const values = new Map<string, SettingValue>(Object.entries(settings));
  return FACTS.flatMap(({ setting, default: assumed, affects = [] }) => {
    const value = values.get(setting ?? '');
    if (setting === undefined || assumed === undefined || value === undefined) return [];
    const own = judged.filter((clause) => affects.includes(clause));
    return { setting, value, default: assumed, clauses: own };
  });
}

/** A setting on which more clauses depend, such as the name of a header, holds where the others are upheld. */
const MOST_CLAUSES = 40;

/** The settings that could explain a finding of this kind, or why there is none: with another value the provider may be right. */
export function decidingSettings(clause: ClauseId, kind?: FindingKind): string[] {
  return FACTS.flatMap(({ setting, affects = [], explains }) => {
    const isOfKind = explains === undefined || (kind !== undefined && explains.includes(kind));
    const isFew = affects.length <= MOST_CLAUSES;
    return setting !== undefined && isFew && isOfKind && affects.includes(clause) ? setting : [];
  });
}

/** In one line, with what to paste; `pointer` leads to the place that is wrong. Undefined for none. */
export function settingsNote(
  settings: readonly UsedSetting[],
  names: readonly string[],
  pointer?: string,
): string | undefined {
  const own = settings.filter(({ setting }) => names.includes(setting));
  const used = own.map(({ setting, value }) => `${setting}: ${settingText(value)}`);
  if (used.length === 0) return undefined;
  const kind = used.length === 1 ? 'a setting' : 'settings';
  const others = Object.fromEntries(own.map(({ setting, value }) => [setting, value]));
  const yaml = settingsYaml(others, pointer?.split('/').at(-1));
  return `judged with ${used.join(' and ')}, ${kind} of the target file for what the documentation leaves open; where the provider differs, write another value, as in ${yaml}`;
}

/** How many cases are skipped because the target chooses otherwise where the documentation leaves the choice; '' for none. */
export function leftOpenText({ cases }: { cases: readonly Pick<CaseResult, 'dependsOnSetting'>[] }): string {
  const settings = cases.flatMap(({ dependsOnSetting }) => dependsOnSetting ?? []);
  if (settings.length === 0) return '';
  const names = [...new Set(settings)].sort().join(', ');
  return `${count(settings.length, 'case')} skipped: the documentation leaves open what they need, and the target file excludes it or does not say it (${names}).`;
}
