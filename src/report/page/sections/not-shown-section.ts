/** Section 6: what the documentation leaves open, the setting that was used, and the verdicts that leaned on it. */
import openFacts from '../../../../contracts/generated/not-shown.json' with { type: 'json' };
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import type { OpenFact } from '../../../../contracts/src/base/ledgers.ts';
import { count, settingText } from '../../../../contracts/src/base/text.ts';
import type { TargetReport } from '../../run-json.ts';
import { isDefault, type LeanedSetting } from '../../settings-used.ts';
import { words } from '../badges.ts';
import { clauseFacts } from '../page-content.ts';
import type { Section } from '../page-parts.ts';
import { clausesOnTargets } from './clauses-section.ts';

type Used = LeanedSetting & { readonly target: string };

/** undefined where no result tells its settings. */
export function notShownSection(targets: readonly TargetReport[]): Section | undefined {
  const used = targets.flatMap(({ target, settings }) =>
    settings.map((setting): Used => ({ ...setting, target })),
  );
  if (used.length === 0) return undefined;
  const facts = openFacts.facts as OpenFact[];
  const closed = facts.filter(({ setting }) => setting !== undefined);
  const left = facts.filter(({ setting }) => setting === undefined);
  const given = new Set(used.filter((setting) => !isDefault(setting)).map(({ setting }) => setting)).size;
  const areas = Map.groupBy(clausesOnTargets(targets), ({ area }) => area);
  const sizes = new Map([...areas].map(([area, own]) => [area, own.length]));
  const isOrAre = given === 1 ? 'is' : 'are';
  return {
    id: 'not-shown',
    title: 'Not shown',
    lead: `The documentation leaves ${count(facts.length, 'fact')} open. ${count(closed.length, 'setting')} close some of them, ${given === 0 ? 'all at their defaults' : `${given} of which ${isOrAre} given by a target`}; no check depends on the other ${left.length}.`,
    body: html`<div class="facts">${closed.map((fact) => {
      const own = used.filter(({ setting }) => setting === fact.setting);
      return html`<div class="fact"><p>${fact.fact} <span class="source">${fact.source}</span></p><p>${values(fact, own)}</p>${leaning(own, sizes)}</div>`;
    })}</div>
<details class="group"><summary><h3>Out of the contract</h3> <span>${count(left.length, 'fact')} on which no check depends</span></summary>
<dl class="plain">${left.map(({ fact, source, outOfContract }) => html`<dt>${fact} <span class="source">${source}</span></dt><dd>${outOfContract}</dd>`)}</dl></details>`,
  };
}

function values({ setting = '' }: OpenFact, used: readonly Used[]): Html[] {
  const told = [...Map.groupBy(used, ({ value }) => settingText(value))].map(([text, own]) => {
    const on = own.length === used.length ? '' : ` on ${words(own.map(({ target }) => target))}`;
    const kind = own.every(isDefault) ? 'the default' : 'given by the target';
    return html`<code>${setting}: ${text}</code> <span class="source">${kind}${on}</span>`;
  });
  return told.length > 0 ? told : [html`<code>${setting}</code>`];
}

/** `sizes` tells how many clauses an area has; one that leans as a whole is not spelt out. */
function leaning(used: readonly Used[], sizes: ReadonlyMap<string, number>): Html {
  const leaned = used.filter(({ clauses }) => clauses.length > 0);
  const clauses = [...new Set(leaned.flatMap((setting) => setting.clauses))].sort();
  if (clauses.length === 0) return html`<p class="source">No verdict leans on it.</p>`;
  const counts = leaned.map((setting) => `${setting.clauses.length} on ${setting.target}`);
  const areas = Map.groupBy(clauses, (clause) => clauseFacts(clause).area);
  const rows = [...areas].map(([area, own]) => {
    const names = own.length === sizes.get(area) ? `all ${own.length}` : own.join(' ');
    return html`<dt>${area}</dt><dd>${names}</dd>`;
  });
  return html`<details class="more"><summary>${count(clauses.length, 'clause')} ${clauses.length === 1 ? 'leans' : 'lean'} on it: ${words(counts)}</summary><dl class="ids">${rows}</dl></details>`;
}
