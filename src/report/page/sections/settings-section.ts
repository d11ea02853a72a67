/** Settings: what each target was taken to do where the documentation shows nothing, and how many verdicts depend on it. */
import openFacts from '../../../../contracts/generated/not-shown.json' with { type: 'json' };
import { html } from '../../../../contracts/src/base/html.ts';
import type { OpenFact } from '../../../../contracts/src/base/ledgers.ts';
import { count, settingText } from '../../../../contracts/src/base/text.ts';
import type { TargetReport } from '../../run-json.ts';
import { isDefault } from '../../settings-used.ts';
import { cardTable, type Section } from '../page-parts.ts';

/** undefined where no result has its settings. Only what a target gives is listed: run.json has all. */
export function settingsSection(targets: readonly TargetReport[]): Section | undefined {
  const used = targets.flatMap(({ target, settings }) => settings.map((setting) => ({ ...setting, target })));
  if (used.length === 0) return undefined;
  const facts = openFacts.facts as OpenFact[];
  const closed = facts.filter(({ setting }) => setting !== undefined);
  const given = used.filter((setting) => !isDefault(setting));
  const rows = given.map(({ setting, value, target, clauses }) => {
    const { fact = '', source = '' } = closed.find((it) => it.setting === setting) ?? {};
    const cells = [
      html`<code>${setting}: ${settingText(value)}</code> on ${target}`,
      fact,
      source,
      `${clauses.length}`,
    ];
    return { cells };
  });
  const others = given.length === 0 ? 'all at their defaults' : `all others at their defaults`;
  return {
    id: 'not-shown',
    title: 'Not shown',
    lead: `The documentation leaves ${count(facts.length, 'fact')} open. ${count(closed.length, 'setting')} close some of them, ${others}; no check depends on the other ${facts.length - closed.length}.`,
    body: html`${rows.length > 0 && cardTable('settings', 'Settings that a target gives', ['setting', 'not shown', 'documented', 'verdicts'], rows)}`,
  };
}
