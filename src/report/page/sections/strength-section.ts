/** Section 5: which faults of a provider are caught, what others catch of them, and what was never tried or met. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import type {
  BaselineName,
  FaultResult,
  SeenField,
  Strength,
  VariantResult,
} from '../../../faults/strength.ts';
import { strengthCounts } from '../../strength/strength-counts.ts';
import { clauseFacts } from '../clauses/clause-facts.ts';
import { clauseLink } from '../clauses/clause-link.ts';
import { badge } from '../parts/badge.ts';
import { fieldTableView } from '../parts/field-table-view.ts';
import { filters } from '../parts/filters.ts';
import { matrixTable } from '../parts/matrix-table.ts';
import type { Section } from './section.ts';

const BASELINES: readonly BaselineName[] = ['ajv', 'prism', 'pact'];

/** `shown` are the clauses that the page shows. */
export function strengthSection(strength: Strength, shown: ReadonlySet<string>): Section {
  const { faults, variants, untried, vacuity, origins } = strength;
  const { observable, caught, alarms } = strengthCounts(strength);
  return {
    id: 'strength',
    title: 'Strength',
    lead: `How good are these checks? The provider is made to misbehave, one fault at a time: of ${count(observable, 'observable fault')} ${caught} are caught. Of ${count(variants.length, 'allowed variant')} ${alarms === 0 ? 'none is' : `${alarms} are`} taken for a fault.`,
    body: html`${matrix(faults)}
${originsHtml(origins)}
${faultList(faults, shown)}
${alarmsHtml(variants.filter(({ verdict }) => verdict === 'false alarm'))}
${untriedHtml(untried)}
${vacuityHtml(vacuity)}`,
  };
}

function matrix(faults: readonly FaultResult[]): Html {
  const asked = BASELINES.filter((name) => faults.some(({ baselines }) => baselines[name] !== undefined));
  const rows = [...byClass(faults), ['all', faults] as const].map(([name, own]) => {
    const of = (verdict: FaultResult['verdict']) => own.filter((it) => it.verdict === verdict);
    const alone = of('caught').filter(({ isCaughtAlone }) => isCaughtAlone);
    const counts = [of('caught'), alone, of('survived'), of('unobservable')].map(({ length }) => length);
    return html`<tr><th scope="row">${name}</th>${[own.length, ...counts].map((n) => html`<td class="n">${n}</td>`)}${asked.map((baseline) => html`<td class="n">${share(own, baseline)}</td>`)}</tr>`;
  });
  const heads = ['faults', 'caught', 'by own cases', 'survived', 'unobservable', ...asked];
  return matrixTable(
    'Faults by class: how many are caught, also by the cases of their own clause alone, and how many of them other tools notice in the same traffic',
    html`<tr><th scope="col">class</th>${heads.map((name) => html`<th scope="col" class="n">${name}</th>`)}</tr>`,
    rows,
  );
}

/** In alphabetical order, as on the terminal. */
function byClass(faults: readonly FaultResult[]): [name: string, faults: FaultResult[]][] {
  const names = [...new Set(faults.map((fault) => fault.class))].sort();
  return names.map((name) => [name, faults.filter((fault) => fault.class === name)]);
}

/** Of those that the baseline was asked about. */
function share(faults: readonly FaultResult[], name: BaselineName): string {
  const asked = faults.filter(({ baselines }) => baselines[name] !== undefined);
  const noticed = asked.filter(({ baselines }) => baselines[name] === true).length;
  if (asked.length === 0) return '–';
  return asked.length === faults.length ? `${noticed}` : `${noticed} of ${asked.length}`;
}

function originsHtml(origins: Strength['origins']): Html[] {
  return origins.map(
    ({ baseline, tool, date, machine }) =>
      html`<p class="source">${baseline} is ${tool}, measured on ${date} (${machine}).</p>`,
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
${filters('fault-list', 'faults', asked, 'Search')}
<div id="fault-list">${classes.map(([name, own]) => classHtml(name, own, shown))}</div>`;
}

function classHtml(name: string, faults: readonly FaultResult[], shown: ReadonlySet<string>): Html {
  const survived = faults.filter(({ verdict }) => verdict === 'survived').length;
  return html`<details class="group"><summary><h4>${name}</h4> <span>${count(faults.length, 'fault')}</span>${survived > 0 && html` <span class="v bad">${survived} survived</span>`}</summary>
<ul>${faults.map((fault) => faultHtml(fault, shown))}</ul></details>`;
}

function faultHtml(
  { id, class: name, clause, says, verdict, reason }: FaultResult,
  shown: ReadonlySet<string>,
): Html {
  return html`<li class="row" data-class="${name}" data-verdict="${verdict}">${badge(verdict)} ${says} <code>${id}</code> <span class="source">breaks ${clauseLink(clause, shown)}${reason !== undefined && html`: ${reason}`}</span></li>`;
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
