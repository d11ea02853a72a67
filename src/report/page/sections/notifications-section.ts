/** Section 4: what batch updates made the targets send, scenario by scenario. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { tally } from '../../tally.ts';
import { breaksOther } from '../evidence/breaks-other.ts';
import type { PlayedScenario } from '../evidence/played-scenario.ts';
import type { Room } from '../evidence/room.ts';
import { storyView } from '../evidence/story-view.ts';
import { badges } from '../parts/badge.ts';
import { failingBadges, failingFirst, has } from '../parts/failing-first.ts';
import { filters } from '../parts/filters.ts';
import { tallyWords } from '../parts/verdict-bar.ts';
import { verdictFilter } from '../parts/verdict-filter.ts';
import type { Section } from './section.ts';

interface ScenarioOnTargets extends Pick<PlayedScenario, 'anchor' | 'file' | 'says' | 'clause'> {
  readonly on: readonly PlayedScenario[];
}

/** undefined where no scenario was played. */
export function notificationsSection(scenarios: readonly PlayedScenario[], room: Room): Section | undefined {
  if (scenarios.length === 0) return undefined;
  const rows = scenariosOnTargets(scenarios);
  // What is broken finds its room first.
  const views = new Map(failingFirst(rows).map((row) => [row, storyView(row.on, room)]));
  const files = Map.groupBy(rows, ({ file }) => file);
  const { filter, tokensOf } = verdictFilter(rows);
  const draw = (row: ScenarioOnTargets) => rowHtml(row, tokensOf(row), views.get(row));
  return {
    id: 'notifications',
    title: 'Notifications',
    lead: `Each scenario sets rules up, runs batch updates and holds the messages that follow, decrypted, against those that the documentation says, silence included: ${counted(scenarios)}. Values that are somebody’s data are described, not shown.`,
    body: html`${filters('scenarios', 'scenarios', [filter], 'Search')}
<div id="scenarios">${[...files].map(([file, own]) => fileHtml(file, own, draw))}</div>`,
  };
}

function scenariosOnTargets(scenarios: readonly PlayedScenario[]): ScenarioOnTargets[] {
  return [...Map.groupBy(scenarios, ({ anchor }) => anchor).values()].flatMap((on) => {
    const [first] = on;
    return first
      ? [{ anchor: first.anchor, file: first.file, says: first.says, clause: first.clause, on }]
      : [];
  });
}

/** 313 upheld, 24 violated on one; 337 upheld on another */
function counted(scenarios: readonly PlayedScenario[]): string {
  const targets = [...Map.groupBy(scenarios, ({ target }) => target)];
  return targets
    .map(([target, own]) => `${tallyWords(tally(own))}${targets.length > 1 ? ` on ${target}` : ''}`)
    .join('; ');
}

function fileHtml(
  file: string,
  rows: readonly ScenarioOnTargets[],
  draw: (row: ScenarioOnTargets) => Html,
): Html {
  const name = file.replace(/^.*\/|\.ts$/g, '').replaceAll('-', ' ');
  const isBroken = rows.some((row) => has(row, 'violated'));
  return html`<details class="group"${isBroken && html` open`}><summary><h3>${name}</h3> <span>${count(rows.length, 'scenario')}</span>${failingBadges(rows)}</summary>
${failingFirst(rows).map(draw)}</details>`;
}

function rowHtml({ anchor, says, clause, on }: ScenarioOnTargets, verdicts: string, view?: Html): Html {
  return html`<details class="row" id="${anchor}" data-verdict="${verdicts}"><summary>${badges(on)} ${says} <code>${clause}</code> ${breaksOther(on)}</summary>
<div class="inside">${view}</div></details>`;
}
