/** The settings of a run, each with its default and the clauses whose verdict leans on it. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact, SettingValue } from '../../contracts/src/contract/ledger.ts';
import { settingText } from '../../contracts/src/contract/setting-text.ts';
import type { TargetRun } from '../drive/verdict.ts';

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
  return (openFacts.facts as OpenFact[]).flatMap(({ setting, default: assumed, leans = [] }) => {
    const value = values.get(setting ?? '');
    if (setting === undefined || assumed === undefined || value === undefined) return [];
    return [{ setting, value, default: assumed, clauses: judged.filter((clause) => leans.includes(clause)) }];
  });
}

export function isDefault({ value, default: assumed }: LeanedSetting): boolean {
  return settingText(value) === settingText(assumed);
}
