/** The migration: the flows side by side, what becomes of every field, and what V2 has no place for. */

import { count } from '../../../../contracts/src/base/text.ts';
import { operationOf } from '../../../../contracts/src/judge/operation.ts';
import { callName } from '../../../base/call-text.ts';
import type { FlowPair } from '../../../runner/verdict.ts';
import { fieldTexts } from '../../field-table.ts';
import { exchangeOf, reportedClauses, type TargetReport } from '../../run-json.ts';
import { carriedText, flowAnswer, isCarried, lostByDesign } from '../../terminal/flows-text.ts';
import { type Html, html } from '../html.ts';
import type { PageTable, Section } from '../page-parts.ts';

/** The flows of each target, V1 beside V2; undefined where none ran. */
export function flowsSection(targets: readonly TargetReport[]): Section | undefined {
  if (targets.every(({ flows }) => flows.length === 0)) return undefined;
  return {
    id: 'flows',
    title: 'The two flows',
    lead: 'V1 responds with 451 and the web form’s URL in its location header; Web Form V2 responds with 201 and the URL in the body.',
    body: html`<div class="flows">${targets.flatMap(flowsHtml)}</div>`,
  };
}

/** undefined where no flow ran. The mapping is the same on every target; its values are published examples. */
export function fieldsSection(targets: readonly TargetReport[], isUpheld: boolean): Section | undefined {
  const flows = targets.find((target) => target.flows.length > 0)?.flows ?? [];
  if (flows.length === 0) return undefined;
  const isWhole = flows.every(isCarried);
  const rows = flows.flatMap(({ flow, fields }) =>
    fields.map((field) => {
      const { from, value, verdict, to, becomes, notes } = fieldTexts(field, true);
      const loss = notes === 'nothing' ? html`<span class="none">nothing</span>` : html`<b>${notes}</b>`;
      return [flow, placeHtml(from, value), { verdict }, placeHtml(to, becomes), loss];
    }),
  );
  // Readers would take another verdict for that of the run.
  const carried = isWhole && !isUpheld ? count(rows.length, 'field') : flows.map(carriedText).join('; ');
  return {
    id: 'migration',
    title: 'Fields',
    tables: [
      {
        title: 'What becomes of every field',
        note: carried,
        isOpen: !isWhole,
        id: 'fields-list',
        head: ['flow', 'V1', 'verdict', 'V2', 'loses'],
        rows,
      },
      lostTable(),
    ],
  };
}

function placeHtml(place: string, text: string): Html | string {
  return place === '-' ? '–' : html`<code>${place}</code><br><span class="value">${text}</span>`;
}

function flowsHtml(report: TargetReport): Html[] {
  const broken = brokenCalls(report);
  return report.flows.map(
    ({ flow, v1, v2 }) =>
      html`<figure class="flow"><figcaption>On ${report.target}: ${flow}</figcaption><div class="two">${sideHtml('V1', v1, broken)}${sideHtml('V2', v2, broken)}</div></figure>`,
  );
}

/** The violated clauses, each with the operation whose call shows that. */
function brokenCalls(report: TargetReport) {
  return reportedClauses(report, 'violated').map(({ clause, evidence }) => {
    const { findings = [], exchanges = [] } = evidence ?? {};
    const finding = findings.find((it) => it.clause === clause);
    const request = finding && exchanges[exchangeOf(finding, exchanges)]?.request;
    return { clause, operation: request && operationOf(request) };
  });
}

/** How many are shown; the others are counted. */
const MOST_BROKEN = 3;

function sideHtml(version: string, calls: FlowPair['v1'], broken: ReturnType<typeof brokenCalls>): Html {
  const steps = calls.map((call) => {
    const { isDue, text } = flowAnswer(call);
    const own = broken.filter(({ operation }) => operation === call.operation);
    const more = own.length - MOST_BROKEN;
    const links = own
      .slice(0, MOST_BROKEN)
      .map(({ clause }) => html`<a href="#clause-${clause}">${clause}</a>`);
    const got = !isDue
      ? html`<span class="wrong">✗ ${text}</span>`
      : links.length > 0
        ? text
        : html`<span class="t-good">✓ ${text}</span>`;
    return html`<li><code>${callName(call.operation)}</code><br>${got}${links.length > 0 && html`<br>violated: ${links}${more > 0 && html` and ${more} more`}`}</li>`;
  });
  return html`<div><p class="cap">${version}: ${count(calls.length, 'call')}</p><ol>${steps}</ol></div>`;
}

/** The loss that comes with the flow itself, which no request of V1 shows. */
function lostTable(): PageTable {
  const { ofSubmit, ofAnswers } = lostByDesign();
  const rows = [
    ...ofSubmit.map((row) => ({ ...row, what: 'submit request' })),
    ...ofAnswers.map((row) => ({ ...row, what: 'response' })),
  ]
    .filter(({ loses }) => loses !== 'nothing')
    .map(({ what, from, loses, why }) => [what, { code: from?.replace('#', ' ') ?? null }, loses, why]);
  return {
    title: 'By design',
    head: ['V1', 'field', 'loses', 'why'],
    rows,
    note: `V2 has no counterpart of ${count(rows.length, 'field')} of the V1 submit and the V1 responses`,
  };
}
