/** Runs the cases that can see a fault, or a benign variant, against a sandbox that has it. */
import { fileURLToPath } from 'node:url';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { WrittenSettings } from '../../contracts/generated/settings.ts';
import type { CipherMaker } from '../../contracts/src/messages/cipher.ts';
import { composeHooks, type Fault, touched } from '../../src/faults/fault.ts';
import type { FaultRow, VariantRow } from '../../src/faults/fault-row.ts';
import { faultOf, rowHooks } from '../../src/faults/row-hooks.ts';
import { chosenCases } from '../../src/runner/choose-cases.ts';
import { attributed } from '../../src/runner/needs.ts';
import { type Catalogue, type PlannedCase, plannedCases, played } from '../../src/runner/planned-case.ts';
import { startSandboxInProcess, startSandboxTarget } from '../../src/runner/targets/sandbox-target.ts';
import { targetCipher } from '../../src/runner/targets/target-cipher.ts';
import type { CaseResult } from '../../src/runner/verdict.ts';
import type { FaultResult, VariantResult } from './strength.ts';

/** The cases that a fault is run against. */
export interface FaultCases {
  /** Those that a run of its clause alone takes. */
  readonly own: readonly PlannedCase[];
  /** The others that show the clause too. */
  readonly others: readonly PlannedCase[];
  /** The rest, or a sample of it: they show what other clauses the fault violates. */
  readonly further: readonly PlannedCase[];
}

/** The size of the sample of cases, and of scenarios, that reach what a fault changes. */
export const FURTHER = { cases: 80, scenarios: 5 } as const;

/** The same for a fault every time. */
export function faultCases(
  rows: readonly PlannedCase[],
  { id, clause, of }: Pick<Fault, 'id' | 'clause' | 'of'>,
  isWhole = false,
): FaultCases {
  const own = chosenCases(rows, (one) => one === clause);
  const taken = new Set(own);
  const left = rows.filter((row) => !taken.has(row));
  const others = left.filter(({ covers }) => covers.has(clause as ClauseId));
  if (isWhole) return { own, others, further: left };
  const reaching = left.filter(({ reached }) => of?.some((name) => reached.has(name)) ?? true);
  const [scenarios = [], cases = []] = [true, false].map((is) =>
    reaching.filter(({ isScenario }) => isScenario === is),
  );
  return {
    own,
    others,
    further: [...sample(cases, id, FURTHER.cases), ...sample(scenarios, id, FURTHER.scenarios)],
  };
}

/** So many, spread over all of them; the same for an id every time. */
function sample(rows: readonly PlannedCase[], id: string, count: number): PlannedCase[] {
  const start = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  const chosen = Array.from({ length: Math.min(count, rows.length) }, (_, index) => start + index * 7919);
  return chosen.flatMap((place) => rows[place % rows.length] ?? []);
}

/** What the cases showed of a fault. */
export type RanFault = Omit<FaultResult, 'id' | 'class' | 'clause' | 'says'>;

/** How many of the cases that catch a fault its result names. */
const NAMED = 3;

export function faultResult({ id, class: kind, clause, says }: FaultRow, ran: RanFault): FaultResult {
  const stated = { id, class: kind, clause: clause as FaultResult['clause'], says };
  return { ...stated, ...ran, caughtBy: ran.caughtBy.slice(0, NAMED) };
}

export async function runFault(
  fault: Fault,
  rows: readonly PlannedCase[],
  isWhole = false,
): Promise<RanFault> {
  const { target, stop } = await startSandboxInProcess({ hooks: composeHooks([fault.hooks()]) });
  const results = new Map<PlannedCase, CaseResult>();
  /** Whether any result so far cites the clause. */
  const run = async (cases: readonly PlannedCase[]): Promise<boolean> => {
    for (const row of cases) {
      if (results.has(row)) continue;
      for await (const [one, result] of played([row], (it) => it.run(target))) results.set(one, result);
    }
    return [...results.values()].some((result) => cites(result, fault.clause));
  };
  const { own, others, further } = faultCases(rows, fault, isWhole);
  const isCaughtAlone = await run(own);
  // One catch is enough: hundreds of cases show most clauses of messages.
  for (const row of isCaughtAlone ? [] : others) if (await run([row])) break;
  // Only a fault that no case at all notices survives.
  if (!(await run(further)) && isUnnoticed(results)) await run(rows);
  await stop();
  const { cases: ran } = attributed([...results.values()]);
  const catching = ran.filter((result) => cites(result, fault.clause));
  const alsoViolated = violatedBy(ran).filter((clause) => clause !== fault.clause);
  const seen = {
    caughtBy: catching.map(({ says, file }) => ({ says, file })),
    isCaughtAlone,
    alsoViolated,
  };
  if (catching.length > 0) return { verdict: 'caught', ...seen };
  const asked = new Set([...own, ...others].map(({ says }) => says));
  const open = ran.find(({ says, verdict }) => verdict === 'unproven' && asked.has(says));
  if (open) return { verdict: 'unproven', reason: open.reason ?? '', ...seen };
  if (alsoViolated.length > 0)
    return { verdict: 'unproven', reason: `it violates ${alsoViolated.join(', ')} instead`, ...seen };
  const reason = `none of the ${ran.length} cases sees a difference at ${fault.clause}`;
  return { verdict: 'survived', reason, ...seen };
}

