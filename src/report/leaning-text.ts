/** On which settings a broken clause leans, in one line: the provider may be right where the documentation leaves it open. */
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact } from '../../contracts/src/contract/ledger.ts';
import { settingText } from '../../contracts/src/contract/setting-text.ts';
import type { LeanedSetting } from './leaned-settings.ts';
import { staleDeviations } from './stale-deviations.ts';

/** A setting on which more clauses lean, as on that of a header, would stand at nearly every one and explain none. */
const MOST_LEANING = 40;

const LEANING = new Map(
  (openFacts.facts as OpenFact[])
    .filter(({ leans = [] }) => leans.length <= MOST_LEANING)
    .map(({ setting, leans = [] }) => [setting ?? '', new Set<string>(leans)]),
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
