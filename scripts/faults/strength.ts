/** The results of a run of the faults: which are caught, which variants fail a check, as JSON and text. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { textTable } from '../../contracts/src/base/table.ts';

export interface FaultResult {
  readonly id: string;
  /** The file of the catalogue that it is in. */
  readonly class: string;
  readonly clause: ClauseId;
  readonly says: string;
  /**
   * caught: its clause is violated. unproven: the clause is not upheld, or another one is violated, so that a run does not
   * pass. survived: the run passes.
   */
  readonly verdict: 'caught' | 'unproven' | 'survived';
  /** Whether the cases that a run of the clause alone takes are enough to catch it. */
  readonly isCaughtAlone: boolean;
  /** The first cases that see it, each as its sentence and file; empty unless caught. */
  readonly caughtBy: readonly { readonly says: string; readonly file: string }[];
  /** The other clauses that were found violated in its run, sorted; absent where there are none. */
  readonly alsoViolated?: readonly ClauseId[];
  /** What is missing for it to be caught; absent when it is. */
  readonly reason?: string;
}

export interface VariantResult {
  readonly id: string;
  /** The open fact of `contracts/not-shown.yaml`, or the rule that allows the difference. */
  readonly allowedBy: string;
  readonly says: string;
  readonly verdict: 'passed' | 'false alarm';
  /** The checks that failed, a line each; empty when it passed. */
  readonly alarms: readonly string[];
}

/** The content of `reports/strength.json`; sorted by id, without a time of its own. */
export interface Strength {
  readonly faults: readonly FaultResult[];
  readonly variants: readonly VariantResult[];
  /** Clauses that have a check and no fault that their own cases catch. */
  readonly untried: readonly ClauseId[];
}

export interface StrengthEnding {
  /** Whether only a part was run, because it was asked for or because the run was interrupted. */
  readonly isPartial: boolean;
  /** The signal that ended the run before its last fault. */
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
}

/**
 * The first that is true: unproven, since the run was interrupted; violated, since a fault survives, a variant raises a
 * false alarm, or in a full run a clause has no fault that its own cases catch; unproven, since no fault and no variant was
 * run; upheld.
 */
export function strengthOutcome(strength: Strength, { isPartial, interrupted }: StrengthEnding) {
  const { faults, variants, untried } = strength;
  if (interrupted) return 'unproven';
  const isMissed = of(faults, 'survived').length > 0 || falseAlarms(variants).length > 0;
  if (isMissed || (!isPartial && untried.length > 0)) return 'violated';
  return faults.length + variants.length === 0 ? 'unproven' : 'upheld';
}

/** The content of `strength.json`, with a line for each item of its lists; that of a part says that it is one. */
export function strengthJson(strength: Strength, { isPartial, interrupted }: StrengthEnding): string {
  const part = { isPartial, ...(interrupted && { interrupted }), ...strength, untried: [] };
  const fields = Object.entries(isPartial ? part : strength).map(([name, value]) => {
    const rows = Array.isArray(value) ? value.map((row) => JSON.stringify(row)) : undefined;
    return `${JSON.stringify(name)}: ${rows ? `[\n${rows.join(',\n')}\n]` : JSON.stringify(value)}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

/** For people: the table by class, what is not caught, the false alarms; ends with a newline. */
export function strengthText(strength: Strength, ending: StrengthEnding): string {
  const { faults, variants, untried } = strength;
  const alarms = falseAlarms(variants).map(
    ({ id, allowedBy, says, alarms: lines }) =>
      `${id}  ${allowedBy}: a provider that ${says} raises a false alarm\n  ${lines.join('\n  ')}`,
  );
  const parts = [
    ...(faults.length > 0 ? [textTable(faultTable(faults), (column) => column > 0).trimEnd()] : []),
    ...blame(faults),
    ...listed('survived', of(faults, 'survived')),
    ...listed('unproven, so that a run ends with exit 2', of(faults, 'unproven')),
    ...alarms,
    ...(ending.isPartial || untried.length === 0
      ? []
      : [`${untried.length} clauses whose own cases catch no fault:\n  ${untried.join(', ')}`]),
    ...(ending.interrupted ? ['The run was interrupted: no report is written.'] : []),
    conclusion(strength),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** How many faults violate their own clause, and how many no other. */
function blame(faults: readonly FaultResult[]): string[] {
  const own = of(faults, 'caught');
  const isAlone = ({ alsoViolated = [] }: FaultResult) => alsoViolated.length === 0;
  const violating = faults.filter((fault) => fault.verdict === 'caught' || !isAlone(fault));
  const alone = own.filter(isAlone);
  const [ofOwn, ofAlone] = [own, alone].map(
    ({ length }) => `${length} (${percent(length, violating.length)})`,
  );
  return violating.length === 0
    ? []
    : [
        `Of ${violating.length} faults that violate a clause, ${ofOwn} violate their own and ${ofAlone} no other.`,
      ];
}

function listed(title: string, faults: readonly FaultResult[]): string[] {
  if (faults.length === 0) return [];
  const lines = faults.map(
    ({ id, clause, says, reason = '' }) => `  ${id}  ${clause}\n    The provider ${says}.\n    ${reason}`,
  );
  return [[`${faults.length} ${title}:`, ...lines].join('\n')];
}

function conclusion({ faults, variants }: Strength): string {
  const [all, caught] = [faults.length, of(faults, 'caught').length];
  if (all + variants.length === 0) return 'Nothing could be judged: no fault and no variant was run.';
  return `${caught} of ${all} faults are caught (${percent(caught, all)}); ${falseAlarms(variants).length} false alarms at ${variants.length} benign variants.`;
}

/** Faults by class, and in all. */
function faultTable(faults: readonly FaultResult[]): string[][] {
  const rowOf = (name: string, own: readonly FaultResult[]): string[] => {
    const [caught, unproven, survived] = [of(own, 'caught'), of(own, 'unproven'), of(own, 'survived')];
    const isAlone = caught.filter(({ isCaughtAlone }) => isCaughtAlone);
    const share = (part: readonly FaultResult[]) => `${part.length} (${percent(part.length, own.length)})`;
    const counts = [share(caught), `${isAlone.length}`, share(unproven), `${survived.length}`];
    return [name, `${own.length}`, ...counts];
  };
  const groups = [...Map.groupBy(faults, (fault) => fault.class)].sort(([a], [b]) => (a < b ? -1 : 1));
  const head = ['faults', 'caught', 'by own cases', 'unproven', 'survived'];
  return [['class', ...head], ...groups.map(([name, own]) => rowOf(name, own)), rowOf('all', faults)];
}

function of(faults: readonly FaultResult[], verdict: FaultResult['verdict']): FaultResult[] {
  return faults.filter((fault) => fault.verdict === verdict);
}

function falseAlarms(variants: readonly VariantResult[]): VariantResult[] {
  return variants.filter(({ verdict }) => verdict === 'false alarm');
}

/** Never 100 % while one is missing. */
function percent(count: number, all: number): string {
  return all === 0 ? '–' : `${Math.floor((count / all) * 100)} %`;
}
