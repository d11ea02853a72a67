/** The story of a scenario: rules, batch updates and messages, every difference marked. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { Played, PlayedStep, ReceivedMessage } from '../../../runner/verdict.ts';
import { type FailingPlace, jsonLines, markFailingPlaces } from './mark-failing-place.ts';

type Look = Extract<PlayedStep, { received: unknown }>;

/** Rules and updates on the left, messages expected and received on the right: a scene for each look at the messages. */
export function storyHtml({ rules, story }: Played, findings: readonly FailingPlace[]): Html {
  const scenes: Html[] = [];
  let left = Object.keys(rules).length > 0 ? [jsonHtml('Rules', rules)] : [];
  const end = (right: Html): void => {
    scenes.push(html`<div class="two scene"><div>${left}</div>
<div>${right}</div></div>`);
    left = [];
  };
  const event = (title: string, text: Html) => left.push(html`<p class="cap">${title}</p><p>${text}</p>`);
  for (const [at, step] of story.entries()) {
    if ('update' in step) left.push(jsonHtml('Batch update', step.update));
    else if ('advance' in step) event('Time', html`<code>${step.advance}</code> pass.`);
    else if ('callback' in step) event('Client', html`Another callback URL, <code>${step.callback}</code>.`);
    else if ('create' in step)
      event('Rule', html`<code>${step.create}</code> is ${step.refused ? 'refused' : 'created'}.`);
    else end(lookHtml(step, `/story/${at}/received`, findings));
  }
  if (left.length > 0 || scenes.length === 0) end(html`<p>The story broke off here.</p>`);
  return html`${scenes}`;
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

function receivedHtml({ rule, message }: ReceivedMessage, pointer: string, marks: readonly FailingPlace[]) {
  const title = rule === undefined ? 'Received, of no rule' : `Received of rule ${rule}`;
  const differences = html` <span class="v bad">${count(marks.length, 'difference')}</span>`;
  const content =
    message === undefined
      ? html`<p>Text that is not JSON.</p>`
      : markFailingPlaces(jsonLines(message, pointer), marks);
  return html`<p class="cap">${title}${marks.length > 0 && differences}</p>${content}`;
}

function jsonHtml(title: string, tree: unknown): Html {
  return html`<p class="cap">${title}</p>${markFailingPlaces(jsonLines(tree, ''), [])}`;
}
