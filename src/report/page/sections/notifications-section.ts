/** Section 4: what batch updates made the targets send, scenario by scenario. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { isNumber } from '../../../../contracts/src/base/json-value.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import { tally } from '../../clause-counts.ts';
import { badges, failingBadges, failingFirst, has, tallyWords, words } from '../badges.ts';
import { breaksOther, type Room } from '../evidence/evidence-view.ts';
import { type PlayedScenario, scenarioView } from '../evidence/scenario-view.ts';
import { filters, verdictFilter } from '../page-filters.ts';
import { messagesView, type Section } from '../page-parts.ts';

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

/** What an opened scenario shows of each target: all that was played where it is broken, else a few lines. */

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

/** A scenario in a few lines: its rules, what the bank told, and which messages came. */

/** An update with a hundred transactions is no more telling than its beginning. */
const LONGEST = 200;

export function compactScenario({ played: { rules, story } }: Pick<PlayedScenario, 'played'>): Html {
  const ruled = Object.entries(rules).map(([name, { triggerEvent, params, includeDetails }]) => {
    const more = [params && flowText(params), includeDetails && 'with details'].filter(Boolean).join(', ');
    return html`<li>rule <b>${name}</b>: ${triggerEvent} ${more}</li>`;
  });
  const steps = story.map((step) => {
    if ('update' in step) return html`<li>update <code>${shortFlowText(step.update, LONGEST)}</code></li>`;
    if ('advance' in step) return html`<li><code>${step.advance}</code> pass</li>`;
    const came = step.received.map(({ rule }) => rule ?? 'of no rule');
    return html`<li class="came">${came.length === 0 ? 'silence' : `message of ${came.join(', ')}`}</li>`;
  });
  return html`<ol>${ruled}${steps}</ol>`;
}

/** JSON on one line as people write it by hand: words bare, numbers with their digits. */

const BARE = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

export function flowText(value: unknown): string {
  if (typeof value === 'string') return BARE.test(value) ? value : JSON.stringify(value);
  if (typeof value !== 'object' || value === null || isNumber(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  const fields = Object.entries(value).map(([name, part]) => `${name}: ${flowText(part)}`);
  return fields.length === 0 ? '{}' : `{${fields.join(', ')}}`;
}

/** The same, cut in its middle where it is longer than a reader will read. */
export function shortFlowText(value: unknown, longest: number): string {
  const text = flowText(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