function isUnnoticed(results: ReadonlyMap<PlannedCase, CaseResult>): boolean {
  return [...results.values()].every(
    ({ findings, verdict }) => findings.length === 0 && verdict !== 'unproven',
  );
}

function cites({ findings }: CaseResult, clause: string): boolean {
  return findings.some((finding) => finding.clause === clause);
}

/** Sorted, each once. */
function violatedBy(results: readonly CaseResult[]): ClauseId[] {
  return [...new Set(results.flatMap(({ findings }) => findings.map(({ clause }) => clause)))].sort();
}

/** Runs every case against a sandbox that differs only in what is left open. */
export async function runVariant(row: VariantRow, catalogue: Catalogue): Promise<VariantResult> {
  const { id, allowedBy, says, settings, provider, testData, unsent, over } = row;
  const start = over === 'http' ? startSandboxTarget : startSandboxInProcess;
  const edited = isEdit(row) ? touched(rowHooks(row)) : undefined;
  const { target, stop } = await start({
    ...(settings && { settings: settings as WrittenSettings }),
    ...(provider && { unstated: provider as WrittenSettings }),
    ...(testData && { testData }),
    ...(typeof settings?.['cipher'] === 'string' && { cipher: cipherOf(settings['cipher']) }),
    ...(edited && { hooks: composeHooks([edited.hooks]) }),
  });
  const results: CaseResult[] = [];
  const cases = plannedCases(target, catalogue);
  for await (const [, result] of played(cases, (it) => it.run(target))) results.push(result);
  await stop();
  // A case that the settings of the row leave open is no alarm.
  const decided = results.filter(({ dependsOnSetting }) => dependsOnSetting === undefined);
  // A variant that passes because nothing was different shows nothing, but where the test data avoids what it refuses, or
  // no case sends what it takes.
  const isUnmet = edited?.isTouched() === false && (testData ?? unsent) === undefined;
  const unmet = isUnmet ? ['no case brings the difference about'] : [];
  const alarms = [...unmet, ...decided.flatMap(alarmsOf)];
  return { id, allowedBy, says, verdict: alarms.length > 0 ? 'false alarm' : 'passed', alarms };
}

/** A module that the row names from the root of the project. */
function cipherOf(cipher: string): CipherMaker {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  return (key) => targetCipher({ cipher, folder, key, target: 'sandbox' });
}

/** A case that cannot be run is an alarm too. */
function alarmsOf({ verdict, clause, says, findings, reason }: CaseResult): string[] {
  if (findings.length === 0 && verdict === 'upheld') return [];
  if (findings.length === 0) return [`${clause} ${verdict}: ${says} (${reason})`];
  return findings.map((finding) => `${finding.clause} at ${finding.pointer}: ${finding.message} (${says})`);
}

/** Whether the row edits what hooks are given; the other rows have settings alone. */
function isEdit(row: VariantRow): row is VariantRow & FaultRow {
  return row.hook !== undefined;
}

/** What a thread runs at a time. */
export type Unit =
  /** With every case where it `isWhole`, else with a sample. */
  { readonly fault: FaultRow; readonly isWhole: boolean } | { readonly variant: VariantRow };
export type UnitResult = { readonly fault: FaultResult } | { readonly variant: VariantResult };

/** Plans the cases once: they are the same for every fault. */
export async function unitRunner(catalogue: Catalogue): Promise<(unit: Unit) => Promise<UnitResult>> {
  const { target, stop } = await startSandboxInProcess();
  const rows = plannedCases(target, catalogue);
  await stop();
  return async (unit) => {
    if ('fault' in unit) {
      const ran = await runFault(faultOf(unit.fault), rows, unit.isWhole);
      return { fault: faultResult(unit.fault, ran) };
    }
    return { variant: await runVariant(unit.variant, catalogue) };
  };
}

/** The service without a fault, which is no variant: a case that fails at it cannot catch one. */
export const DOCUMENTED: VariantRow = {
  id: 'DOCUMENTED',
  allowedBy: 'the documentation',
  says: 'does as is documented',
};
