/** Settings: what each target was taken to do where the documentation shows nothing, and how many verdicts depend on it. */
import openFacts from '../../../../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact } from '../../../../contracts/src/base/ledgers.ts';
import { count, settingText } from '../../../../contracts/src/base/text.ts';
import type { TargetReport } from '../../run-json.ts';
import { decidedBy, isDefault } from '../../settings-used.ts';
import { html } from '../html.ts';
import { type Section, table } from '../page-parts.ts';

/** undefined where no result has its settings. Listed are those that a target gives or that decided a verdict; run.json has all. */
export function settingsSection(targets: readonly TargetReport[]): Section | undefined {
  if (targets.every(({ settings }) => settings.length === 0)) return undefined;
  const facts = openFacts.facts as OpenFact[];
  const closed = facts.filter(({ setting }) => setting !== undefined);
  const rows = targets.flatMap(({ target, settings, clauses: all }) =>
    settings
      .filter((used) => !isDefault(used) || decidedBy(used.setting, all).length > 0)
      .map(({ setting, value, clauses }) => {
        const { fact = '', source = '' } = closed.find((it) => it.setting === setting) ?? {};
        const used = html`<code>${setting}: ${settingText(value)}</code> on ${target}`;
        return [used, fact, source, `${clauses.length}`];
      }),
  );
  return {
    id: 'not-shown',
    title: 'Settings',
    lead: `The documentation leaves ${count(facts.length, 'fact')} open. ${count(closed.length, 'setting')} close some of them, ${rows.length === 0 ? 'all' : 'all others'} at their defaults; no check depends on the other ${facts.length - closed.length}.`,
    body: html`${rows.length > 0 && table('Settings that a target gives, or that decided a verdict', ['setting', 'not shown', 'documented', 'verdicts'], rows)}`,
  };
}
