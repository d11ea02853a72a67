/** The faults by class: how many are caught, by what, how exactly, and how many of them other tools notice. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { BaselineName, FaultResult } from '../../../faults/strength.ts';
import { BASELINE_NAMES, BASELINES } from '../../strength/baseline-names.ts';
import { precision } from '../../strength/precision.ts';
import { matrixTable } from './matrix-table.ts';

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
