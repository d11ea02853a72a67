/** Strength: which faults of a provider are caught, what other tools catch of them, and what was never tried or met. */

import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { FaultResult, Strength } from '../../../faults/strength.ts';
import { clauseFacts } from '../../clause-counts.ts';
import {
  BASELINE_NAMES,
  blameText,
  byClass,
  faultTable,
  strengthCounts,
} from '../../strength/strength-counts.ts';
import { badge } from '../badges.ts';
import { filterBy, filters } from '../page-filters.ts';
import { cardTable, clauseLink, type Section, wideTable } from '../page-parts.ts';

/** So few need no filter, and nothing to open. */
const FEW = 5;
const MOST_NAMED = 3;

/** `shown` are the clauses that the page shows. */
export function strengthSection(strength: Strength, shown: ReadonlySet<string>): Section {
  const { faults, variants, untried, vacuity, origins } = strength;
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
${notCaught(faults, shown)}
${falseAlarms(strength)}
${untriedHtml(untried)}
${unseenHtml(vacuity)}`,
  };
}

function notCaught(faults: readonly FaultResult[], shown: ReadonlySet<string>): Html | undefined {
  const left = faults.filter(({ verdict }) => verdict !== 'caught');
  if (left.length === 0) return undefined;
  const isFew = left.length <= FEW;
  const classes = byClass(left);
  const groups = classes.map(([name, own]) => {
    const survived = own.filter(({ verdict }) => verdict === 'survived').length;
    return html`<details class="group"${isFew && html` open`}><summary><h4>${name}</h4> <span>${count(own.length, 'fault')}</span>${survived > 0 && html` <span class="v bad">${survived} survived</span>`}</summary>
<ul>${own.map((fault) => faultHtml(fault, shown))}</ul></details>`;
  });
  const asked = [
    filterBy(
      'class',
      classes.map(([name]) => name),
    ),
    filterBy(
      'verdict',
      left.map(({ verdict }) => verdict),
    ),
  ];
  return html`<h3>Not caught</h3>
${!isFew && filters('fault-list', 'faults', asked, 'Search')}
<div id="fault-list">${groups}</div>`;
}

function faultHtml(fault: FaultResult, shown: ReadonlySet<string>): Html {
  const { id, class: name, clause, says, verdict, reason, alsoViolated = [] } = fault;
  const more = alsoViolated.length - MOST_NAMED;
  const others = alsoViolated.slice(0, MOST_NAMED).join(', ');
  return html`<li class="row" data-class="${name}" data-verdict="${verdict}">${badge(verdict)} ${says} <code>${id}</code> <span class="source">breaks ${clauseLink(clause, shown)}${reason !== undefined && html`: ${reason}`}</span>${others !== '' && html` <span class="source">also violated: ${others}${more > 0 && ` and ${more} more`}</span>`}</li>`;
}

function falseAlarms({ variants }: Strength): Html | undefined {
  const alarms = variants.filter(({ verdict }) => verdict === 'false alarm');
  if (alarms.length === 0) return undefined;
  const rows = alarms.map(
    ({ id, says, allowedBy, alarms: lines }) =>
      html`<li>${badge('false alarm')} ${says} <code>${id}</code> <span class="source">allowed by ${allowedBy}: ${lines.join('; ')}</span></li>`,
  );
  return html`<h3>False alarms</h3><ul>${rows}</ul>`;
}

function untriedHtml(clauses: readonly string[]): Html | undefined {
  if (clauses.length === 0) return undefined;
  const areas = Map.groupBy(clauses, (clause) => clauseFacts(clause).area);
  const rows = [...areas].map(([area, own]) => html`<dt>${area}</dt><dd>${own.join(' ')}</dd>`);
  return html`<details class="group"><summary><h3>Untried</h3> <span>${count(clauses.length, 'clause')} with a check and no fault that their own cases catch</span></summary><dl class="ids">${rows}</dl></details>`;
}

/** A field that no case has met in every form could break unseen. */
function unseenHtml(fields: Strength['vacuity']): Html | undefined {
  const open = fields.filter(({ unseen }) => unseen.length > 0);
  if (open.length === 0) return undefined;
  const rows = open.map(({ of, place, seen, unseen }) => ({
    cells: [html`<code>${of}</code>`, html`<code>${place}</code>`, seen.join(', ') || '–', unseen.join(', ')],
  }));
  return html`<details class="group"><summary><h3>Never seen</h3> <span>${open.length} of ${count(fields.length, 'optional field')} were not met in every form</span></summary>
${cardTable('vacuity', 'Forms in which optional fields were met', ['of', 'field', 'seen', 'unseen'], rows)}</details>`;
}
