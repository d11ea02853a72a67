/** Notifications: which messages batch updates made the targets send, scenario by scenario. */
import { html } from '../../../../contracts/src/base/html.ts';
import { tally } from '../../clause-counts.ts';
import { badges, failingFirst, tallyWords } from '../badges.ts';
import { breaksOther } from '../evidence/evidence.ts';
import { type PlayedScenario, scenarioHtml } from '../evidence/played-scenario.ts';
import { groupedList } from '../page-filters.ts';
import type { ByteBudget, Section } from '../page-parts.ts';

/** undefined where no scenario was played. */
export function notificationsSection(
  scenarios: readonly PlayedScenario[],
  budget: ByteBudget,
): Section | undefined {
  if (scenarios.length === 0) return undefined;
  const rows = [...Map.groupBy(scenarios, ({ anchor }) => anchor).values()].flatMap((on) =>
    on.slice(0, 1).map(({ anchor, file, says, clause }) => ({ anchor, file, says, clause, on })),
  );
  // What is broken gets its bytes first.
  const views = new Map(failingFirst(rows).map((row) => [row, scenarioHtml(row.on, budget)]));
  const groups = [...Map.groupBy(rows, ({ file }) => file)].map(
    ([file, own]) => [file.replace(/^.*\/|\.ts$/g, '').replaceAll('-', ' '), own] as const,
  );
  return {
    id: 'notifications',
    title: 'Notifications',
    lead: `Each scenario creates rules, runs batch updates and compares the decrypted messages that follow with those that are documented, silence included: ${counted(scenarios)}. Personal values are described, not shown.`,
    body: groupedList('scenarios', 'scenario', groups, [], (row, verdicts) => {
      const { anchor, says, clause, on } = row;
      return html`<details class="row" id="${anchor}" data-verdict="${verdicts}"><summary>${badges(on)} ${says} <code>${clause}</code> ${breaksOther(on)}</summary>
<div class="inside">${views.get(row)}</div></details>`;
    }),
  };
}

/** 313 upheld, 24 violated on one; 337 upheld on another */
function counted(scenarios: readonly PlayedScenario[]): string {
  const targets = [...Map.groupBy(scenarios, ({ target }) => target)];
  return targets
    .map(([target, own]) => `${tallyWords(tally(own))}${targets.length > 1 ? ` on ${target}` : ''}`)
    .join('; ');
}
