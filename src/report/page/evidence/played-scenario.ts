/** A scenario that a run played: in full with every difference marked where it is broken, else in a few lines. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { andList, count, settingText } from '../../../../contracts/src/base/text.ts';
import type { Played, PlayedStep, ReceivedMessage } from '../../../runner/verdict.ts';
import type { ReportedEvidence, TargetReport } from '../../run-json.ts';
import { type ByteBudget, commandHtml } from '../page-parts.ts';
import { messagesHtml } from './evidence.ts';
import { type FailingPlace, jsonLines, markFailingPlaces } from './mark-failing-place.ts';

export interface PlayedScenario extends ReportedEvidence {
  readonly target: string;
  readonly played: NonNullable<ReportedEvidence['played']>;
  /** The id of the scenario on the page: the same one for all targets that played it. */
  readonly anchor: string;
}

/** In the order of the catalogue, target by target. */
export function playedScenarios(targets: readonly TargetReport[]): PlayedScenario[] {
  const anchors = new Map<string, string>();
  return targets.flatMap(({ target, cases }) =>
    cases.flatMap((result) => {
      if (!result.played) return [];
      const key = scenarioKey(result);
      const anchor = anchors.get(key) ?? `scenario-${anchors.size}`;
      anchors.set(key, anchor);
      return [{ ...result, played: result.played, target, anchor }];
    }),
  );
}

/** The same for one scenario on each target. */
export function scenarioKey({ file, says }: Pick<ReportedEvidence, 'file' | 'says'>): string {
  return `${file} ${says}`;
}

/** One scenario on each target that played it; targets with the same result share a view. */
export function scenarioHtml(on: readonly PlayedScenario[], budget: ByteBudget): Html {
  const views = on.map((scenario) => ({ scenario, pieces: piecesOf(scenario) }));
  const alike = Map.groupBy(views, ({ pieces }) => pieces.map(({ text }) => text).join(''));
  return html`${[...alike.values()].map(([first, ...others]) => {
    if (!first) return html``;
    const { scenario, pieces } = first;
    const names = [first, ...others].map((view) => view.scenario.target);
    const title = on.length > 1 && html`<h4>On ${andList(names)}</h4>`;
    const line = html`${messagesHtml(scenario.findings)}<p>What was played is in run.json.</p>`;
    return html`${title}${budget.show(pieces, line)}`;
  })}`;
}

/** The fullest first. */
function piecesOf(scenario: PlayedScenario): Html[] {
  const { findings, reason } = scenario;
  const why = reason !== undefined && html`<p>${reason}.</p>`;
  const short = html`${why}${messagesHtml(findings)}${shortStory(scenario.played)}`;
  return findings.length > 0 ? [html`${why}${wholeStory(scenario)}`, short] : [short];
}

/** An update with a hundred transactions says no more than its beginning. */
const LONGEST_UPDATE = 200;

/** The rules, what the bank sent, and which messages came. */
function shortStory({ rules, story }: Played): Html {
  const ruled = Object.entries(rules).map(([name, { triggerEvent, params, includeDetails }]) => {
    const more = [params && settingText(params), includeDetails && 'with details'].filter(Boolean).join(', ');
    return html`<li>rule <b>${name}</b>: ${triggerEvent} ${more}</li>`;
  });
  const steps = story.map((step) => {
    if ('update' in step) {
      const text = settingText(step.update);
      const cut = text.length > LONGEST_UPDATE ? `${text.slice(0, LONGEST_UPDATE - 1)}…` : text;
      return html`<li>update <code>${cut}</code></li>`;
    }
    if ('advance' in step) return html`<li><code>${step.advance}</code> pass</li>`;
    const came = step.received.map(({ rule }) => rule ?? 'of no rule');
    return html`<li class="came">${came.length === 0 ? 'silence' : `message of ${came.join(', ')}`}</li>`;
  });
  return html`<ol>${ruled}${steps}</ol>`;
}

type Look = Extract<PlayedStep, { received: unknown }>;

/** Rules and updates on the left, messages expected and received on the right: a scene for each look at the messages. */
function wholeStory({ played: { rules, story }, findings, repeat, file }: PlayedScenario): Html {
  const scenes: Html[] = [];
  let left = Object.keys(rules).length > 0 ? [jsonHtml('Rules', rules)] : [];
  const end = (right: Html): void => {
    scenes.push(html`<div class="two scene"><div>${left}</div>
<div>${right}</div></div>`);
    left = [];
  };
  for (const [at, step] of story.entries()) {
    if ('update' in step) left.push(jsonHtml('Batch update', step.update));
    else if ('advance' in step)
      left.push(html`<p class="cap">Time</p><p><code>${step.advance}</code> pass.</p>`);
    else end(lookHtml(step, `/story/${at}/received`, findings));
  }
  if (left.length > 0 || scenes.length === 0) end(html`<p>The story broke off here.</p>`);
  return html`${scenes}
<p class="source">The scenario is in <code>${file}</code>.</p>
${commandHtml('Play it again', repeat)}`;
}

function lookHtml({ expected, received }: Look, pointer: string, findings: readonly FailingPlace[]): Html {
  const here = findings.filter((mark) => isWithin(mark, pointer));
  const wanted = expected.map(({ rule, ...stated }) => {
    const title = `Expected of rule ${rule}`;
    if (Object.keys(stated).length > 0) return jsonHtml(title, stated);
    return html`<p class="cap">${title}</p><p>A message; what is in it is not stated.</p>`;
  });
  const got = received
    .map((message, at) => {
      const place = `${pointer}/${at}/message`;
      return { message, place, marks: here.filter((mark) => isWithin(mark, place)) };
    })
    .sort((a, b) => Number(b.marks.length > 0) - Number(a.marks.length > 0))
    .map(({ message, place, marks }) => receivedHtml(message, place, marks));
  // A finding on the list itself is about messages that are missing or too many.
  const ofList = here.filter((mark) => mark.pointer === pointer);
  return html`<div class="two"><div>${wanted.length > 0 ? wanted : html`<p class="cap">Expected</p><p>Silence: no message at all.</p>`}</div>
<div>${ofList.map(({ message }) => html`<p class="wrong">${message}</p>`)}
${got.length > 0 ? got : html`<p class="cap">Received</p><p>No message.</p>`}</div></div>`;
}

function isWithin({ pointer }: FailingPlace, place: string): boolean {
  return `${pointer}/`.startsWith(`${place}/`);
}

function receivedHtml(
  { rule, message }: ReceivedMessage,
  pointer: string,
  marks: readonly FailingPlace[],
): Html {
  const title = rule === undefined ? 'Received, of no rule' : `Received of rule ${rule}`;
  const differences =
    marks.length > 0 && html` <span class="v bad">${count(marks.length, 'difference')}</span>`;
  const content =
    message === undefined
      ? html`<p>Text that is not JSON.</p>`
      : markFailingPlaces(jsonLines(message, pointer), marks);
  return html`<p class="cap">${title}${differences}</p>${content}`;
}

function jsonHtml(title: string, tree: unknown): Html {
  return html`<p class="cap">${title}</p>${markFailingPlaces(jsonLines(tree, ''), [])}`;
}
