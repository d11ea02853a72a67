/** Runs the cases that can see a fault, or a benign variant, against a sandbox that has it. */

import { fileURLToPath } from 'node:url';
import { findingText } from '../../contracts/src/base/finding.ts';
import { composeHooks, touched } from '../../src/faults/fault.ts';
import type { FaultRow, VariantRow } from '../../src/faults/fault-row.ts';
import { rowHooks } from '../../src/faults/row-hooks.ts';
import { chosenCases } from '../../src/runner/choose-cases.ts';
import { attributed, countCases } from '../../src/runner/clause-results.ts';
import { type Catalogue, type PlannedCase, plannedCases } from '../../src/runner/planned-case.ts';
import { runCase } from '../../src/runner/run.ts';
import { startSandboxInProcess, startSandboxTarget } from '../../src/runner/session/sandbox-target.ts';
import { targetCipher } from '../../src/runner/targets/target-cipher.ts';
import type { CaseResult } from '../../src/runner/verdict.ts';
import type { FaultResult, VariantResult } from './strength.ts';

/** The size of the sample of further cases, and of scenarios, that reach what a fault changes. */
const FURTHER = { cases: 80, scenarios: 5 } as const;

/** Picks `count` cases spread over all; the same id gives the same ones. */
function sample(rows: readonly PlannedCase[], id: string, count: number): PlannedCase[] {
  const start = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  const chosen = Array.from({ length: Math.min(count, rows.length) }, (_, index) => start + index * 7919);
  return chosen.flatMap((place) => rows[place % rows.length] ?? []);
}

/** How many of the cases that catch a fault its result names. */
const NAMED = 3;

export function faultResult(
  { id, class: kind, clause, says }: Pick<FaultRow, 'id' | 'class' | 'clause' | 'says'>,
  ran: Omit<FaultResult, 'id' | 'class' | 'clause' | 'says'>,
): FaultResult {
  return { id, class: kind, clause, says, ...ran, caughtBy: ran.caughtBy.slice(0, NAMED) };
}

/**
 * Runs the cases that a run of its clause alone takes; if none of them catches it, those that show the clause too; then
 * the rest where it `isWhole`, else a sample of what it can reach, for what other clauses it violates.
 */
export async function runFault(
  row: FaultRow,
  planned: readonly PlannedCase[],
  isWhole = false,
): Promise<FaultResult> {
  const { target, stop } = await startSandboxInProcess({ hooks: composeHooks([rowHooks(row)]) });
  const results = new Map<PlannedCase, CaseResult>();
  /** Whether any result so far violates the clause. */
  const run = async (cases: readonly PlannedCase[]): Promise<boolean> => {
    for (const one of cases) {
      if (!results.has(one)) results.set(one, await runCase(target, one));
    }
    return [...results.values()].some((result) => violates(result, row.clause));
  };
  const own = chosenCases(planned, (clause) => clause === row.clause);
  const left = planned.filter((one) => !own.includes(one));
  const others = left.filter(({ covers }) => [...covers].some((clause) => clause === row.clause));
  const reached = left.filter((one) => row.of?.some((name) => one.reached.has(name)) ?? true);
  const [scenarios = [], exchanges = []] = [true, false].map((is) =>
    reached.filter(({ played }) => 'scenario' in played === is),
  );
  const further = [
    ...sample(exchanges, row.id, FURTHER.cases),
    ...sample(scenarios, row.id, FURTHER.scenarios),
  ];
  const isCaughtAlone = await run(own);
  // One catch is enough: hundreds of cases show most clauses of messages.
  for (const one of isCaughtAlone ? [] : others) if (await run([one])) break;
  await run(isWhole ? left : further);
  // Only a fault that no case at all notices survives.
  if ([...results.values()].every(isUpheld)) await run(left);
  await stop();
  const { cases: ran } = attributed([...results.values()]);
  const catching = ran.filter((result) => violates(result, row.clause));
  const violated = countCases(ran).findings.provider;
  const alsoViolated = [...violated.keys()].filter((clause) => clause !== row.clause).sort();
  const caughtBy = catching.map(({ says, file }) => ({ says, file }));
  const seen = { isCaughtAlone, caughtBy, alsoViolated };
  if (catching.length > 0) return faultResult(row, { verdict: 'caught', ...seen });
  const asked = new Set([...own, ...others].map(({ says }) => says));
  const open = ran.find(({ says, verdict }) => verdict === 'unproven' && asked.has(says));
  const instead = alsoViolated.length > 0 ? `it violates ${alsoViolated.join(', ')} instead` : undefined;
  const reason = open ? open.reason : instead;
  if (open || instead) return faultResult(row, { verdict: 'unproven', reason: reason ?? '', ...seen });
  const missing = `none of the ${ran.length} cases sees a difference at ${row.clause}`;
  return faultResult(row, { verdict: 'survived', reason: missing, ...seen });
}

function isUpheld({ findings, verdict }: CaseResult): boolean {
  return findings.length === 0 && verdict !== 'unproven';
}

function violates({ findings }: CaseResult, clause: string): boolean {
  return findings.some((finding) => finding.clause === clause);
}

/**
 * Runs every case against a sandbox that differs only in what is left open. `planned` are the cases as they are planned for
 * the sandbox; for settings and test data of its own they are planned anew.
 */
export async function runVariant(
  row: VariantRow,
  planned: readonly PlannedCase[],
  catalogue: Catalogue,
): Promise<VariantResult> {
  const { id, allowedBy, says, settings, provider, testData, unsent, over, hook, edit } = row;
  const start = over === 'http' ? startSandboxTarget : startSandboxInProcess;
  let touches = 0;
  const edited = hook && edit ? touched(rowHooks({ ...row, hook, edit }), () => touches++) : undefined;
  const { cipher } = settings ?? {};
  const { target, stop } = await start({
    ...(settings && { settings }),
    ...(provider && { unstated: provider }),
    ...(testData && { testData }),
    ...(cipher && {
      cipher: (key) => targetCipher({ cipher, folder: PROJECT, key, target: 'sandbox' }),
    }),
    ...(edited && { hooks: composeHooks([edited]) }),
  });
  const alarms: string[] = [];
  // A case that the settings of the row leave open is no alarm.
  const cases = settings || testData ? plannedCases(target, catalogue) : planned;
  for (const one of cases) {
    const result = await runCase(target, one);
    if (result.dependsOnSetting === undefined) alarms.push(...alarmsOf(result));
  }
  await stop();
  // A variant that passes because nothing was different shows nothing, but where the test data avoids what it refuses, or
  // no case sends what it takes.
  if (edited && touches === 0 && (testData ?? unsent) === undefined)
    alarms.push('no case brings the difference about');
  return { id, allowedBy, says, verdict: alarms.length > 0 ? 'false alarm' : 'passed', alarms };
}

/** A row names the module of a cipher from here. */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** A case that cannot be run is an alarm too. */
function alarmsOf({ verdict, clause, says, findings, reason }: CaseResult): string[] {
  if (findings.length === 0 && verdict === 'upheld') return [];
  if (findings.length === 0) return [`${clause} ${verdict}: ${says} (${reason})`];
  return findings.map(
    (finding) => `${finding.clause} at ${finding.pointer}: ${findingText(finding)} (${says})`,
  );
}
