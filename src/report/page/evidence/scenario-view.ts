/** A scenario in full: rules and updates on the left, messages expected and received on the right, differences marked. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { Played, PlayedStep, ReceivedMessage } from '../../../runner/verdict.ts';
import type { Evidence, TargetReport } from '../../run-json.ts';
import { commandView } from '../page-parts.ts';
import { jsonLines, type Mark, markedLines } from './mark-failing-place.ts';

type Looked = Extract<PlayedStep, { received: unknown }>;
type Told = Exclude<PlayedStep, Looked>;

/** What happened between two looks at the messages, and the look itself; none where the story broke off before. */
interface Scene {
  readonly told: readonly Told[];
  readonly looked?: Looked & { readonly pointer: string };
}

export function scenarioView({ played, findings, repeat, file }: PlayedScenario): Html {
  const scenes = scenesOf(played).map((scene, at) =>
    sceneView(scene, at === 0 ? played.rules : {}, findings),
  );
  return html`${scenes}
<p class="source">It stands in <code>${file}</code>.</p>
${commandView('Play it again', repeat)}`;
}

function scenesOf({ story }: Played): Scene[] {
  const scenes: Scene[] = [];
  let told: Told[] = [];
  for (const [at, step] of story.entries()) {
    if (!('received' in step)) {
      told.push(step);
      continue;
    }
    scenes.push({ told, looked: { ...step, pointer: `/story/${at}/received` } });
    told = [];
  }
  return told.length > 0 || scenes.length === 0 ? [...scenes, { told }] : scenes;
}

function sceneView({ told, looked }: Scene, rules: Played['rules'], findings: readonly Mark[]): Html {
  const left = [
    ...(Object.keys(rules).length > 0 ? [titled('Rules', rules)] : []),
    ...told.map((step) =>
      'update' in step
        ? titled('Batch update', step.update)
        : html`<p class="cap">Time</p><p><code>${step.advance}</code> pass.</p>`,
    ),
  ];
  return html`<div class="two scene"><div>${left}</div>
<div>${looked ? lookView(looked, findings) : html`<p>The story broke off here.</p>`}</div></div>`;
}

function lookView(
  { expected, received, pointer }: NonNullable<Scene['looked']>,
  findings: readonly Mark[],
): Html {
  const here = findings.filter((mark) => `${mark.pointer}/`.startsWith(`${pointer}/`));
  // A finding on the list itself is about messages that are missing or too many.
  const ofList = here.filter((mark) => mark.pointer === pointer);
  const wanted = expected.map(({ rule, ...stated }) => {
    const title = `Expected of rule ${rule}`;
    return Object.keys(stated).length > 0
      ? titled(title, stated)
      : html`<p class="cap">${title}</p><p>A message; what is in it is not stated.</p>`;
  });
  const got = received
    .map((message, at) => {
      const place = `${pointer}/${at}/message`;
      return { message, place, marks: here.filter((mark) => `${mark.pointer}/`.startsWith(`${place}/`)) };
    })
    .sort((a, b) => Number(b.marks.length > 0) - Number(a.marks.length > 0))
    .map(({ message, place, marks }) => receivedView(message, place, marks));
  return html`<div class="two"><div>${wanted.length > 0 ? wanted : html`<p class="cap">Expected</p><p>Silence: no message at all.</p>`}</div>
<div>${ofList.map(({ message }) => html`<p class="wrong">${message}</p>`)}
${got.length > 0 ? got : html`<p class="cap">Received</p><p>No message.</p>`}</div></div>`;
}

function receivedView({ rule, message }: ReceivedMessage, pointer: string, marks: readonly Mark[]): Html {
  const title = rule === undefined ? 'Received, of no rule' : `Received of rule ${rule}`;
  const differences =
    marks.length > 0 && html` <span class="v bad">${count(marks.length, 'difference')}</span>`;
  if (message === undefined)
    return html`<p class="cap">${title}${differences}</p><p>Text that is not JSON.</p>`;
  return html`<p class="cap">${title}${differences}</p>${markedLines(jsonLines(message, pointer), marks)}`;
}

function titled(title: string, tree: unknown): Html {
  return html`<p class="cap">${title}</p>${markedLines(jsonLines(tree, ''), [])}`;
}

/** A scenario that a report shows: what was played, and what came of it on a target. */

export interface PlayedScenario extends Evidence {
  readonly target: string;
  readonly played: NonNullable<Evidence['played']>;
  /** To which the clauses lead; the same one for all targets that played it. */
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
export function scenarioKey({ file, says }: Pick<Evidence, 'file' | 'says'>): string {
  return `${file} ${says}`;
}
