/** `assess --page`: the readiness of a recording as one page without network, in the style of the report. */
import { type Html, html } from '../../../contracts/src/base/html.ts';
import { count } from '../../../contracts/src/base/text.ts';
import type { OpenPoint, Readiness } from '../../../contracts/src/records/readiness.ts';
import { badge, type Tone } from '../page/badges.ts';
import { pageOf } from '../page/page.ts';
import { cardTable, type Section, type TableRow, wideTable } from '../page/page-parts.ts';
import { CALLS_HEAD, callRows, countsSentence, factLines } from './assess-text.ts';

const TONES: Readonly<Record<Readiness['verdict'], Tone>> = {
  ready: 'good',
  decisions: 'unsure',
  'not ready': 'bad',
};

/** Ends with a newline. */
export function assessPage(result: Readiness): string {
  const sections = [openSection(result), callsSection(result), fieldsSection(result), answersSection(result)];
  return pageOf(
    { tone: TONES[result.verdict], text: `The move to Web Form V2 is ${result.says}.` },
    sections.flat(),
  );
}

function openSection({ decisions, noPlace }: Readiness): Section[] {
  const rowsOf = (points: readonly OpenPoint[], verdict: string): TableRow[] =>
    points.map(({ field, values, why, how }) => ({
      cells: [badge(verdict), html`<code>${field}</code>`, `${values}`, `${why}.`, how],
    }));
  const rows = [...rowsOf(noPlace, 'no place'), ...rowsOf(decisions, 'needs-decision')];
  if (rows.length === 0) return [];
  return [
    {
      id: 'open',
      title: 'To do',
      lead: `${count(noPlace.length, 'field has', 'fields have')} no place in V2, and ${count(decisions.length, 'decision is', 'decisions are')} open.`,
      body: cardTable('points', 'To do', ['what', 'field', 'sent', 'why', 'how'], rows),
    },
  ];
}

function callsSection(result: Readiness): Section[] {
  const rows = callRows(result).map(([operation = '', ...cells]) => [
    html`<code>${operation}</code>`,
    ...cells,
  ]);
  const facts = factLines(result).map(([name, text]) => html`<li><b>${name}</b>: ${text}</li>`);
  return [
    {
      id: 'calls',
      title: 'Calls',
      lead: countsSentence(result),
      body: html`${wideTable('Calls by operation', CALLS_HEAD, rows)}
<ul class="findings">${facts}</ul>`,
    },
  ];
}

function fieldsSection({ fields, undocumented, neverUsed }: Readiness): Section[] {
  if (fields.length + undocumented.length === 0) return [];
  const place = (to: string | null): Html | string => (to === null ? '–' : html`<code>${to}</code>`);
  const rows: TableRow[] = [
    ...undocumented.map(({ in: request, pointer, count: times }) => ({
      cells: [request, html`<code>${pointer}</code>`, badge('undocumented'), '–', '–', `${times}`],
    })),
    ...fields.map(({ request, from, to, fate, calls, values, refused }) => {
      const verdict = refused > 0 ? 'wrong-value' : fate;
      const cells = [request, html`<code>${from}</code>`, badge(verdict), place(to), `${calls}`, `${values}`];
      return { cells };
    }),
  ];
  return [
    {
      id: 'sent',
      title: 'V1 fields',
      lead: 'Every field that was sent to V1, with its place in V2, the calls that hold it, and its values.',
      body: html`${cardTable('fields', 'V1 fields', ['request', 'V1', 'verdict', 'V2', 'calls', 'values'], rows)}
${neverUsed.length > 0 && html`<p>Never used:</p><ul class="findings">${neverUsed.map((name) => html`<li><code>${name}</code></li>`)}</ul>`}`,
    },
  ];
}

function answersSection({ answers }: Readiness): Section[] {
  if (answers.length === 0) return [];
  const rows = answers.map(({ from, to, calls, loses }) => {
    const places = [from, to ?? '–'].map((each) => html`<code>${each.replace('#', ' ')}</code>`);
    return { cells: [...places, `${calls}`, loses] };
  });
  return [
    {
      id: 'answers',
      title: 'V1 answers',
      lead: 'What a handler of V1 answers can read today, and where it is in V2.',
      body: cardTable('answered', 'V1 answers', ['V1', 'V2', 'answers', 'loses'], rows),
    },
  ];
}
