/** Settings: what each target was taken to do where the documentation shows nothing, and how many verdicts depend on it. */
import openFacts from '../../../../contracts/generated/not-shown.json' with { type: 'json' };
import { html } from '../../../../contracts/src/base/html.ts';
import type { OpenFact } from '../../../../contracts/src/base/ledgers.ts';
import { andList, count, settingText } from '../../../../contracts/src/base/text.ts';
import type { TargetReport } from '../../run-json.ts';
import { isDefault } from '../../settings-used.ts';
import { cardTable, type Section } from '../page-parts.ts';

/** undefined where no result has its settings. Settings that a target gives come first. */
export function settingsSection(targets: readonly TargetReport[]): Section | undefined {
  const used = targets.flatMap(({ target, settings }) => settings.map((setting) => ({ ...setting, target })));
  if (used.length === 0) return undefined;
  const facts = openFacts.facts as OpenFact[];
  const closed = facts.filter(({ setting }) => setting !== undefined);
  const given = used.filter((setting) => !isDefault(setting)).map(({ setting }) => setting);
  const rows = closed
    .toSorted((a, b) => Number(given.includes(b.setting ?? '')) - Number(given.includes(a.setting ?? '')))
    .map(({ setting = '', fact, source }) => {
      const own = used.filter((it) => it.setting === setting);
      const values = [...Map.groupBy(own, ({ value }) => settingText(value))].map(([text, some]) => {
        const on = some.length === own.length ? '' : ` on ${andList(some.map(({ target }) => target))}`;
        return html`<code>${setting}: ${text}</code> <span class="source">${some.every(isDefault) ? 'the default' : 'given by the target'}${on}</span>`;
      });
      const verdicts = own
        .filter(({ clauses }) => clauses.length > 0)
        .map(({ target, clauses }) => `${clauses.length} on ${target}`);
      return {
        cells: [
          html`${fact} <span class="source">${source}</span>`,
          html`${values}`,
          andList(verdicts) || 'none',
        ],
      };
    });
  const names = new Set(given).size;
  const isOrAre = names === 1 ? 'is' : 'are';
  return {
    id: 'not-shown',
    title: 'Not shown',
    lead: `The documentation leaves ${count(facts.length, 'fact')} open. ${count(closed.length, 'setting')} close some of them, ${names === 0 ? 'all at their defaults' : `${names} of which ${isOrAre} given by a target`}; no check depends on the other ${facts.length - closed.length}.`,
    body: html`<details class="group"${names > 0 && html` open`}><summary><h3>Settings</h3> <span>${count(closed.length, 'setting')}, and the verdicts that depend on each</span></summary>
${cardTable('settings', 'Settings and the verdicts that depend on them', ['not shown', 'setting', 'verdicts'], rows)}</details>`,
  };
}
