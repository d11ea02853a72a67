/** What an opened scenario shows of each target: all that was played where it is broken, else a few lines. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { words } from '../parts/words.ts';
import { compactScenario } from './compact-scenario.ts';
import { messagesView } from './messages-view.ts';
import type { PlayedScenario } from './played-scenario.ts';
import type { Room } from './room.ts';
import { scenarioView } from './scenario-view.ts';

/** `on` is one scenario on each target that played it; targets on which the same came of it share a view. */
export function storyView(on: readonly PlayedScenario[], room: Room): Html {
  const told = on.map((scenario) => ({ scenario, pieces: piecesOf(scenario) }));
  const alike = [...Map.groupBy(told, ({ pieces }) => pieces.map(({ text }) => text).join('')).values()];
  const views = alike.flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const title = on.length > 1 && html`<h4>On ${words(own.map(({ scenario }) => scenario.target))}</h4>`;
    return [html`${title}${room.show(first.pieces, lineOf(first.scenario))}`];
  });
  return html`${views}`;
}

/** The fullest first. */
function piecesOf(scenario: PlayedScenario): Html[] {
  const { findings, reason } = scenario;
  const why = reason !== undefined && html`<p>${reason}.</p>`;
  const short = html`${why}${messagesView(findings)}${compactScenario(scenario)}`;
  return findings.length > 0 ? [html`${why}${scenarioView(scenario)}`, short] : [short];
}

function lineOf({ findings }: PlayedScenario): Html {
  return html`${messagesView(findings)}<p>What was played is in run.json.</p>`;
}
