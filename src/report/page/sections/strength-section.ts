/** Section 5: which faults of a provider are caught, what others catch of them, and what was never tried or met. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import type { FaultResult, SeenField, Strength, VariantResult } from '../../../faults/strength.ts';
import { BASELINE_NAMES } from '../../strength/baseline-names.ts';
import { strengthCounts } from '../../strength/strength-counts.ts';
import { clauseFacts } from '../clauses/clause-facts.ts';
import { clauseLink } from '../clauses/clause-link.ts';
import { alsoBlamed } from '../parts/also-blamed.ts';
import { badge } from '../parts/badge.ts';
import { byClass, faultMatrix } from '../parts/fault-matrix.ts';
import { fieldTableView } from '../parts/field-table-view.ts';
import { filters } from '../parts/filters.ts';

import type { Section } from './section.ts';

/** So few need no filter, and nothing to open. */
const FEW = 5;

/** `shown` are the clauses that the page shows. */
export function strengthSection(strength: Strength, shown: ReadonlySet<string>): Section {
  const { faults, variants, untried, vacuity, origins } = strength;
  const { observable, caught, alarms } = strengthCounts(strength);
  return {
    id: 'strength',
    title: 'Strength',
    lead: `How good are these checks? The provider is made to misbehave, one fault at a time: of ${count(observable, 'observable fault')} ${caught} are caught. Of ${count(variants.length, 'allowed variant')} ${alarms === 0 ? 'none is' : `${alarms} are`} taken for a fault.`,
    body: html`${faultMatrix(faults)}
<p class="source">${BASELINE_NAMES.ajv}: the schemas of the documents and nothing else, in the same run.</p>
${originsHtml(origins)}
${faultList(faults, shown)}
${alarmsHtml(variants.filter(({ verdict }) => verdict === 'false alarm'))}
${untriedHtml(untried)}
${vacuityHtml(vacuity)}`,
  };
}

function originsHtml(origins: Strength['origins']): Html[] {
  return origins.map(
    ({ baseline, tool, date, machine }) =>
      html`<p class="source">${BASELINE_NAMES[baseline]}: ${tool}, measured on ${date} (${machine}).</p>`,
  );
}

/** Those that are caught stand at their clauses; here stands what is left to do. */
function faultList(faults: readonly FaultResult[], shown: ReadonlySet<string>): Html | undefined {
  const left = faults.filter(({ verdict }) => verdict !== 'caught');
  if (left.length === 0) return undefined;
  const classes = byClass(left);
  const verdicts = [...new Set(left.map(({ verdict }) => verdict))];
  const asked = [
    { name: 'class', label: 'Class', choices: classes.map(([name]) => [name, name] as const) },
    { name: 'verdict', label: 'Verdict', choices: verdicts.map((name) => [name, name] as const) },
  ];
  return html`<h3>Not caught</h3>
${left.length > FEW && filters('fault-list', 'faults', asked, 'Search')}
<div id="fault-list">${classes.map(([name, own]) => classHtml(name, own, shown, left.length <= FEW))}</div>`;
}

function classHtml(
  name: string,
  faults: readonly FaultResult[],
  shown: ReadonlySet<string>,
  isOpen: boolean,
): Html {
  const survived = faults.filter(({ verdict }) => verdict === 'survived').length;
  return html`<details class="group"${isOpen && html` open`}><summary><h4>${name}</h4> <span>${count(faults.length, 'fault')}</span>${survived > 0 && html` <span class="v bad">${survived} survived</span>`}</summary>
<ul>${faults.map((fault) => faultHtml(fault, shown))}</ul></details>`;
}

function faultHtml(fault: FaultResult, shown: ReadonlySet<string>): Html {
  const { id, class: name, clause, says, verdict, reason } = fault;
  return html`<li class="row" data-class="${name}" data-verdict="${verdict}">${badge(verdict)} ${says} <code>${id}</code> <span class="source">breaks ${clauseLink(clause, shown)}${reason !== undefined && html`: ${reason}`}</span>${alsoBlamed(fault)}</li>`;
}

function alarmsHtml(alarms: readonly VariantResult[]): Html | undefined {
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

/** Those that no case has met in every form come first: what was not looked at could break unseen. */
function vacuityHtml(fields: readonly SeenField[]): Html | undefined {
  if (fields.length === 0) return undefined;
  const open = fields.filter(({ unseen }) => unseen.length > 0);
  const rows = [...open, ...fields.filter((field) => !open.includes(field))].map(
    ({ of, place, seen, unseen }) => ({
      cells: [
        html`<code>${of}</code>`,
        html`<code>${place}</code>`,
        seen.join(', ') || '–',
        unseen.length > 0 ? html`<b>${unseen.join(', ')}</b>` : '–',
      ],
    }),
  );
  return html`<details class="group"><summary><h3>Seen and unseen</h3> <span>${count(fields.length, 'optional field')}, ${open.length} of them never met in every form</span></summary>
${fieldTableView('vacuity', 'Forms in which optional fields were met', ['of', 'field', 'seen', 'unseen'], rows)}</details>`;
}
