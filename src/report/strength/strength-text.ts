/** What a run of the faults came to, for a terminal: the matrix by class, the survivors, the false alarms. */
import { textTable } from '../../../contracts/src/base/table.ts';
import { wrap } from '../../../contracts/src/base/text.ts';
import { FURTHER } from '../../faults/run-fault.ts';
import type { BaselineName, FaultResult, Strength } from '../../faults/strength.ts';
import type { Look } from '../terminal/screen.ts';
import {
  BASELINE_NAMES,
  BASELINES,
  precision,
  type StrengthEnding,
  strengthCounts,
  strengthOutcome,
} from './strength-counts.ts';

/** A run of a part speaks of no clause that lacks a fault. */
export function strengthText(strength: Strength, look: Look, ending: StrengthEnding): string {
  const { faults, untried } = strength;
  const parts = [
    ...(faults.length > 0 ? [matrix(faults, look)] : []),
    ...blame(faults, look),
    ...survivors(faults, look),
    ...unobservable(faults, look),
    ...alarms(strength, look),
    ...(ending.isPartial ? [] : [...without(untried, look), ...unseen(strength, look)]),
    conclusion(strength, look, ending),
  ];
  return `${parts.join('\n\n')}\n`;
}

function matrix(faults: readonly FaultResult[], { paint }: Look): string {
  const asked = BASELINES.filter((name) => faults.some(({ baselines }) => name in baselines));
  const head = ['class', 'faults', 'caught', ...asked.map((name) => BASELINE_NAMES[name])];
  const classes = [...new Set(faults.map((fault) => fault.class))].sort();
  const row = (name: string, own: readonly FaultResult[]): string[] => {
    const observable = own.filter(({ verdict }) => verdict !== 'unobservable');
    const share = (count: number, all = observable.length) => `${count} (${percent(count, all)})`;
    const noticed = (name: BaselineName): string => {
      const told = observable.filter(({ baselines }) => name in baselines);
      if (told.length === 0) return '–';
      return share(told.filter(({ baselines }) => baselines[name]).length, told.length);
    };
    return [
      name,
      String(observable.length),
      share(observable.filter(({ verdict }) => verdict === 'caught').length),
      ...asked.map(noticed),
    ];
  };
  const rows = [
    head,
    ...classes.map((name) =>
      row(
        name,
        faults.filter((fault) => fault.class === name),
      ),
    ),
    row('all', faults),
  ];
  const lines = textTable(rows, (column) => column > 0)
    .trimEnd()
    .split('\n');
  return lines
    .map((line, index) => (index === 0 || index === lines.length - 1 ? paint('strong', line) : line))
    .join('\n');
}

/** Never 100 % while one is missing. */
function percent(count: number, all: number): string {
  return all === 0 ? '–' : `${Math.floor((count / all) * 100)} %`;
}

/** What the cases that were not run would have blamed too is not known, so it is said which were. */
function blame(faults: readonly FaultResult[], { width }: Look): string[] {
  const { caught, alone, median, worst } = precision(faults);
  if (caught === 0) return [];
  const most = worst ? `, at most ${worst.alsoViolated?.length} (${worst.id})` : '';
  const { cases, scenarios, rest } = FURTHER;
  return [
    [
      wrap(
        `Other clauses violated too: none at ${alone} of ${caught} caught faults, median ${median}${most}.`,
        width,
      ),
      wrap(
        `Seen by a fault's own cases, up to ${cases} cases and ${scenarios} scenarios of those that reach what it takes hold of, and ${rest} of the rest.`,
        width,
        '  ',
      ),
    ].join('\n'),
  ];
}

function survivors(faults: readonly FaultResult[], look: Look): string[] {
  const rows = faults.filter(({ verdict }) => verdict === 'survived');
  return told(`${rows.length} survived:`, rows, 'bad', look);
}

function unobservable(faults: readonly FaultResult[], look: Look): string[] {
  const rows = faults.filter(({ verdict }) => verdict === 'unobservable');
  return told(`${rows.length} that no observation can show:`, rows, 'unsure', look);
}

function told(
  title: string,
  rows: readonly FaultResult[],
  style: 'bad' | 'unsure',
  { width, paint }: Look,
): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(({ id, clause, says, reason }) =>
    [
      `  ${paint(style, id)}  ${clause}`,
      wrap(`The provider ${says}.`, width, '    '),
      wrap(`${reason?.replace(/\.$/, '')}.`, width, '    '),
    ].join('\n'),
  );
  return [[paint('strong', title), ...lines].join('\n')];
}

function alarms({ variants }: Strength, { width, paint }: Look): string[] {
  const rows = variants.filter(({ verdict }) => verdict === 'false alarm');
  return rows.map(({ id, allowedBy, says, alarms: lines }) =>
    [
      `${paint('bad', id)}  ${allowedBy}: a provider that ${says} is alarmed at`,
      ...lines.map((line) => wrap(line, width, '  ', '    ')),
    ].join('\n'),
  );
}

function without(untried: Strength['untried'], { width, paint }: Look): string[] {
  if (untried.length === 0) return [];
  const title = paint('bad', `${untried.length} clauses whose own cases catch no fault:`);
  return [`${title}\n${wrap(untried.join(', '), width, '  ')}`];
}

function unseen({ vacuity }: Strength, { width, paint }: Look): string[] {
  const rows = vacuity.filter(({ unseen: forms }) => forms.length > 0);
  if (rows.length === 0) return [];
  const lines = rows.map(({ of, place, unseen: forms }) =>
    wrap(`${of} ${place}: never ${forms.join(', never ')}`, width, '  ', '    '),
  );
  return [
    [paint('strong', `Never seen by any case (${rows.length} of ${vacuity.length} fields):`), ...lines].join(
      '\n',
    ),
  ];
}

function conclusion(strength: Strength, { paint }: Look, ending: StrengthEnding): string {
  const broken = ending.interrupted
    ? 'The run was interrupted, and no report is written. As far as it came: '
    : '';
  const outcome = strengthOutcome(strength, ending);
  const style = outcome === 'upheld' ? 'good' : outcome === 'unproven' ? 'unsure' : 'bad';
  return paint(style, `${broken}${cameTo(strength)}`);
}

function cameTo(strength: Strength): string {
  const { observable, caught, alarms } = strengthCounts(strength);
  const variants = strength.variants.length;
  if (observable + variants === 0)
    return 'Nothing could be judged: no observable fault and no variant was run.';
  const share = `${caught} of ${observable} observable faults are caught (${percent(caught, observable)})`;
  return `${share}; ${alarms} false alarms at ${variants} benign variants.`;
}
