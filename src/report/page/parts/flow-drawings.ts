/** Both flows drawn side by side, once for all targets that answered alike. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { FlowPair } from '../../../drive/verdict.ts';
import type { TargetReport } from '../../target-report.ts';
import { answerWords, sequenceSvg } from './sequence-svg.ts';
import { words } from './words.ts';

const NUMBERS = ['no call', 'one call', 'two calls'];

export function flowDrawings(targets: readonly TargetReport[]): Html[] {
  const drawn = targets
    .flatMap(({ target, flows }) => flows.map((pair) => ({ target, pair })))
    .sort((a, b) => (a.pair.flow < b.pair.flow ? -1 : a.pair.flow > b.pair.flow ? 1 : 0));
  const alike = Map.groupBy(drawn, ({ pair: { flow, v1, v2 } }) =>
    [flow, ...v1, 'V2', ...v2]
      .map((it) => (typeof it === 'string' ? it : `${it.operation} ${answerWords(it)}`))
      .join('\n'),
  );
  return [...alike.values()].flatMap((group, at) => {
    const [first] = group;
    return first ? [pairHtml(`flow-${at}`, first.pair, words(group.map(({ target }) => target)))] : [];
  });
}

function pairHtml(id: string, { flow, v1, v2 }: FlowPair, targets: string): Html {
  return html`<figure class="flow"><figcaption>${flow === 'import' ? 'Import of a bank connection' : 'Payment'}, on ${targets}</figcaption>
<div class="two"><div>${side(`${id}-v1`, flow, 'V1', v1, '{base_url}')}</div><div>${side(`${id}-v2`, flow, 'V2', v2, '{webform_url}')}</div></div></figure>`;
}

function side(id: string, flow: string, version: string, calls: FlowPair['v1'], server: string): Html {
  const number = NUMBERS[calls.length] ?? '';
  return html`<p class="cap">${version}: ${number}</p>${sequenceSvg(id, `${flow} in ${version}, ${number}`, server, calls)}`;
}
