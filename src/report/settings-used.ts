/** The settings of a run: their values and defaults, and the clauses whose verdict depends on each. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import type { Finding } from '../../contracts/src/base/finding.ts';
import type { OpenFact, SettingValue } from '../../contracts/src/base/ledgers.ts';
import { count } from '../../contracts/src/base/text.ts';
import { settingText } from '../base/words.ts';
import { settingsYaml } from '../runner/refusals.ts';
import type { CaseResult, TargetRun } from '../runner/verdict.ts';

interface UsedSetting {
  readonly setting: string;
  readonly value: SettingValue;
  readonly default: SettingValue;
  /** The judged clauses that depend on it; what is out of reach depends on none. */
  readonly clauses: readonly ClauseId[];
}

const FACTS = openFacts.facts as OpenFact[];

/** The settings in the order of `not-shown.yaml`. */
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

/**
 * The settings that could bring an unproven clause within reach. None is offered for a violation, which it would silence, but
 * for a time in a further format, whose pattern fits the value that was found.
 */
export function decidingSettings(
  clause: ClauseId,
  found?: Partial<Pick<Finding, 'kind' | 'format'>>,
): string[] {
  return FACTS.flatMap(({ setting, affects = [], explains }) => {
    const isOfKind = found ? found.format && explains?.some((kind) => kind === found.kind) : !explains;
    const isFew = affects.length <= MOST_CLAUSES;
    return setting !== undefined && isFew && isOfKind && affects.includes(clause) ? setting : [];
  });
}

/** One line with what to paste; `times` are found in further formats. Undefined for no setting. */
export function settingsNote(
  settings: readonly UsedSetting[],
  names: readonly string[],
  times: readonly Partial<Pick<Finding, 'pointer' | 'format'>>[] = [],
): string | undefined {
  const own = settings.filter(({ setting }) => names.includes(setting));
  const used = own.map(({ setting, value }) => `${setting}: ${settingText(value)}`);
  if (used.length === 0) return undefined;
  const kind = used.length === 1 ? 'a setting' : 'settings';
  const others = Object.fromEntries(own.map(({ setting, value }) => [setting, value]));
  const yaml = settingsYaml(others, withFormats(others['toleratedTimeFormats'], times));
  return `judged with ${used.join(' and ')}, ${kind} of the target file for what the documentation leaves open; where the provider differs, write another value, as in ${yaml}`;
}

/** What is tolerated already, with the formats of these times by the name of their field. */
function withFormats(
  tolerated: unknown,
  times: readonly Partial<Pick<Finding, 'pointer' | 'format'>>[],
): { toleratedTimeFormats?: object } {
  const all = new Map<string, readonly string[]>(Object.entries(tolerated ?? {}));
  for (const { pointer, format } of times) {
    const field = pointer?.split('/').at(-1);
    if (field !== undefined && format !== undefined)
      all.set(field, [...new Set([...(all.get(field) ?? []), format])]);
  }
  return times.length > 0 ? { toleratedTimeFormats: Object.fromEntries(all) } : {};
}

/** How many cases are skipped because the target chooses otherwise where the documentation leaves the choice; '' for none. */
export function leftOpenText({ cases }: { cases: readonly Pick<CaseResult, 'dependsOnSetting'>[] }): string {
  const settings = cases.flatMap(({ dependsOnSetting }) => dependsOnSetting ?? []);
  if (settings.length === 0) return '';
  const names = [...new Set(settings)].sort().join(', ');
  return `${count(settings.length, 'case')} skipped: the documentation leaves open what is needed, and the target refuses it or its file does not set it (${names}).`;
}
