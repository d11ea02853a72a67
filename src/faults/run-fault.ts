/** Runs the cases that can see a fault against a sandbox that has it, and tells whether one of them cites its clause. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { PlannedCase } from '../drive/planned-cases.ts';
import { startSandboxInProcess } from '../drive/targets/sandbox-target.ts';
import type { Target } from '../drive/targets/target.ts';
import type { CaseResult } from '../drive/verdict.ts';
import type { Fault } from './fault.ts';
import { faultCases } from './fault-cases.ts';
import { rememberedCipher } from './remembered-cipher.ts';
import { composeSeams } from './seams/compose-seams.ts';
import { touched } from './seams/touched.ts';
import type { FaultResult } from './strength.ts';

export interface FaultRun extends Pick<FaultResult, 'verdict' | 'caughtBy' | 'reason' | 'alsoViolated'> {
  /** Whether the cases that a run of the clause alone takes are enough. */
  readonly isCaughtAlone: boolean;
  /** What others could have looked at: every exchange of the cases, and every message as it came. */
  readonly exchanges: readonly Exchange[];
  readonly messages: readonly string[];
}

export async function runFault(fault: Fault, rows: readonly PlannedCase[]): Promise<FaultRun> {
  const { seams, isTouched } = touched(fault.seams());
  const { target: plain, stop } = await startSandboxInProcess({
    seams: composeSeams([seams]),
    cipher: rememberedCipher,
  });
  const messages: string[] = [];
  const target = overheard(plain, messages);
  const results = new Map<PlannedCase, CaseResult>();
  /** Gives back whether one of them cites the clause. */
  const run = async (cases: readonly PlannedCase[]): Promise<boolean> => {
    let isCited = false;
    for (const row of cases) {
      const result = results.get(row) ?? (await row.run(target));
      results.set(row, result);
      isCited ||= cites(result, fault.clause);
    }
    return isCited;
  };
  const { own, others, further } = faultCases(rows, fault);
  const isCaughtAlone = await run(own);
  // One catch by the way is enough, and most clauses of messages are shown by hundreds.
  for (const row of isCaughtAlone ? [] : others) if (await run([row])) break;
  await run(further);
  await stop();
  const ran = [...results.values()];
  const catching = ran.filter((result) => cites(result, fault.clause));
  const alsoViolated = violatedBy(ran).filter((clause) => clause !== fault.clause);
  const seen = {
    ...{ caughtBy: catching.map(({ says, file }) => ({ says, file })), isCaughtAlone },
    alsoViolated,
    ...{ exchanges: ran.flatMap(({ exchanges }) => exchanges), messages },
  };
  if (catching.length > 0) return { verdict: 'caught', ...seen };
  return { verdict: 'survived', reason: missing(fault, ran, isTouched()), ...seen };
}

function cites({ findings }: CaseResult, clause: string): boolean {
  return findings.some((finding) => finding.clause === clause);
}

/** Sorted, each once. */
function violatedBy(results: readonly CaseResult[]): ClauseId[] {
  return [...new Set(results.flatMap(({ findings }) => findings.map(({ clause }) => clause)))].sort();
}

/** The observation that a survivor lacks. */
function missing({ clause }: Fault, results: readonly CaseResult[], isTouched: boolean): string {
  if (!isTouched) return `none of the ${results.length} cases brings it about`;
  const blamed = violatedBy(results);
  if (blamed.length > 0) return `it is blamed on ${blamed.join(', ')} and not on ${clause}`;
  const unproven = results.find(({ verdict }) => verdict === 'unproven');
  if (unproven) return `a case is left unproven and none sees it: ${unproven.reason}`;
  return `no case that looks at ${clause} sees a difference`;
}

/** The same target, whose messages are kept as they come. */
function overheard(target: Target, messages: string[]): Target {
  const { messaging } = target;
  if (!messaging) return target;
  const { mailbox } = messaging;
  const take = () => {
    const taken = mailbox.take();
    messages.push(...taken.map(({ text }) => text));
    return taken;
  };
  return { ...target, messaging: { ...messaging, mailbox: { ...mailbox, take } } };
}
