/** Section 4: what batch updates made the targets send, scenario by scenario. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { tally, VERDICTS } from '../../tally.ts';
import { compactScenario } from '../evidence/compact-scenario.ts';
import type { PlayedScenario } from '../evidence/played-scenario.ts';
import { scenarioView } from '../evidence/scenario-view.ts';
import { badge } from '../parts/badge.ts';
import { filters } from '../parts/filters.ts';
import { tallyWords } from '../parts/verdict-bar.ts';
import type { Section } from './section.ts';

/** So many are shown with all their messages; a provider that breaks everything is told of by fewer. */
const MOST_IN_FULL = 25;

/** undefined where no scenario was played. */
export function notificationsSection(scenarios: readonly PlayedScenario[]): Section | undefined {
  if (scenarios.length === 0) return undefined;
  const counts = tally(scenarios);
  const inFull = new Set(scenarios.filter(({ findings }) => findings.length > 0).slice(0, MOST_IN_FULL));
  const files = Map.groupBy(scenarios, ({ file }) => file);
  const used = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return {
    id: 'notifications',
    title: 'Notifications',
    lead: `Each scenario sets rules up, runs batch updates and holds the messages that follow, decrypted, against those that the documentation says, silence included: ${tallyWords(counts)}. Values that are somebody’s data are described, not shown.`,
    body: html`${filters(
      'scenarios',
      'scenarios',
      [
        {
          name: 'verdict',
          label: 'Verdict',
          choices: used.map((verdict) => [verdict.replaceAll(' ', '-'), verdict]),
        },
      ],
      'Search',
    )}
<div id="scenarios">${[...files].map(([file, own]) => fileHtml(file, own, inFull))}</div>`,
  };
}

function fileHtml(
  file: string,
  scenarios: readonly PlayedScenario[],
  inFull: ReadonlySet<PlayedScenario>,
): Html {
  const counts = tally(scenarios);
  const name = file.replace(/^.*\/|\.ts$/g, '').replaceAll('-', ' ');
  return html`<details class="group"${counts.violated > 0 && html` open`}><summary><h3>${name}</h3> <span>${count(scenarios.length, 'scenario')}</span>${counts.violated > 0 && html` <span class="v bad">${counts.violated} violated</span>`}</summary>
${scenarios
  .toSorted((a, b) => Number(b.findings.length > 0) - Number(a.findings.length > 0))
  .map((it) => scenarioHtml(it, inFull.has(it)))}</details>`;
}

function scenarioHtml(scenario: PlayedScenario, isInFull: boolean): Html {
  const { anchor, says, clause, target, verdict, findings, reason } = scenario;
  const told = findings.map(({ message }) => html`<p class="wrong">${message}</p>`);
  return html`<details class="row" id="${anchor}" data-verdict="${verdict.replaceAll(' ', '-')}"><summary>${badge(verdict)} ${says} <code>${clause}</code></summary>
<div class="inside">${reason !== undefined && html`<p>On ${target}: ${reason}.</p>`}${isInFull ? scenarioView(scenario) : html`${told}${compactScenario(scenario)}`}</div></details>`;
}
