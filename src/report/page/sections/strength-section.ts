/** Section 5: which faults of a provider are caught, what others catch of them, and what was never tried or met. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type {
  BaselineName,
  FaultResult,
  SeenField,
  Strength,
  VariantResult,
} from '../../../faults/strength.ts';
import { BASELINE_NAMES, BASELINES, precision, strengthCounts } from '../../strength/strength-counts.ts';
import { badge } from '../badges.ts';
import { clauseFacts } from '../page-content.ts';
import { filters } from '../page-filters.ts';
import { fieldTableView, matrixTable, type Section } from '../page-parts.ts';
import { clauseLink } from './clauses-section.ts';

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

/** The faults by class: how many are caught, by what, how exactly, and how many of them other tools notice. */

const COUNTED = ['faults', 'caught', 'by own cases', 'survived', 'unobservable'];
const BLAMED = ['also blamed, median', 'most'];

export function faultMatrix(faults: readonly FaultResult[]): Html {
  const asked = BASELINES.filter((name) => faults.some(({ baselines }) => baselines[name] !== undefined));
  // Results of an earlier release do not.
  const tellsBlame = faults.some(({ alsoViolated }) => alsoViolated !== undefined);
  const heads = [...COUNTED, ...(tellsBlame ? BLAMED : []), ...asked.map((name) => BASELINE_NAMES[name])];
  const rows = [...byClass(faults), ['all', faults] as const].map(([name, own]) => {
    const cells = [
      ...counts(own),
      ...(tellsBlame ? blamed(own) : []),
      ...asked.map((baseline) => share(own, baseline)),
    ];
    return html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class="n">${cell}</td>`)}</tr>`;
  });
  const blame = tellsBlame
    ? ', how many other clauses a caught fault is blamed on too (half of the faults on at most the median; its own cases and a sample of the others were asked, so at least so many)'
    : '';
  return matrixTable(
    `Faults by class: how many are caught, also by the cases of their own clause alone${blame}, and how many of them other tools notice in the same traffic`,
    html`<tr><th scope="col">class</th>${heads.map((name) => html`<th scope="col" class="n">${name}</th>`)}</tr>`,
    rows,
  );
}

function blamed(faults: readonly FaultResult[]): (number | string)[] {
  const { caught, median, worst } = precision(faults);
  return caught === 0 ? ['–', '–'] : [median, worst?.alsoViolated?.length ?? 0];
}

/** In alphabetical order, as on the terminal. */
export function byClass(faults: readonly FaultResult[]): [name: string, faults: FaultResult[]][] {
  const names = [...new Set(faults.map((fault) => fault.class))].sort();
  return names.map((name) => [name, faults.filter((fault) => fault.class === name)]);
}

function counts(faults: readonly FaultResult[]): number[] {
  const of = (verdict: FaultResult['verdict']) => faults.filter((it) => it.verdict === verdict);
  const alone = of('caught').filter(({ isCaughtAlone }) => isCaughtAlone);
  return [faults, of('caught'), alone, of('survived'), of('unobservable')].map(({ length }) => length);
}

/** Of those that the baseline was asked about. */
function share(faults: readonly FaultResult[], name: BaselineName): string {
  const asked = faults.filter(({ baselines }) => baselines[name] !== undefined);
  const noticed = asked.filter(({ baselines }) => baselines[name] === true).length;
  if (asked.length === 0) return '–';
  return asked.length === faults.length ? `${noticed}` : `${noticed} of ${asked.length}`;
}

/** Which clauses a fault is blamed on beside the one that it breaks. */

const MOST_NAMED = 3;

/** undefined where no other clause is blamed, or an earlier release does not tell. */
export function alsoBlamed({ alsoViolated = [] }: FaultResult): Html | undefined {
  if (alsoViolated.length === 0) return undefined;
  const named = alsoViolated.slice(0, MOST_NAMED).join(', ');
  const more = alsoViolated.length - MOST_NAMED;
  return html` <span class="source">also blamed: ${named}${more > 0 && ` and ${more} more`}</span>`;
}
