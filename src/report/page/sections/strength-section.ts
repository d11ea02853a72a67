/** Strength: which faults of a provider are caught, and what other tools catch of them. */

import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { FaultResult, Strength } from '../../../faults/strength.ts';
import { BASELINE_NAMES, blameText, faultTable, strengthCounts } from '../../strength/strength-counts.ts';
import { badge } from '../badges.ts';
import { clauseLink, type Section, wideTable } from '../page-parts.ts';

/** `shown` are the clauses that the page shows. */
export function strengthSection(strength: Strength, shown: ReadonlySet<string>): Section {
  const { faults, variants, untried, origins } = strength;
  const { observable, caught, alarms } = strengthCounts(strength);
  const [head, ...rows] = faultTable(faults);
  const blame = blameText(faults);
  return {
    id: 'strength',
    title: 'Strength',
    lead: `How good are these checks? The provider is made to misbehave, one fault at a time: of ${count(observable, 'observable fault')} ${caught} are caught. Of ${count(variants.length, 'allowed variant')} ${alarms === 0 ? 'none is' : `${alarms} are`} taken for a fault.`,
    body: html`${wideTable('Faults by class: how many are caught, also by the cases of their own clause alone, and how many of them other tools notice in the same traffic', head, rows)}
${blame !== undefined && html`<p class="source">${blame}</p>`}
<p class="source">${BASELINE_NAMES.ajv}: the schemas of the documents and nothing else, in the same run.</p>
${origins.map(({ baseline, tool, date, machine }) => html`<p class="source">${BASELINE_NAMES[baseline]}: ${tool}, measured on ${date} (${machine}).</p>`)}
${listHtml(
  'Not caught',
  faults.filter(({ verdict }) => verdict !== 'caught').map((fault) => faultHtml(fault, shown)),
)}
${listHtml('False alarms', variants.filter(({ verdict }) => verdict === 'false alarm').map(alarmHtml))}
${untried.length > 0 && html`<p class="source">The own cases of ${count(untried.length, 'clause')} catch no fault: ${untried.join(', ')}.</p>`}`,
  };
}

function listHtml(title: string, items: readonly Html[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<details class="group"><summary><h3>${title}</h3> <span>${items.length}</span></summary><ul>${items}</ul></details>`;
}

function faultHtml({ id, clause, says, verdict, reason }: FaultResult, shown: ReadonlySet<string>): Html {
  return html`<li>${badge(verdict)} ${says} <code>${id}</code> <span class="source">breaks ${clauseLink(clause, shown)}${reason !== undefined && html`: ${reason}`}</span></li>`;
}

function alarmHtml({ id, says, allowedBy, alarms }: Strength['variants'][number]): Html {
  return html`<li>${badge('false alarm')} ${says} <code>${id}</code> <span class="source">allowed by ${allowedBy}: ${alarms.join('; ')}</span></li>`;
}
